// Optimised code takes as long for one byte of an array as for four bytes of a view, because of the checks around it.

/** How many bytes a word has. */
export const WORD_BYTES = 4;

/** The highest bit of each byte of a word. */
export const HIGH_BITS = 0x80808080;

/**
 * An odd number with well mixed bits for multiplicative hashing (Knuth). 31 bits, so that V8 keeps it as a small
 * integer.
 */
const HASH_FACTOR = 0x1e3779b1;

/** A 32-bit hash of a word. Its upper bits are mixed best. */
export function wordHash(word: number): number {
  return Math.imul(word, HASH_FACTOR);
}

let newest: Uint8Array = new Uint8Array();
let newestView = viewOf(newest);
let other = newest;
let otherView = newestView;

/** The bytes as a view that reads several of them at once. The last two views are kept: most lines lie in one chunk. */
export function wordView(bytes: Uint8Array): DataView {
  if (bytes !== newest) renew(bytes);
  return newestView;
}

/** The four bytes from `at` on, as a word whose lowest byte is the first. From `end` on they count as zeros. */
export function wordFrom(bytes: Uint8Array, at: number, end: number): number {
  if (at + WORD_BYTES <= end) return wordView(bytes).getInt32(at, true);
  let word = 0;
  for (let i = end - 1; i >= at; i--) word = (word << 8) | bytes[i]!;
  return word;
}

/** Makes the view of the bytes the newest one. */
function renew(bytes: Uint8Array): void {
  const view = bytes === other ? otherView : viewOf(bytes);
  other = newest;
  otherView = newestView;
  newest = bytes;
  newestView = view;
}

/** One of the two views that `wordView` keeps, if it is of these bytes. */
export function keptWordsOf(bytes: Uint8Array): DataView | undefined {
  if (bytes === newest) return newestView;
  return bytes === other ? otherView : undefined;
}

export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}
