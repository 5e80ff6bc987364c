// The formats in which logs may be compressed, and what is refused instead of being read as text. Both are told by the
// first bytes, whatever the name of a file.

import { ByteReader } from "./byte-reader.ts";
import { GZIP_MAGIC, gunzip } from "./gunzip.ts";
import { LogError } from "./read-errors.ts";

/** The formats that are read, by their names in help. */
export const COMPRESSED_FORMATS = ["Gzip"] as const;

export type CompressedFormatName = (typeof COMPRESSED_FORMATS)[number];

interface CompressedFormat {
  /** The bytes with which the format begins. No uncompressed log begins with them. */
  readonly magic: Buffer;
  /**
   * Reads the rest of the input, which begins with the magic. If it is damaged, throws a DamagedLogError after all that
   * is readable.
   */
  decompress(input: ByteReader): AsyncGenerator<Buffer>;
}

const BY_NAME: Readonly<Record<CompressedFormatName, CompressedFormat>> = {
  Gzip: { magic: GZIP_MAGIC, decompress: gunzip },
};

/** What is refused: read as text, it would pass as lines that no rule matches. */
const REFUSED: readonly CompressedFormat[] = [
  refusedFormat("zstd", "28b52ffd"),
  refusedFormat("xz", "fd377a585a00"),
  refusedFormat("lz4", "04224d18"),
  // The fourth byte is the level of compression.
  ...Array.from("123456789", (level) => refusedFormat("bzip2", `425a683${level}314159265359`)),
  // Byte order marks. Neither is possible in UTF-8.
  refused("in UTF-16", "iconv -f UTF-16 -t UTF-8", "fffe"),
  refused("in UTF-16", "iconv -f UTF-16 -t UTF-8", "feff"),
];

const FORMATS = [...Object.values(BY_NAME), ...REFUSED];

/** How many bytes tell whether a log is compressed. */
export const MAX_MAGIC_LENGTH = Math.max(...FORMATS.map(({ magic }) => magic.length));

/** A format of which another program is needed. */
function refusedFormat(program: string, magic: string): CompressedFormat {
  return refused(`compressed with ${program}`, `${program} -dc`, magic);
}

/** What begins with the magic and must go through a command first. */
function refused(what: string, command: string, magic: string): CompressedFormat {
  return {
    magic: Buffer.from(magic, "hex"),
    // biome-ignore lint/correctness/useYield: it throws before anything could be read.
    async *decompress() {
      throw new LogError(`${what}, which is not read; pipe it in with '${command}'`);
    },
  };
}

/** Whether a log that begins with these bytes is compressed, or refused. */
export function isCompressed(head: Buffer): boolean {
  return formatOf(head) !== undefined;
}

/** The format of data that begins with these bytes, or undefined if it is text. */
function formatOf(head: Buffer): CompressedFormat | undefined {
  return FORMATS.find(({ magic }) => magic.equals(head.subarray(0, magic.length)));
}

/** Whether these bytes are the beginning of a magic, so that more are needed to tell. */
function mayBecomeMagic(head: Buffer): boolean {
  return FORMATS.some(({ magic }) => head.length < magic.length && head.equals(magic.subarray(0, head.length)));
}

/**
 * Decompresses the chunks, or passes them on unchanged if they are not compressed. Holds a chunk back only until the
 * format is known. Rejects with the error of the chunks; with a LogError if the format is not read; or, if compressed
 * data is damaged, with the error of the format, after everything that could be decompressed.
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
