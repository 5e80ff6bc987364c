import { fstatSync, readSync, type Stats } from "node:fs";
import { FIRST_FILE, type LineReader, markLength } from "../io/line-reader.ts";
import type { LineTextOptions } from "../io/line-text.ts";
import { ChangedFileError } from "../io/read-errors.ts";
import { joinedLines, type Rereadable, type RereadableFiles } from "../io/rereadable.ts";
import { reportingSizes } from "../io/source.ts";
import { CARRIAGE_RETURN, NEWLINE } from "../text/bytes/ascii.ts";
import { copyBytes } from "../text/bytes/copy.ts";
import { countUpTo } from "../text/collections/numbers.ts";
import type { Log } from "./log.ts";

/** Noted offsets are at least this many lines or bytes apart. */
const LINES_PER_OFFSET = 16;
const BYTES_PER_OFFSET = 64 * 1024;

/** Read at once while lines are read one after the other. */
const READ_AHEAD_BYTES = 256 * 1024;

/** The coarsest resolution of the modification times of files. */
const MAX_TIME_RESOLUTION_MS = 2000;

/**
 * A log that is read once from its beginning to its end. Its lines can then be read again by their numbers, in any
 * order, but fastest one after the other. Keeps the offset of every sixteenth line, which takes about a byte per line.
 */
export class RereadableLog {
  lines = 0;

  private readonly log: Log;
  private readonly source: Rereadable;
  /** The line numbers of the offsets that are kept. */
  private readonly noted: number[] = [];
  private readonly offsets: number[] = [];
  private size = 0;

  /** Some whole lines of the file, their end in the file, and the number of the line after them. */
  private window: Buffer = Buffer.alloc(0);
  private windowEnd = 0;
  private afterWindow = 0;
  /** The beginning in the window of the line to be read next, and its number. */
  private cursor = 0;
  private cursorLine = 0;

  /** The file before it was read. Undefined if only this program writes to it. */
  private readonly before: Stats | undefined;
  /** Whether it had the same size and times when a line was last read from it. */
  private isUnchanged = true;
  /** Whether the file was written so recently that another write might leave its times the same. */
  private readonly isFresh: boolean;

  constructor(named: Log, files: RereadableFiles, { input }: LineTextOptions = {}) {
    // Parts of a line are joined before it is copied, so that it can be read again by itself.
    const isJoined = input?.format === "cri";
    this.log = isJoined ? { ...named, path: undefined, open: () => joinedLines(named.open()) } : named;
    this.source = files.open(this.log.path, () => this.log.open());
    this.before = this.source.isCopy ? undefined : fstatSync(this.source.fd);
    this.isFresh = this.before !== undefined && Date.now() - this.before.mtimeMs < MAX_TIME_RESOLUTION_MS;
  }

  get name(): string {
    return this.log.name;
  }

  /** Calls `take` for each line that the reader finds, or that `next` takes from it. Rejects with the read error. */
  async read(reader: LineReader, take: () => void, next = () => reader.next()): Promise<void> {
    const { chunks, isCopy } = this.source;
    // A log that is copied is opened by itself, and says what is read of it.
    const reported = isCopy ? chunks : reportingSizes(chunks, this.log.onRead);
    for await (const _ of reader.read(reported, FIRST_FILE)) {
      for (let start = reader.position; next(); start = reader.position) {
        this.note(reader.number, start);
        this.lines++;
        take();
      }
    }
    this.size = reader.position;
  }

  private note(line: number, offset: number): void {
    const last = this.noted.length - 1;
    if (last >= 0 && line - this.noted[last]! < LINES_PER_OFFSET && offset - this.offsets[last]! < BYTES_PER_OFFSET)
      return;
    this.noted.push(line);
    this.offsets.push(offset);
  }

  /**
   * Reads a line again, without its terminator. It stays valid. Throws the log's error, or a ChangedFileError if the
   * file may have changed and the line is not the same.
   */
  line(number: number, isSame: (line: Buffer) => boolean): Buffer {
    try {
      const line = this.again(number);
      if (!this.isUnchanged && !isSame(line)) throw new ChangedFileError();
      return line;
    } catch (error) {
      throw this.log.failure(error);
    }
  }

  /** Frees what was read ahead. */
  release(): void {
    this.window = Buffer.alloc(0);
    this.windowEnd = 0;
    this.afterWindow = 0;
    this.cursorLine = 0;
  }

  private again(number: number): Buffer {
    const isFar = number - this.cursorLine >= LINES_PER_OFFSET;
    if (isFar || number < this.cursorLine || number >= this.afterWindow) this.seek(number);
    while (this.cursorLine < number) this.advance();
    const start = this.cursor;
    this.advance();
    return this.content(start, this.cursor);
  }

  /** Moves to the last noted offset at or before the line, and reads from there up to a noted offset after it. */
  private seek(number: number): void {
    const { noted, offsets } = this;
    // No line comes before the first one noted.
    const first = countUpTo(noted, number) - 1;
    const from = offsets[first]!;
    const start = this.windowEnd - this.window.length;
    if (from >= start && from < this.windowEnd) {
      this.cursor = from - start;
      this.cursorLine = noted[first]!;
      return;
    }
    const isNext = from === this.windowEnd;
    const last = isNext ? Math.max(first, countUpTo(offsets, from + READ_AHEAD_BYTES) - 2) : first;
    const to = offsets[last + 1] ?? this.size;
    // What is in memory is lost, even if reading fails.
    this.windowEnd = 0;
    this.afterWindow = 0;
    const window = Buffer.allocUnsafe(to - from);
    const { fd, start: before } = this.source;
    readFully(fd, window, before + from);
    this.isUnchanged = this.before === undefined || (!this.isFresh && isSameState(this.before, fstatSync(fd)));
    this.window = window;
    this.windowEnd = to;
    this.afterWindow = noted[last + 1] ?? Number.POSITIVE_INFINITY;
    this.cursor = 0;
    this.cursorLine = noted[first]!;
  }

  private advance(): void {
    if (this.cursor >= this.window.length) throw new ChangedFileError();
    const newline = this.window.indexOf(NEWLINE, this.cursor);
    this.cursor = newline === -1 ? this.window.length : newline + 1;
    this.cursorLine++;
  }

  /** The content of the line that begins at `start` in the window. The next line begins at `next`. */
  private content(start: number, next: number): Buffer {
    const { window } = this;
    let end = next;
    if (window[end - 1] === NEWLINE) {
      end--;
      if (end > start && window[end - 1] === CARRIAGE_RETURN) end--;
    }
    const isFirst = start === 0 && this.windowEnd === window.length;
    const from = isFirst ? start + markLength(window.subarray(start, end)) : start;
    // A line that is held should not hold many others.
    if (window.length > READ_AHEAD_BYTES) return window.subarray(from, end);
    const line = Buffer.allocUnsafe(end - from);
    copyBytes(window, from, end, line, 0);
    return line;
  }
}

function isSameState(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

function readFully(fd: number, target: Buffer, offset: number): void {
  for (let done = 0; done < target.length; ) {
    const count = readSync(fd, target, done, target.length - done, offset + done);
    if (count === 0) throw new ChangedFileError();
    done += count;
  }
}
