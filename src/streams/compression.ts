import { closeSync, openSync, readSync, statSync } from "node:fs";
import { ByteReader } from "./byte-reader.ts";
import { GZIP_MAGIC, gunzip } from "./gunzip.ts";

/** A format in which logs may be compressed. */
interface CompressedFormat {
  /** The name in help. */
  readonly name: string;
  /** The bytes with which the format begins. No uncompressed log begins with them. */
  readonly magic: Buffer;
  /** Reads the rest of the input, which begins with the magic. If it is damaged, throws after everything readable. */
  decompress(input: ByteReader): AsyncGenerator<Buffer>;
}

/** All compressed formats that are recognised. */
const FORMATS: readonly CompressedFormat[] = [{ name: "Gzip", magic: GZIP_MAGIC, decompress: gunzip }];

export const COMPRESSED_FORMATS: readonly string[] = FORMATS.map(({ name }) => name);

const MAX_MAGIC_LENGTH = Math.max(...FORMATS.map(({ magic }) => magic.length));

/** The format of data that begins with these bytes, or undefined if it is not compressed. */
function formatOf(head: Buffer): CompressedFormat | undefined {
  return FORMATS.find(({ magic }) => magic.equals(head.subarray(0, magic.length)));
}

/** Whether these bytes are the beginning of a magic, so that more are needed to tell. */
function mayBecomeMagic(head: Buffer): boolean {
  return FORMATS.some(({ magic }) => head.length < magic.length && head.equals(magic.subarray(0, head.length)));
}

/**
 * Decompresses the chunks, or passes them on unchanged if they are not compressed. Holds a chunk back only until the
 * format is known. Rejects with the error of the chunks; or, if compressed data is damaged, with the error of the
 * format, after everything that could be decompressed.
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
 * Opens a regular file that is not compressed, any part of which can be read directly. Returns its descriptor, or
 * undefined for any other file. Throws the system's error.
 */
export function openUncompressed(path: string): number | undefined {
  // Opening a file that is not regular may block until there is a writer, or take data from another reader.
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
