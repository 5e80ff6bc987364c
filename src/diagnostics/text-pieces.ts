/** Texts cannot be as long as Buffers: bytes become text in pieces of this size. */
export const PIECE_BYTES = 1024 * 1024;

/** The bytes in pieces, cut between two characters where they are UTF-8. */
export function* textPieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0, to: number; from < bytes.length; from = to) {
    to = from + PIECE_BYTES;
    while (to < bytes.length && to > from && isContinuation(bytes[to]!)) to--;
    if (to === from) to = from + PIECE_BYTES;
    yield bytes.subarray(from, to);
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
