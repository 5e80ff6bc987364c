import { closeSync, openSync } from "node:fs";
import { LineFile } from "../../io/line-file.ts";
import { FIRST_FILE, type LineReader } from "../../io/line-reader.ts";
import { ChangedFileError } from "../../io/read-errors.ts";
import { copying, temporaryFile } from "../../io/rereadable.ts";
import { descriptorSource, openUncompressed, reportingSizes } from "../../io/source.ts";
import type { Log } from "../../run/log.ts";

/** One log of a side. It is read once from its beginning to its end. Its lines can then be read again, in any order. */
export class SideLog {
  /** How many lines were read. */
  lines = 0;

  private readonly log: Log;
  private readonly source: SideFile;
  private readonly file: LineFile;

  /** Opens the log as one of the files of its side. Throws the error of the file. */
  constructor(log: Log, files: SideFiles, signal: AbortSignal) {
    this.log = log;
    this.source = files.open(log, signal);
    this.file = new LineFile(this.source, this.source);
  }

  get name(): string {
    return this.log.name;
  }

  /** Reads the log to its end and calls `take` for each line that the reader finds. Rejects with the read error. */
  async read(reader: LineReader, take: () => void): Promise<void> {
    for await (const _ of reader.read(this.source.chunks, FIRST_FILE)) {
      for (let start = reader.position; reader.next(); start = reader.position) {
        this.file.note(reader.number, start);
        this.lines++;
        take();
      }
    }
    this.file.end(reader.position);
  }

  /**
   * Reads a line again. Throws the log's error, or a ChangedFileError if the file may have changed and the line is not
   * the same.
   */
  line(number: number, isSame: (line: Buffer) => boolean): Buffer {
    try {
      const line = this.file.line(number);
      if (!this.file.isUnchanged && !isSame(line)) throw new ChangedFileError();
      return line;
    } catch (error) {
      throw this.log.failure(error);
    }
  }

  /** Frees the memory that speeds up reading the next line. */
  release(): void {
    this.file.release();
  }
}

/** How many logs of a side stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** A log that was opened, and the file in which its bytes can be read again. */
interface SideFile {
  /** The bytes in order, decompressed. */
  readonly chunks: AsyncIterable<Buffer>;
  /** The file's descriptor until that of another log is asked for. Throws the system's error. */
  readonly fd: number;
  /** How many bytes of the file come before those of the log. */
  readonly start: number;
  /** Whether the file is a copy, to which only this program writes. */
  readonly isCopy: boolean;
}

interface RegularFile {
  readonly path: string;
}

/**
 * The files of the logs of a side. Regular files that are not compressed are read again directly: the last few stay
 * open, others are opened again when needed. All other logs are copied to one temporary file, of which nothing is left
 * however the program ends.
 */
export class SideFiles {
  /** The descriptors of the files that are open, the one last used at the end. */
  private readonly descriptors = new Map<RegularFile, number>();
  private copies: number | undefined;
  private copiedBytes = 0;

  /** Opens a log. Its chunks must be read before the next one is opened. Throws the system's error, or a CopyError. */
  open(log: Log, signal: AbortSignal): SideFile {
    const { path } = log;
    const fd = path === undefined ? undefined : openUncompressed(path);
    if (path === undefined || fd === undefined) return this.copyOf(log.open());
    const file: RegularFile = { path };
    this.keep(file, fd);
    const descriptor = (): number => this.descriptor(file);
    return {
      chunks: descriptorSource(fd, signal),
      get fd() {
        return descriptor();
      },
      start: 0,
      isCopy: false,
    };
  }

  close(): void {
    for (const fd of this.descriptors.values()) closeSync(fd);
    this.descriptors.clear();
    if (this.copies !== undefined) closeSync(this.copies);
    this.copies = undefined;
  }

  private copyOf(chunks: AsyncIterable<Buffer>): SideFile {
    this.copies ??= temporaryFile();
    const copied = reportingSizes(copying(chunks, this.copies), (bytes) => {
      this.copiedBytes += bytes;
    });
    return { chunks: copied, fd: this.copies, start: this.copiedBytes, isCopy: true };
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
      if (descriptors.size < MAX_OPEN_FILES) break;
      closeSync(descriptor);
      descriptors.delete(other);
    }
    descriptors.set(file, fd);
    return fd;
  }
}
