/** How many bytes a word has. */
export const WORD = 4;

let source: Uint8Array = new Uint8Array();
let words = viewOf(source);

/** The bytes as a view that reads several of them at once. The last one is kept, as most lines lie in the same chunk. */
export function wordsOf(bytes: Uint8Array): DataView {
  if (bytes !== source) {
    source = bytes;
    words = viewOf(bytes);
  }
  return words;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}
