// Another function in every process: who writes a log must not be able to choose lines that all have one hash.
const SEED = secret();
// Factors for the halves of a word. Were a word one factor's alone, its highest bit would stay the highest bit in the product,
// whatever the factor is, and lines could be made of that which all have one hash. They are odd, so that no bit gets lost.
const LOW_FACTOR = secret() | 1;
const HIGH_FACTOR = secret() | 1;

/**
 * A hash of `bytes[from]` to `bytes[to]`, from 0 to 2,147,483,647; the same within a process only. For larger numbers the
 * runtime would allocate.
 */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED ^ (to - from);
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const word = hash ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    hash = Math.imul(word & 0xffff, LOW_FACTOR) + Math.imul(word >>> 16, HIGH_FACTOR);
    hash ^= hash >>> 15;
  }
  for (; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, LOW_FACTOR);
  // The finish of MurmurHash3, which lets every bit reach every other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}

function secret(): number {
  return Math.floor(Math.random() * 0x1_0000_0000) | 0;
}
