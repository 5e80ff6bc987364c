// Gzip (RFC 1952) read member by member, each inflated by the runtime's zlib. Its own reader of whole gzip streams
// throws away the last that it decompressed when something else follows a member, and nothing that could be read of a
// log should be lost.
import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { DamagedGzipError } from "./read-errors.ts";

/** How much is inflated at a time. It can grow a thousandfold, and all of that is given before more is read. */
const PORTION = 16 * 1024;

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** The bytes with which each member of gzip begins. */
export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** The decompressed bytes of gzip's members. Throws a DamagedGzipError after all that could be decompressed. */
export async function* gunzip(input: ByteReader): AsyncGenerator<Buffer> {
  for (let head = await input.peek(2); head.length > 0; head = await input.peek(2)) {
    if (!head.equals(GZIP_MAGIC)) throw new DamagedGzipError("something else follows the gzip data");
    await skipHeader(input);
    yield* inflateMember(input);
    await skipPadding(input);
  }
}

async function skipHeader(input: ByteReader): Promise<void> {
  const header = await take(input, HEADER_BYTES);
  const flags = header[3]!;
  if (header[2] !== DEFLATE || (flags & FLAG.reserved) !== 0) throw new DamagedGzipError("damaged gzip header");
  if (flags & FLAG.extra) await skipBytes(input, (await take(input, 2)).readUInt16LE());
  if (flags & FLAG.name) await skipText(input);
  if (flags & FLAG.comment) await skipText(input);
  if (flags & FLAG.headerChecksum) await take(input, 2);
}

async function* inflateMember(input: ByteReader): AsyncGenerator<Buffer> {
  const inflated = new Inflated();
  let checksum = 0;
  let size = 0;
  try {
    while (!inflated.ended) {
      const chunk = await input.chunk();
      if (chunk.length === 0) throw cutShort();
      for (let from = 0; from < chunk.length && !inflated.ended; from += PORTION) {
        const portion = chunk.subarray(from, from + PORTION);
        const used = await inflated.write(portion);
        for (const piece of inflated.take()) {
          checksum = crc32(piece, checksum);
          size += piece.length;
          yield piece;
        }
        if (inflated.ended) input.putBack(chunk.subarray(from + used));
      }
    }
  } finally {
    inflated.close();
  }
  if (inflated.failure !== undefined) throw new DamagedGzipError(`damaged gzip data: ${inflated.failure.message}`);
  const trailer = await take(input, TRAILER_BYTES);
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size % 2 ** 32) {
    throw new DamagedGzipError("the gzip data's checksum is wrong");
  }
}

/** Inflates what is written to it. A stream that fails drops what it has not handed out, so each piece is kept at once. */
class Inflated {
  /** Whether the data came to its end, or cannot be read any further. */
  ended = false;
  failure: Error | undefined;
  private readonly stream: InflateRaw = createInflateRaw();
  private pieces: Buffer[] = [];
  private onFinished = (): void => {};

  constructor() {
    const finish = (error?: Error): void => {
      this.ended = true;
      this.failure = error;
      this.onFinished();
    };
    this.stream.on("data", (piece: Buffer) => this.pieces.push(piece));
    this.stream.on("end", () => finish());
    this.stream.on("error", finish);
  }

  /** Gives the count of bytes that were used; fewer than all when the data ended among them. */
  async write(portion: Buffer): Promise<number> {
    const before = this.stream.bytesWritten;
    // Not a race with one promise of the end: that would hold a reaction for each portion until the member ends.
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

/** Some writers fill up with zeros what they write. */
async function skipPadding(input: ByteReader): Promise<void> {
  await skipTo(input, (chunk) => chunk.findIndex((byte) => byte !== 0));
}

/** Skips a text and the zero that ends it. */
async function skipText(input: ByteReader): Promise<void> {
  if (!(await skipTo(input, (chunk) => chunk.indexOf(0)))) throw cutShort();
  input.skip(1);
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

/** Skips up to the place that `find` gives in one chunk after the other, -1 if it is in none; false at the end of all. */
async function skipTo(input: ByteReader, find: (chunk: Buffer) => number): Promise<boolean> {
  for (let chunk = await input.chunk(); chunk.length > 0; chunk = await input.chunk()) {
    const place = find(chunk);
    if (place === -1) continue;
    input.putBack(chunk.subarray(place));
    return true;
  }
  return false;
}

async function take(input: ByteReader, count: number): Promise<Buffer> {
  const bytes = Buffer.from(await input.peek(count));
  if (bytes.length < count) throw cutShort();
  input.skip(count);
  return bytes;
}

function cutShort(): DamagedGzipError {
  return new DamagedGzipError("the gzip data is cut short");
}
