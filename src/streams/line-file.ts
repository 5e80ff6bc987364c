import { fstatSync, readSync, type Stats } from "node:fs";
import { markLength } from "./line-cutter.ts";
import { ChangedFileError } from "./read-errors.ts";

/** A place is noted for every so many lines, or bytes. */
const LINES_A_PLACE = 16;
const BYTES_A_PLACE = 64 * 1024;

/** Read at once where lines are asked for one after the other. */
const AHEAD_BYTES = 256 * 1024;

/** Dates of files are as coarse as this at the worst. */
const FRESH_MS = 2000;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The lines of an open file, by their numbers, in any order and quickest one after the other. It is told once where each
 * begins, and remembers one place in sixteen: a byte a line.
 */
export class LineFile {
  private readonly fd: number;
  /** The numbers of the lines whose places are noted, and these places. */
  private readonly noted: number[] = [];
  private readonly places: number[] = [];
  private size = 0;

  /** Some whole lines of the file, where they end, and the number of the line after them. */
  private window: Buffer = Buffer.alloc(0);
  private windowEnd = 0;
  private afterWindow = 0;
  /** Where in the window a line begins, and its number. */
  private cursor = 0;
  private cursorLine = 0;

  /** Of a file that others may write to, its state before it was read. */
  private readonly before: Stats | undefined;
  /** Whether nobody had written to the file when a line was last read from it, as far as its dates tell. */
  isUnchanged = true;
  /** Whether the file was written just before, so that another write may leave it with the same date. */
  private readonly isFresh: boolean;

  /** To be made before the file is read. An own file is one that nobody else writes to. */
  constructor(fd: number, isOwn: boolean) {
    this.fd = fd;
    this.before = isOwn ? undefined : fstatSync(fd);
    this.isFresh = this.before !== undefined && Date.now() - this.before.mtimeMs < FRESH_MS;
  }

  /** Is told of every line in turn: its number, from 1 on, and how many bytes lie before it. */
  note(line: number, place: number): void {
    const last = this.noted.length - 1;
    if (last >= 0 && line - this.noted[last]! < LINES_A_PLACE && place - this.places[last]! < BYTES_A_PLACE) return;
    this.noted.push(line);
    this.places.push(place);
  }

  /** Is told at the end how many bytes all lines have. */
  end(size: number): void {
    this.size = size;
  }

  /**
   * The bytes of a line by its number, without its terminator and without a byte order mark before the first. They stay as
   * they are. Throws a ChangedFileError where the file has no such line any more, or the system's error.
   */
  line(number: number): Buffer {
    if (number < this.cursorLine || number >= this.afterWindow) this.seek(number);
    while (this.cursorLine < number) this.pass();
    const start = this.cursor;
    this.pass();
    return this.content(start, this.cursor);
  }

  /** Goes to the last noted place at or before the line, and reads from there to a noted place behind it. */
  private seek(number: number): void {
    const { noted, places } = this;
    const first = lastAtMost(noted, number);
    const from = places[first]!;
    const start = this.windowEnd - this.window.length;
    if (from >= start && from < this.windowEnd) {
      this.cursor = from - start;
      this.cursorLine = noted[first]!;
      return;
    }
    const goesOn = from === this.windowEnd;
    const last = goesOn ? Math.max(first, lastAtMost(places, from + AHEAD_BYTES) - 1) : first;
    const to = places[last + 1] ?? this.size;
    // Not into the memory of the window before: lines of that were handed out.
    const window = Buffer.allocUnsafe(to - from);
    readFully(this.fd, window, from);
    this.isUnchanged = this.before === undefined || (!this.isFresh && isSameState(this.before, fstatSync(this.fd)));
    this.window = window;
    this.windowEnd = to;
    this.afterWindow = noted[last + 1] ?? Number.POSITIVE_INFINITY;
    this.cursor = 0;
    this.cursorLine = noted[first]!;
  }

  /** Goes to the line after. */
  private pass(): void {
    if (this.cursor >= this.window.length) throw new ChangedFileError();
    const newline = this.window.indexOf(NEWLINE, this.cursor);
    this.cursor = newline === -1 ? this.window.length : newline + 1;
    this.cursorLine++;
  }

  /** A line that lies in the window from its first byte to the next line's. */
  private content(start: number, next: number): Buffer {
    const { window } = this;
    let end = next;
    if (window[end - 1] === NEWLINE) {
      end--;
      if (end > start && window[end - 1] === CARRIAGE_RETURN) end--;
    }
    const isFirst = start === 0 && this.windowEnd === window.length;
    const line = window.subarray(start, end);
    return isFirst ? line.subarray(markLength(line)) : line;
  }
}

function isSameState(a: Stats, b: Stats): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** The index of the last number that is not greater; the numbers ascend, and the first is not greater. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle]! <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readFully(fd: number, target: Buffer, place: number): void {
  for (let done = 0; done < target.length; ) {
    const count = readSync(fd, target, done, target.length - done, place + done);
    if (count === 0) throw new ChangedFileError();
    done += count;
  }
}
