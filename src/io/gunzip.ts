// Reads gzip (RFC 1952) member by member, and has the runtime's zlib inflate each. `createGunzip` was refused: when
// something else follows a member, it drops the last data that it has decompressed, and no readable part of a log
// should be lost.
import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import { DamagedLogError } from "./read-errors.ts";

/** Reads chunks as a single sequence of bytes, in amounts of any size. Methods reject with the error of the source. */
export class ByteReader {
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

/** How many bytes are inflated at once. They can grow a thousandfold, and all that must be held in memory. */
const PORTION_BYTES = 16 * 1024;

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** The bytes with which each gzip member begins. */
export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Decompresses all members. If the data is damaged, throws a DamagedLogError after everything that was readable. */
export async function* gunzip(input: ByteReader): AsyncGenerator<Buffer> {
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
  if (flags & FLAG.extra) await take(input, (await take(input, 2)).readUInt16LE());
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
  /** Whether the data has ended, or is damaged and cannot be read any further. */
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
