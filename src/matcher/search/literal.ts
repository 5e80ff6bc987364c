import { Occurrences } from "./occurrences.ts";

/** Longest step of a search; keeps the shift table in bytes. */
const LONGEST_SHIFT = 255;

/** A byte that is no nearer than this is found faster by a call of the runtime. */
const NEAR = 64;

/** Partial matches may cost this many reads more than the text is long before a search stops trusting its luck. */
export const PATIENCE = 64;

/** A literal text made ready to be looked for. */
export class Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** What the last `find` read of partial matches: who looks again and again must see that it does not add up. */
  reads = 0;
  /** For a byte under the literal's last place: how far the literal may move on without missing a place. */
  private readonly shift: Uint8Array;
  private decoded: string | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.length = bytes.length;
    const longest = Math.min(Math.max(this.length, 1), LONGEST_SHIFT);
    this.shift = new Uint8Array(256).fill(longest);
    for (let i = 0; i < this.length - 1; i++) {
      this.shift[bytes[i]!] = Math.min(this.length - 1 - i, LONGEST_SHIFT);
    }
  }

  /** The literal as text, for people. */
  get text(): string {
    this.decoded ??= JSON.stringify(new TextDecoder().decode(this.bytes));
    return this.decoded;
  }

  /** Whether the literal stands at `place`; the caller knows that so many bytes are there. */
  standsAt(bytes: Uint8Array, place: number): boolean {
    return this.agreement(bytes, place) === this.length;
  }

  /** How many of the literal's bytes, from its first on, stand at `place`; the caller knows that they are there. */
  agreement(bytes: Uint8Array, place: number): number {
    const { bytes: literal, length } = this;
    let i = 0;
    while (i < length && bytes[place + i] === literal[i]) i++;
    return i;
  }

  /**
   * The first place from `from` to `last`, both included, at which the literal stands, or -1; the caller knows that the
   * bytes reach that far. Horspool's search (1980), which skips most bytes of ordinary text; where its partial matches
   * add up to more than the text itself, the rest goes to a search that is linear on any text.
   */
  find(bytes: Uint8Array, from: number, last: number): number {
    const { bytes: literal, length, shift } = this;
    if (length === 0) return from <= last ? from : -1;
    if (length === 1) return this.findByte(bytes, from, last);
    const tail = length - 1;
    const final = literal[tail]!;
    const patience = last - from + PATIENCE;
    let reads = 0;
    let place = -1;
    for (let at = from; at <= last; ) {
      const byte = bytes[at + tail]!;
      if (byte === final) {
        let i = 0;
        while (i < tail && bytes[at + i] === literal[i]) i++;
        reads += i;
        if (i === tail) {
          place = at;
          break;
        }
        if (reads > patience) {
          place = new Occurrences(literal).start(at, last + length).next(bytes);
          break;
        }
      }
      at += shift[byte]!;
    }
    this.reads = reads;
    return place;
  }

  private findByte(bytes: Uint8Array, from: number, last: number): number {
    const byte = this.bytes[0]!;
    const near = Math.min(last, from + NEAR);
    for (let at = from; at <= near; at++) {
      if (bytes[at] === byte) return at;
    }
    // Only up to `last`: the bytes may go on for long after it.
    const further = near === last ? -1 : bytes.subarray(near + 1, last + 1).indexOf(byte);
    return further === -1 ? -1 : near + 1 + further;
  }
}
