// The formats in which logs may be compressed, and the formats that are refused instead of being read as text. The
// first bytes decide, whatever the name of a file.

import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import { SPACE } from "../text/bytes/ascii.ts";
import { DamagedLogError, LogError } from "./read-errors.ts";

const TAR_HEADER_BYTES = 512;

export const COMPRESSED_FORMATS = ["Gzip"] as const;

export type CompressedFormatName = (typeof COMPRESSED_FORMATS)[number];

/** Reads an input from its beginning. Throws a DamagedLogError after all that is readable of a damaged one. */
type Decompress = (input: ByteReader) => AsyncGenerator<Buffer>;

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

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

export function isCompressed(head: Buffer): boolean {
  return decompressionOf(head) !== undefined;
}

/** What reads such data; undefined for text. A tar archive begins like a text: its whole header must be there. */
function decompressionOf(head: Buffer): Decompress | undefined {
  const [, found] = WITH_MAGIC.find(([magic]) => magic.equals(head.subarray(0, magic.length))) ?? [];
  return found ?? (isTarHeader(head) ? refuseTar : undefined);
}

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

/** Bytes of the checksum itself count as blanks. */
function checksum(head: Buffer): number {
  let sum = 0;
  for (let i = 0; i < TAR_HEADER_BYTES; i++) sum += i >= CHECKSUM.from && i < CHECKSUM.to ? SPACE : head[i]!;
  return sum;
}

/** Reads chunks as a single sequence of bytes, in amounts of any size. Methods reject with the error of the source. */
class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  /** Bytes that were read but not taken. The last bytes of a chunk that was taken may be put back. */
  rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, or all that are left, without taking them. Never reads more chunks than necessary. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count) {
      // Copied, because a source may reuse the memory of a chunk for the next one.
      const kept = Buffer.from(this.rest);
      const { done, value } = await this.source.next();
      if (done) {
        this.rest = kept;
        break;
      }
      this.rest = kept.length === 0 ? value : Buffer.concat([kept, value]);
    }
    return this.rest.subarray(0, count);
  }

  /** Takes the rest of the current chunk, or the next chunk; empty at the end. Valid until more bytes are read. */
  async chunk(): Promise<Buffer> {
    await this.peek(1);
    const chunk = this.rest;
    this.rest = chunk.subarray(chunk.length);
    return chunk;
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }
}

// Gzip (RFC 1952) is read member by member, and the runtime's zlib inflates each. `createGunzip` was refused: when
// something else follows a member, it drops the last data that it has decompressed, and no readable part of a log
// should be lost.

/** How many bytes are inflated at once. They can grow a thousandfold, and all that must be held in memory. */
const PORTION_BYTES = 16 * 1024;

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** Decompresses all members. If the data is damaged, throws a DamagedLogError after everything that was readable. */
async function* gunzip(input: ByteReader): AsyncGenerator<Buffer> {
  for (let head = await input.peek(2); head.length > 0; head = await input.peek(2)) {
    if (!head.equals(GZIP_MAGIC)) throw new DamagedLogError("something else follows the gzip data");
    await skipHeader(input);
    yield* inflateMember(input);
    // Some programs pad their files with zeros.
    await skipTo(input, (chunk) => chunk.findIndex((byte) => byte !== 0));
  }
}

async function skipHeader(input: ByteReader): Promise<void> {
  const header = await take(input, HEADER_BYTES);
  const flags = header[3]!;
  if (header[2] !== DEFLATE || (flags & FLAG.reserved) !== 0) throw new DamagedLogError("damaged gzip header");
  if (flags & FLAG.extra) await skipBytes(input, (await take(input, 2)).readUInt16LE());
  if (flags & FLAG.name) await skipText(input);
  if (flags & FLAG.comment) await skipText(input);
  if (flags & FLAG.headerChecksum) await take(input, 2);
}

async function* inflateMember(input: ByteReader): AsyncGenerator<Buffer> {
  const inflater = new Inflater();
  let checksum = 0;
  let size = 0;
  try {
    while (!inflater.hasEnded) {
      const chunk = await input.chunk();
      if (chunk.length === 0) throw cutShort();
      for (let from = 0; from < chunk.length && !inflater.hasEnded; from += PORTION_BYTES) {
        const portion = chunk.subarray(from, from + PORTION_BYTES);
        const used = await inflater.write(portion);
        for (const piece of inflater.take()) {
          checksum = crc32(piece, checksum);
          size += piece.length;
          yield piece;
        }
        if (inflater.hasEnded) input.rest = chunk.subarray(from + used);
      }
    }
  } finally {
    inflater.close();
  }
  if (inflater.failure !== undefined) throw new DamagedLogError(`damaged gzip data: ${inflater.failure.message}`);
  const trailer = await take(input, TRAILER_BYTES);
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size % 2 ** 32) {
    throw new DamagedLogError("the gzip data's checksum is wrong");
  }
}

/** Keeps each piece as soon as it comes, because a stream that fails drops its buffered output. */
class Inflater {
  /** Or is damaged and cannot be read any further. */
  hasEnded = false;
  failure: Error | undefined;
  private readonly stream: InflateRaw = createInflateRaw();
  private pieces: Buffer[] = [];
  private onFinished = (): void => {};

  constructor() {
    const finish = (error?: Error): void => {
      this.hasEnded = true;
      this.failure = error;
      this.onFinished();
    };
    this.stream.on("data", (piece: Buffer) => this.pieces.push(piece));
    this.stream.on("end", () => finish());
    this.stream.on("error", finish);
  }

  /** Returns how many bytes were used: fewer than all if the data ended within the portion. */
  async write(portion: Buffer): Promise<number> {
    const before = this.stream.bytesWritten;
    // `Promise.race` with a promise of the end would keep a reaction for each portion until the member ends.
    await new Promise<void>((resolve) => {
      this.onFinished = resolve;
      this.stream.write(portion, () => resolve());
    });
    return this.stream.bytesWritten - before;
  }

  take(): Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  close(): void {
    this.stream.destroy();
  }
}

async function skipText(input: ByteReader): Promise<void> {
  if (!(await skipTo(input, (chunk) => chunk.indexOf(0)))) throw cutShort();
  input.rest = input.rest.subarray(1);
}

async function skipBytes(input: ByteReader, count: number): Promise<void> {
  let left = count;
  const isFound = await skipTo(input, (chunk) => {
    if (left < chunk.length) return left;
    left -= chunk.length;
    return -1;
  });
  if (!isFound && left > 0) throw cutShort();
}

/** Skips to the offset that `find` returns for a chunk, or -1. Returns false if the input ends before it. */
async function skipTo(input: ByteReader, find: (chunk: Buffer) => number): Promise<boolean> {
  for (let chunk = await input.chunk(); chunk.length > 0; chunk = await input.chunk()) {
    const offset = find(chunk);
    if (offset === -1) continue;
    input.rest = chunk.subarray(offset);
    return true;
  }
  return false;
}

async function take(input: ByteReader, count: number): Promise<Buffer> {
  const bytes = Buffer.from(await input.peek(count));
  if (bytes.length < count) throw cutShort();
  input.rest = input.rest.subarray(count);
  return bytes;
}

function cutShort(): DamagedLogError {
  return new DamagedLogError("the gzip data is cut short");
}
