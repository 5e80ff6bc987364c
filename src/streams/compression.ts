import { closeSync, openSync, readSync, statSync } from "node:fs";
import { ByteReader } from "./byte-reader.ts";
import { GZIP_MAGIC, gunzip } from "./gunzip.ts";

/** A way in which logs are compressed. */
interface CompressedFormat {
  /** The bytes with which all data of the format begins, and no log does. */
  readonly magic: Buffer;
  /** Reads all that is left, which begins with the magic. Throws after all that could be decompressed if it is damaged. */
  decompress(input: ByteReader): AsyncGenerator<Buffer>;
}

/** The compressed formats that are recognised. A further one is one more entry. */
const FORMATS: readonly CompressedFormat[] = [{ magic: GZIP_MAGIC, decompress: gunzip }];

const MAX_MAGIC_LENGTH = Math.max(...FORMATS.map(({ magic }) => magic.length));

/** The format of data that begins so; undefined for none. */
function formatOf(head: Buffer): CompressedFormat | undefined {
  return FORMATS.find(({ magic }) => magic.equals(head.subarray(0, magic.length)));
}

/** Whether further bytes may yet make a magic of these. */
function mayBecomeMagic(head: Buffer): boolean {
  return FORMATS.some(({ magic }) => head.length < magic.length && head.equals(magic.subarray(0, head.length)));
}

/**
 * The chunks as they are, or decompressed if they begin as a compressed format does. Holds no chunk back longer than it
 * takes to tell. Rejects with the error of the chunks, or with that of the format after all that could be decompressed.
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks);
  try {
    let head = await input.peek(1);
    for (let wanted = 2; head.length === wanted - 1 && mayBecomeMagic(head); wanted++) head = await input.peek(wanted);
    const format = formatOf(head);
    if (format !== undefined) {
      yield* format.decompress(input);
      return;
    }
    for (let chunk = await input.chunk(); chunk.length > 0; chunk = await input.chunk()) yield chunk;
  } finally {
    await input.close();
  }
}

/**
 * Opens a regular file that is not compressed, so that any part of it can be read; gives the descriptor, or undefined for
 * any other file. Throws the system's error.
 */
export function openUncompressed(path: string): number | undefined {
  // Opening anything but a regular file may wait for a writer, or take something away from another reader.
  if (!statSync(path).isFile()) return undefined;
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(MAX_MAGIC_LENGTH);
    const count = readSync(fd, head, 0, head.length, 0);
    if (formatOf(head.subarray(0, count)) === undefined) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}
