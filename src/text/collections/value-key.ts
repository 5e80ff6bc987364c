import { isContinuation, isUtf8 } from "../bytes/utf8.ts";

/** Of a longer value, only the beginning is kept, with a digest of the whole. */
export const MAX_VALUE_BYTES = 256;
const MAX_CHARACTER_BYTES = 4;
export const FNV_OFFSET = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** The bytes that stand for a long value: equal for equal values, and almost certainly different for others. */
export function longKey(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.concat([bytes.subarray(from, from + MAX_VALUE_BYTES), digestOf(bytes, from, to)]);
}

const DIGEST_FACTORS = [0x9e3779b1, 0x5f356495] as const;

/**
 * The length and two hashes: 96 bits, in which the few values that are kept do not collide by accident. Who knows the
 * hashes can make long values that are counted as one, and nothing more. The hashes of Node are not available in
 * browsers.
 */
function digestOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let [a, b]: [number, number] = [to - from, FNV_OFFSET];
  for (let i = from; i < to; i++) {
    // Each step can be undone, so no hash forgets a byte. The rotation takes high bits to the low ones.
    a = Math.imul(a ^ bytes[i]!, DIGEST_FACTORS[0]);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ bytes[i]!, DIGEST_FACTORS[1]);
    b = (b << 15) | (b >>> 17);
  }
  return new Uint8Array(Uint32Array.of(to - from, a, b).buffer);
}

/** A value that was counted, or its beginning. */
export interface KeptValue {
  readonly bytes: Buffer;
  /** Whether the value goes on after these bytes. */
  readonly cut: boolean;
}

/** The value that a key stands for. The beginning of a long one does not end within a character. */
export function keptValue(key: Buffer): KeptValue {
  if (key.length <= MAX_VALUE_BYTES) return { bytes: key, cut: false };
  let last = MAX_VALUE_BYTES - 1;
  while (last > MAX_VALUE_BYTES - MAX_CHARACTER_BYTES && isContinuation(key[last]!)) last--;
  const end = isUtf8(key.subarray(last, MAX_VALUE_BYTES)) ? MAX_VALUE_BYTES : last;
  return { bytes: key.subarray(0, end), cut: true };
}

/**
 * A hash by which values are sampled, from 0 to 4,294,967,295. It is the same in every run, so that estimates are, too.
 * Anyone who knows it can choose values that spoil an estimate, and nothing more.
 */
export function sampleHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = FNV_OFFSET;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  // The final steps of MurmurHash3, by which every bit affects every other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
