// Four bytes read at once as a word, which takes no longer than one byte: see docs/contributing/engine.md.

export const WORD_BYTES = 4;

/** An odd number with well mixed bits for multiplicative hashing (Knuth). Of 31 bits, so that it is a small integer. */
export const HASH_FACTOR = 0x1e3779b1;

/** Another one, for hashes of several words. */
export const SECOND_HASH_FACTOR = 0x25ebca6b;

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
  if (bytes !== newest) {
    const view = bytes === other ? otherView : viewOf(bytes);
    other = newest;
    otherView = newestView;
    newest = bytes;
    newestView = view;
  }
  return newestView;
}

export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}
