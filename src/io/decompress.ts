// The formats in which logs may be compressed, and the formats that are refused instead of being read as text. The
// first bytes decide, whatever the name of a file.

import { SPACE } from "../text/bytes/ascii.ts";
import { ByteReader, GZIP_MAGIC, gunzip } from "./gunzip.ts";
import { LogError } from "./read-errors.ts";

/** The size of the header. */
const TAR_HEADER_BYTES = 512;

/** The formats that are read, by their names in help. */
export const COMPRESSED_FORMATS = ["Gzip"] as const;

export type CompressedFormatName = (typeof COMPRESSED_FORMATS)[number];

interface LogFormat {
  /** Whether data that begins with these bytes has the format. */
  isAt(head: Buffer): boolean;
  /**
   * Reads the rest of the input, which begins with the head. If it is damaged, throws a DamagedLogError after all that
   * is readable.
   */
  decompress(input: ByteReader): AsyncGenerator<Buffer>;
}

/** A format that begins with certain bytes, as no text does. */
interface FormatWithMagic extends LogFormat {
  readonly magic: Buffer;
}

const BY_NAME: Readonly<Record<CompressedFormatName, FormatWithMagic>> = {
  Gzip: withMagic(GZIP_MAGIC, gunzip),
};

/** What is refused: read as text, it would pass as lines that no rule matches. It must go through a command first. */
const REFUSED: readonly FormatWithMagic[] = (
  [
    ["compressed with zstd", "zstd -dc", "28b52ffd"],
    ["compressed with xz", "xz -dc", "fd377a585a00"],
    ["compressed with lz4", "lz4 -dc", "04224d18"],
    // The fourth byte is the level of compression.
    ...Array.from(
      "123456789",
      (level) => ["compressed with bzip2", "bzip2 -dc", `425a683${level}314159265359`] as const,
    ),
    // Byte order marks. Neither is possible in UTF-8.
    ["in UTF-16", "iconv -f UTF-16 -t UTF-8", "fffe"],
    ["in UTF-16", "iconv -f UTF-16 -t UTF-8", "feff"],
    ["a zip archive", "unzip -p FILE", "504b0304"],
    ["an empty zip archive", "unzip -p FILE", "504b050600000000"],
    ["a 7z archive", "7z x -so FILE", "377abcaf271c"],
  ] as const
).map(([what, command, magic]) => withMagic(Buffer.from(magic, "hex"), refusing(what, command)));

/**
 * A tar archive begins with the name of a file, and so like a text. Refused where its whole header is there: nothing is
 * held back to wait for it.
 */
const TAR: LogFormat = { isAt: isTarHeader, decompress: refusing("a tar archive", "tar -xOf FILE") };

const WITH_MAGIC = [...Object.values(BY_NAME), ...REFUSED];

const FORMATS: readonly LogFormat[] = [...WITH_MAGIC, TAR];

/** How many bytes tell whether a log is compressed. */
export const MAX_MAGIC_LENGTH = Math.max(...WITH_MAGIC.map(({ magic }) => magic.length));

/** How many bytes tell whether a log is compressed, or refused. */
export const HEAD_BYTES = Math.max(MAX_MAGIC_LENGTH, TAR_HEADER_BYTES);

function withMagic(magic: Buffer, decompress: LogFormat["decompress"]): FormatWithMagic {
  return { magic, isAt: (head) => magic.equals(head.subarray(0, magic.length)), decompress };
}

function refusing(what: string, command: string): LogFormat["decompress"] {
  // biome-ignore lint/correctness/useYield: it throws before anything could be read.
  return async function* () {
    throw new LogError(`${what}, which is not read; pipe it in with '${command}'`);
  };
}

/** Passes decompressed data on, unless it is an archive. The command for archives also reads compressed files. */
async function* refusingArchives(input: ByteReader, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst && TAR.isAt(piece)) yield* TAR.decompress(input);
    isFirst = false;
    yield piece;
  }
}

/** Whether a log that begins with these bytes is compressed, or refused. */
export function isCompressed(head: Buffer): boolean {
  return formatOf(head) !== undefined;
}

/** The format of data that begins with these bytes, or undefined if it is text. */
function formatOf(head: Buffer): LogFormat | undefined {
  return FORMATS.find((format) => format.isAt(head));
}

/** Whether these bytes are the beginning of a magic, so that more are needed to tell. */
function mayBecomeMagic(head: Buffer): boolean {
  return WITH_MAGIC.some(({ magic }) => head.length < magic.length && head.equals(magic.subarray(0, head.length)));
}

/**
 * Decompresses the chunks, or passes them on unchanged if they are not compressed. Holds a chunk back only until the
 * magic is known. Rejects with the error of the chunks; with a LogError if the format is not read; or, if compressed
 * data is damaged, with the error of the format, after everything that could be decompressed.
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks);
  try {
    let head = await input.peek(1);
    for (let wanted = 2; head.length === wanted - 1 && mayBecomeMagic(head); wanted++) head = await input.peek(wanted);
    const format = formatOf(input.rest);
    if (format !== undefined) {
      yield* refusingArchives(input, format.decompress(input));
      return;
    }
    for (let chunk = await input.chunk(); chunk.length > 0; chunk = await input.chunk()) yield chunk;
  } finally {
    await input.close();
  }
}

// The header with which a tar archive begins: POSIX.1-2017, pax, "ustar Interchange Format". GNU tar's is alike.

const MAGIC = { from: 257, text: Buffer.from("ustar") };
const CHECKSUM = { from: 148, to: 156 };

/**
 * Whether data that begins with these bytes is a tar archive. A text may have the magic in the same place, but hardly
 * the checksum of its own bytes in octal digits.
 */
function isTarHeader(head: Buffer): boolean {
  const { from, text } = MAGIC;
  if (head.length < TAR_HEADER_BYTES || !head.subarray(from, from + text.length).equals(text)) return false;
  const digits = /^ *([0-7]+)[ \0]*$/.exec(head.toString("latin1", CHECKSUM.from, CHECKSUM.to))?.[1];
  return digits !== undefined && Number.parseInt(digits, 8) === checksum(head);
}

/** The sum of all bytes of the header. Those of the checksum count as blanks. */
function checksum(head: Buffer): number {
  let sum = 0;
  for (let i = 0; i < TAR_HEADER_BYTES; i++) sum += i >= CHECKSUM.from && i < CHECKSUM.to ? SPACE : head[i]!;
  return sum;
}
