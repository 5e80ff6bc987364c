// The formats in which logs may be compressed, and the formats that are refused instead of being read as text. The
// first bytes decide, whatever the name of a file.

import { SPACE } from "../text/bytes/ascii.ts";
import { ByteReader, GZIP_MAGIC, gunzip } from "./gunzip.ts";
import { LogError } from "./read-errors.ts";

const TAR_HEADER_BYTES = 512;

export const COMPRESSED_FORMATS = ["Gzip"] as const;

export type CompressedFormatName = (typeof COMPRESSED_FORMATS)[number];

/** Reads an input from its beginning. Throws a DamagedLogError after all that is readable of a damaged one. */
type Decompress = (input: ByteReader) => AsyncGenerator<Buffer>;

/** Formats by their first bytes, as no text has. All but gzip are refused: they would pass as unmatched lines. */
const WITH_MAGIC: readonly (readonly [magic: Buffer, decompress: Decompress])[] = [
  [GZIP_MAGIC, gunzip],
  ...(
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
  ).map(([what, command, magic]) => [Buffer.from(magic, "hex"), refusing(what, command)] as const),
];

const refuseTar = refusing("a tar archive", "tar -xOf FILE");

/** How many bytes tell whether a log is compressed. */
export const MAX_MAGIC_LENGTH = Math.max(...WITH_MAGIC.map(([{ length }]) => length));

/** How many bytes tell whether a log is compressed, or refused. */
export const HEAD_BYTES = Math.max(MAX_MAGIC_LENGTH, TAR_HEADER_BYTES);

function refusing(what: string, command: string): Decompress {
  // biome-ignore lint/correctness/useYield: it throws before anything could be read.
  return async function* () {
    throw new LogError(`${what}, which is not read; pipe it in with '${command}'`);
  };
}

/** Passes decompressed data on, unless it is an archive. The command for archives also reads compressed files. */
async function* refusingArchives(input: ByteReader, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst && isTarHeader(piece)) yield* refuseTar(input);
    isFirst = false;
    yield piece;
  }
}

/** Whether a log that begins with these bytes is compressed, or refused. */
export function isCompressed(head: Buffer): boolean {
  return decompressionOf(head) !== undefined;
}

/** What reads such data; undefined for text. A tar archive begins like a text: its whole header must be there. */
function decompressionOf(head: Buffer): Decompress | undefined {
  const [, found] = WITH_MAGIC.find(([magic]) => magic.equals(head.subarray(0, magic.length))) ?? [];
  return found ?? (isTarHeader(head) ? refuseTar : undefined);
}

/** Whether these bytes are the beginning of a magic, so that more are needed to tell. */
function mayBecomeMagic(head: Buffer): boolean {
  return WITH_MAGIC.some(([magic]) => head.length < magic.length && head.equals(magic.subarray(0, head.length)));
}

/**
 * Decompresses the chunks, or passes them on unchanged. Holds a chunk back only until the magic is known. Rejects with
 * the error of the chunks, a LogError for a format that is not read, or, after all that is readable, a DamagedLogError.
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks);
  try {
    let head = await input.peek(1);
    for (let wanted = 2; head.length === wanted - 1 && mayBecomeMagic(head); wanted++) head = await input.peek(wanted);
    const decompress = decompressionOf(input.rest);
    if (decompress !== undefined) {
      yield* refusingArchives(input, decompress(input));
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

/** Whether this begins a tar archive. A text may have the magic there, but hardly the checksum of its own bytes. */
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
