/** Passes chunks on, and calls `onBytes` with the size of each, if it is given. */
export function reportingSizes(
  chunks: AsyncIterable<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncIterable<Buffer> {
  return onBytes === undefined ? chunks : withSizes(chunks, onBytes);
}

async function* withSizes(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
