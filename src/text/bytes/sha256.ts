// SHA-256 and HMAC as of FIPS 180-4 and RFC 2104. Written here because a name is needed for each of millions of short
// values: Node's HMAC takes three times as long for one, and that of browsers answers with a promise.

const BLOCK_BYTES = 64;
const DIGEST_WORDS = 8;
/** Where the length of the message begins in its last block. */
const LENGTH_AT = 56;
const IPAD = 0x36;
const OPAD = 0x5c;

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const INITIAL = Int32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
);

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5],
  ...[0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174],
  ...[0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da],
  ...[0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967],
  ...[0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85],
  ...[0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070],
  ...[0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
);

/** Scratch memory: the schedule of a block, and the last block of a message. */
const schedule = new Int32Array(ROUND_CONSTANTS.length);
const lastBlock = new Uint8Array(BLOCK_BYTES);

/** HMAC-SHA-256 with one key. What depends on the key alone is computed once. */
export class HmacSha256 {
  /** The states after the first block of the inner and of the outer hash. */
  private readonly inner: Int32Array;
  private readonly outer: Int32Array;
  private readonly state = new Int32Array(DIGEST_WORDS);

  constructor(key: Uint8Array) {
    const padded = new Uint8Array(BLOCK_BYTES);
    if (key.length <= BLOCK_BYTES) {
      padded.set(key);
    } else {
      const state = INITIAL.slice();
      finish(state, key, 0, key.length, 0);
      putWords(state, padded);
    }
    this.inner = stateAfter(padded.map((byte) => byte ^ IPAD));
    this.outer = stateAfter(padded.map((byte) => byte ^ OPAD));
  }

  /** The code of `bytes[from]` up to `bytes[to]` as eight words, the first one first. Valid until the next call. */
  of(bytes: Uint8Array, from: number, to: number): Int32Array {
    const { state } = this;
    state.set(this.inner);
    finish(state, bytes, from, to, BLOCK_BYTES);
    putWords(state, lastBlock);
    state.set(this.outer);
    pad(DIGEST_WORDS * 4, BLOCK_BYTES + DIGEST_WORDS * 4);
    compress(state, lastBlock, 0);
    return state;
  }
}

function stateAfter(block: Uint8Array): Int32Array {
  const state = INITIAL.slice();
  compress(state, block, 0);
  return state;
}

/** Hashes the rest of a message and its padding, after `bytesBefore` bytes that are hashed already. */
function finish(state: Int32Array, bytes: Uint8Array, from: number, to: number, bytesBefore: number): void {
  let at = from;
  for (; to - at >= BLOCK_BYTES; at += BLOCK_BYTES) compress(state, bytes, at);
  const rest = to - at;
  for (let i = 0; i < rest; i++) lastBlock[i] = bytes[at + i]!;
  if (rest >= LENGTH_AT) {
    lastBlock[rest] = 0x80;
    lastBlock.fill(0, rest + 1);
    compress(state, lastBlock, 0);
    lastBlock.fill(0, 0, LENGTH_AT);
    putLength(bytesBefore + to - from);
  } else {
    pad(rest, bytesBefore + to - from);
  }
  compress(state, lastBlock, 0);
}

/** Fills the last block after its first `used` bytes. */
function pad(used: number, messageBytes: number): void {
  lastBlock[used] = 0x80;
  for (let i = used + 1; i < LENGTH_AT; i++) lastBlock[i] = 0;
  putLength(messageBytes);
}

/** Writes the length of the message in bits. */
function putLength(bytes: number): void {
  putWord(Math.floor(bytes / 2 ** 29), lastBlock, LENGTH_AT);
  putWord(bytes << 3, lastBlock, LENGTH_AT + 4);
}

function putWords(words: Int32Array, target: Uint8Array): void {
  for (let i = 0; i < words.length; i++) putWord(words[i]!, target, 4 * i);
}

function putWord(word: number, target: Uint8Array, at: number): void {
  target[at] = word >>> 24;
  target[at + 1] = word >>> 16;
  target[at + 2] = word >>> 8;
  target[at + 3] = word;
}

/** Adds the block at `bytes[at]` to the state. The names are those of the standard. */
function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t++, i += 4)
    schedule[t] = (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!;
  for (let t = 16; t < 64; t++) {
    const w2 = schedule[t - 2]!;
    const w15 = schedule[t - 15]!;
    const sigma1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
    const sigma0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
    schedule[t] = sigma1 + schedule[t - 7]! + sigma0 + schedule[t - 16]!;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t]! + schedule[t]!) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
