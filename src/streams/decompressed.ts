import { ByteReader } from "./byte-reader.ts";
import { beginsAsGzip, gunzip } from "./gunzip.ts";

/**
 * The chunks as they are, or decompressed if they begin as gzip does. No chunk is held back longer than it takes to
 * tell. Rejects with the error of the chunks, or with a DamagedGzipError after all that could be decompressed.
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks);
  try {
    let head = await input.peek(1);
    if (head.length > 0 && beginsAsGzip(head)) head = await input.peek(2);
    if (head.length === 2 && beginsAsGzip(head)) {
      yield* gunzip(input);
      return;
    }
    for (let chunk = await input.chunk(); chunk.length > 0; chunk = await input.chunk()) yield chunk;
  } finally {
    await input.close();
  }
}
