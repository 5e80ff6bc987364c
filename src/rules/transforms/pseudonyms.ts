import { type HMAC, hmac } from "@noble/hashes/hmac";
import { type SHA256, sha256 } from "@noble/hashes/sha2";
import { quoted } from "../../text/messages/phrases.ts";

/** RFC 4648, in lower case. */
const BASE32 = Buffer.from("abcdefghijklmnopqrstuvwxyz234567");

/** The length of a name: 64 bits, five in each character. */
export const NAME_BYTES = 13;

/** Gives values names that do not reveal the value. */
export interface Pseudonyms {
  /** The key of the names, for other threads. */
  readonly key: Uint8Array | undefined;
  /** Writes the name of the value from `bytes[from]` up to `bytes[to]` at `target[at]`: `NAME_BYTES` bytes. */
  writeName(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void;
}

/** 64 bits of HMAC-SHA-256 in base32. Node's takes longer for short values, and that of browsers gives promises. */
export class KeyedPseudonyms implements Pseudonyms {
  readonly key: Uint8Array;
  /** Has hashed what depends on the key alone. */
  private readonly keyed: HMAC<SHA256>;
  private readonly digest = new Uint8Array(32);
  private readonly words = new DataView(this.digest.buffer);

  constructor(key: Uint8Array) {
    this.key = Uint8Array.from(key);
    this.keyed = hmac.create(sha256, this.key);
  }

  writeName(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
    this.keyed.clone().update(bytes.subarray(from, to)).digestInto(this.digest);
    let high = this.words.getInt32(0);
    let low = this.words.getInt32(4);
    for (let i = 0; i < NAME_BYTES; i++) {
      target[at + i] = BASE32[high >>> 27]!;
      high = (high << 5) | (low >>> 27);
      low <<= 5;
    }
  }
}

/** The error for rules that need a key when none is given. */
export class MissingKeyError extends Error {
  override readonly name = "MissingKeyError";

  constructor(field: string) {
    super(`the transform pseudonym of the field ${quoted(field)} needs a key`);
  }
}
