/** Odd numbers with well mixed bits, as multiplicative hashes want them (Knuth); as small integers, of 31 bits. */
const A = 0x1e3779b1;
const B = 0x25ebca6b;

/** How long grams may be. */
export const GRAM_LENGTHS = [8, 4, 2, 1] as const;

export type GramLength = (typeof GRAM_LENGTHS)[number];

/** 32 bits that tell the gram of this length that ends before `end` from nearly all others; its upper bits do so best. */
export function gramHash(bytes: Uint8Array, end: number, length: GramLength): number {
  if (length === 8) return (Math.imul(wordAt(bytes, end - 8), A) + Math.imul(wordAt(bytes, end - 4), B)) | 0;
  if (length === 4) return Math.imul(wordAt(bytes, end - 4), A);
  return Math.imul(length === 2 ? (bytes[end - 2]! << 8) | bytes[end - 1]! : bytes[end - 1]!, A);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
