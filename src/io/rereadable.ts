import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BYTE_ORDER_MARK, LineReader } from "./line-reader.ts";
import { CopyError } from "./read-errors.ts";
import { writeAll } from "./sink.ts";
import { descriptorSource, NEVER, openUncompressed, positionedSource, reportingSizes } from "./source.ts";

/** An input that is read once in order. After that, its bytes can be read again from a file. */
export interface Rereadable {
  /** The bytes in order, decompressed. */
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

interface RegularFile {
  readonly path: string;
}

/**
 * The files from which inputs are read again. A regular file that is not compressed is read again itself, even if it is
 * renamed or deleted meanwhile. If there may be more of them than `maxOpen`, those last used stay open, and others are
 * opened again by their paths. All other inputs are decompressed and copied to one temporary file, of which nothing is
 * left however the program ends, as it is deleted immediately after it is opened.
 */
export class RereadableFiles {
  private readonly signal: AbortSignal;
  private readonly maxOpen: number;
  /** The descriptors of the regular files that are open, the one last used at the end. */
  private readonly descriptors = new Map<RegularFile, number>();
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
    let size = 0;
    if (path === undefined || fd === undefined) {
      this.copies ??= temporaryFile();
      const [copies, start] = [this.copies, this.copiedBytes];
      const chunks = reportingSizes(copying(open(), copies), (bytes) => {
        size += bytes;
        this.copiedBytes += bytes;
      });
      return { chunks, fd: copies, start, isCopy: true, again: () => positionedSource(copies, start, size, signal) };
    }
    const file: RegularFile = { path };
    this.keep(file, fd);
    const descriptor = (): number => this.descriptor(file);
    return {
      chunks: reportingSizes(descriptorSource(fd, signal), (bytes) => {
        size += bytes;
      }),
      get fd() {
        return descriptor();
      },
      start: 0,
      isCopy: false,
      again: () => positionedSource(descriptor(), 0, size, signal),
    };
  }

  close(): void {
    for (const fd of this.descriptors.values()) closeSync(fd);
    this.descriptors.clear();
    if (this.copies !== undefined) closeSync(this.copies);
    this.copies = undefined;
  }

  private descriptor(file: RegularFile): number {
    const known = this.descriptors.get(file);
    if (known === undefined) return this.keep(file, openSync(file.path, "r"));
    this.descriptors.delete(file);
    this.descriptors.set(file, known);
    return known;
  }

  private keep(file: RegularFile, fd: number): number {
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
export function temporaryFile(): number {
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

/** Passes the chunks on once they are written to the end of a file. Throws a CopyError if they cannot be. */
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

/**
 * A log of the CRI log format with its parts joined. Each of its lines can be read again by itself.
 */
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
