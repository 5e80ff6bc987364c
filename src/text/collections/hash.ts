import { keptWordsOf, WORD_BYTES } from "../bytes/machine-words.ts";

// Random in each process, so that the author of a log cannot choose lines that all have the same hash.
const SEED = randomWord();
// Each half of a word has its own factor. With a single one, the highest bit of a word would only reach the highest bit
// of the product, whatever the factor. An attacker could then choose lines that all have the same hash:
//
//     0x80000000 * factor = 0x80000000 (mod 2^32)     for every odd factor
//
// The factors are odd, so that multiplying by them loses no bit.
const LOW_FACTOR = randomWord() | 1;
const HIGH_FACTOR = randomWord() | 1;

/**
 * A hash of the bytes from `from` up to `to`, valid within this process. It is at most 2,147,483,647, because the
 * runtime would allocate memory for a larger number.
 */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  const words = keptWordsOf(bytes);
  let hash = SEED ^ (to - from);
  let i = from;
  for (; i + WORD_BYTES <= to; i += WORD_BYTES) {
    const word = words === undefined ? wordAt(bytes, i) : words.getInt32(i, true);
    const mixed = hash ^ word;
    hash = Math.imul(mixed & 0xffff, LOW_FACTOR) + Math.imul(mixed >>> 16, HIGH_FACTOR);
    hash ^= hash >>> 15;
  }
  for (; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, LOW_FACTOR);
  // The final steps of MurmurHash3, by which every bit affects every other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}

function wordAt(bytes: Uint8Array, i: number): number {
  return bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
}

function randomWord(): number {
  return Math.floor(Math.random() * 0x1_0000_0000) | 0;
}
