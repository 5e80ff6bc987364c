import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BYTE_ORDER_MARK, LineReader } from "./line-reader.ts";
import { CopyError } from "./read-errors.ts";
import { writeAll } from "./sink.ts";
import { descriptorSource, NEVER, openUncompressed, readChunks, reportingSizes } from "./source.ts";

/** An input that is read once in order. After that, its bytes can be read again from a file. */
export interface Rereadable {
  readonly chunks: AsyncIterable<Buffer>;
  /** The descriptor of the file, valid until that of another input is asked for. Throws the system's error. */
  readonly fd: number;
  /** How many bytes of the file come before those of the input. */
  readonly start: number;
  /** Whether the file is a copy, to which only this program writes. */
  readonly isCopy: boolean;
  /** The bytes once more, as many as `chunks` gave. Each chunk is valid until the next one is asked for. */
  again(): AsyncIterable<Buffer>;
}

/**
 * The files from which inputs are read again. A regular file that is not compressed is read again itself, even if it is
 * renamed meanwhile; the `maxOpen` files last used stay open, others are opened again by their paths. All other inputs
 * are decompressed and copied to one temporary file, which is deleted as soon as it is open.
 */
export class RereadableFiles {
  private readonly signal: AbortSignal;
  private readonly maxOpen: number;
  /** The descriptors of the regular files that are open, each by an object of its own, the one last used at the end. */
  private readonly descriptors = new Map<object, number>();
  private copies: number | undefined;
  private copiedBytes = 0;

  constructor(signal: AbortSignal = NEVER, maxOpen = Number.POSITIVE_INFINITY) {
    this.signal = signal;
    this.maxOpen = maxOpen;
  }

  /**
   * Makes an input rereadable: the file at `path`, or what `open` reads. Its chunks must be read before the next one is
   * opened. This method and the chunks throw the system's error, or a CopyError.
   */
  open(path: string | undefined, open: () => AsyncIterable<Buffer>): Rereadable {
    const { signal } = this;
    const fd = path === undefined ? undefined : openUncompressed(path);
    const isCopy = path === undefined || fd === undefined;
    const start = isCopy ? this.copiedBytes : 0;
    const descriptor = isCopy ? this.copiesDescriptor() : this.regularDescriptor(path, fd);
    const chunks = isCopy ? copying(open(), descriptor()) : descriptorSource(fd, signal);
    let size = 0;
    return {
      chunks: reportingSizes(chunks, (bytes) => {
        size += bytes;
        if (isCopy) this.copiedBytes += bytes;
      }),
      get fd() {
        return descriptor();
      },
      start,
      isCopy,
      again: () => readChunks(descriptor(), signal, { start, end: start + size }),
    };
  }

  close(): void {
    for (const fd of this.descriptors.values()) closeSync(fd);
    this.descriptors.clear();
    if (this.copies !== undefined) closeSync(this.copies);
    this.copies = undefined;
  }

  private copiesDescriptor(): () => number {
    this.copies ??= temporaryFile();
    const fd = this.copies;
    return () => fd;
  }

  /** What returns the descriptor of a file that was just opened, and opens it again if it is no longer open. */
  private regularDescriptor(path: string, opened: number): () => number {
    const file = {};
    this.keep(file, opened);
    return () => {
      const fd = this.descriptors.get(file) ?? openSync(path, "r");
      this.descriptors.delete(file);
      return this.keep(file, fd);
    };
  }

  private keep(file: object, fd: number): number {
    const { descriptors } = this;
    for (const [other, descriptor] of descriptors) {
      if (descriptors.size < this.maxOpen) break;
      closeSync(descriptor);
      descriptors.delete(other);
    }
    descriptors.set(file, fd);
    return fd;
  }
}

/** Opens a temporary file that is already deleted. Throws a CopyError. */
function temporaryFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), "normalizer-"));
    try {
      const path = join(folder, "log");
      const fd = openSync(path, "wx+", 0o600);
      unlinkSync(path);
      return fd;
    } finally {
      // `rmSync` with `recursive` would need a file descriptor, and there may be none left.
      rmdirSync(folder);
    }
  } catch (error) {
    throw new CopyError(tmpdir(), error);
  }
}

/** Passes the chunks on once they are written to a file. Throws a CopyError. */
async function* copying(chunks: AsyncIterable<Buffer>, fd: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    try {
      writeAll(fd, chunk);
    } catch (error) {
      throw new CopyError(tmpdir(), error);
    }
    yield chunk;
  }
}

const EMPTY = Buffer.alloc(0);
const LINE_END = Buffer.from("\r\n");

/** A log of the CRI log format with its parts joined. Each of its lines can be read again by itself. */
export async function* joinedLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = new LineReader({ input: { format: "cri" } });
  lines.begin();
  // Without it, one that begins the first line would be dropped.
  let before = BYTE_ORDER_MARK;
  const joined = (): Buffer => {
    const texts: Buffer[] = [];
    while (lines.next()) {
      const { criLine } = lines;
      const line =
        criLine === undefined
          ? lines.bytes.subarray(lines.start, lines.end)
          : criLine.line.subarray(criLine.start, criLine.end);
      // The reader leaves out a carriage return before a newline. One that is the end of a line must stay.
      texts.push(before, Buffer.from(line), LINE_END);
      before = EMPTY;
    }
    return Buffer.concat(texts);
  };
  for await (const chunk of input) {
    lines.push(chunk);
    yield joined();
  }
  lines.finish();
  yield joined();
}
