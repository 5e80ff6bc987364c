import { LineFile } from "../io/line-file.ts";
import { FIRST_FILE, type LineReader } from "../io/line-reader.ts";
import type { LineTextOptions } from "../io/line-text.ts";
import { ChangedFileError } from "../io/read-errors.ts";
import { joinedLines, type Rereadable, type RereadableFiles } from "../io/rereadable.ts";
import { reportingSizes } from "../io/source.ts";
import type { Log } from "./log.ts";

/** A log that is read once from its beginning to its end. Its lines can then be read again, in any order. */
export class RereadableLog {
  /** How many lines were read. */
  lines = 0;

  private readonly log: Log;
  private readonly source: Rereadable;
  private readonly file: LineFile;

  /** Opens the log as one of the files. Throws the error of the file. */
  constructor(named: Log, files: RereadableFiles, { input }: LineTextOptions = {}) {
    const log = input?.format === "cri" ? withWholeLines(named) : named;
    this.log = log;
    this.source = files.open(log.path, () => log.open());
    this.file = new LineFile(this.source);
  }

  get name(): string {
    return this.log.name;
  }

  /**
   * Reads the log to its end and calls `take` for each line that the reader finds, or that `next` takes from it.
   * Rejects with the read error.
   */
  async read(reader: LineReader, take: () => void, next = () => reader.next()): Promise<void> {
    const { chunks, isCopy } = this.source;
    // A log that is copied is opened by itself, and says what is read of it.
    const reported = isCopy ? chunks : reportingSizes(chunks, this.log.onRead);
    for await (const _ of reader.read(reported, FIRST_FILE)) {
      for (let start = reader.position; next(); start = reader.position) {
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

/** A log whose lines can be read again one by one. It has no path, so that it is copied. */
function withWholeLines(log: Log): Log {
  return { ...log, path: undefined, open: () => joinedLines(log.open()) };
}
