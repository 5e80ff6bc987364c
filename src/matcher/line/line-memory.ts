// What elements remember of the current line: mostly where they failed, so that no failure is repeated however many
// ways lead to it.
import type { Line } from "./line.ts";

/** A short list holds the first entries. Most lines need no more. */
const MAX_LISTED = 8;

/** Entries of a page; a page has 4 KiB. */
const PAGE_BITS = 10;
const MASK = (1 << PAGE_BITS) - 1;

/** How many pages are kept for the next line. Few lines need more. */
const MAX_KEPT_PAGES = 16;

/**
 * Numbers about the current line, by keys from 0 on. An entry that was not set is 0. Callers count keys from the end of
 * the line, which may begin anywhere in the buffer. Only pages that are set take memory: a short text in a line of
 * megabytes needs one.
 */
export class LineTable {
  private readonly line: Line;
  /** The line that the entries belong to. */
  private serial = -1;
  private readonly keys: number[] = [];
  private readonly values: number[] = [];
  private listed = 0;
  private readonly pages = new Map<number, Int32Array>();
  private hasPages = false;

  constructor(line: Line) {
    this.line = line;
  }

  get(key: number): number {
    if (this.serial !== this.line.serial) return 0;
    for (let i = 0; i < this.listed; i++) if (this.keys[i] === key) return this.values[i]!;
    const page = this.hasPages ? this.pages.get(key >>> PAGE_BITS) : undefined;
    return page === undefined ? 0 : page[key & MASK]!;
  }

  set(key: number, value: number): void {
    if (this.serial !== this.line.serial) this.begin();
    let i = 0;
    while (i < this.listed && this.keys[i] !== key) i++;
    if (i === MAX_LISTED) {
      this.setInPage(key, value);
      return;
    }
    this.keys[i] = key;
    this.values[i] = value;
    if (i === this.listed) this.listed++;
  }

  private begin(): void {
    this.serial = this.line.serial;
    this.line.isRemembered = true;
    this.listed = 0;
    this.hasPages = false;
  }

  private setInPage(key: number, value: number): void {
    const { pages } = this;
    if (!this.hasPages) {
      this.hasPages = true;
      if (pages.size > MAX_KEPT_PAGES) pages.clear();
      for (const page of pages.values()) page.fill(0);
    }
    let page = pages.get(key >>> PAGE_BITS);
    if (page === undefined) {
      page = new Int32Array(MASK + 1);
      pages.set(key >>> PAGE_BITS, page);
    }
    page[key & MASK] = value;
  }
}

/** A set of offsets in the current line, one bit each: a line may have more offsets than a `Set` can hold. */
export class OffsetSet {
  private readonly line: Line;
  /** Words of 32 offsets, counted from the line's end. */
  private readonly words: LineTable;

  constructor(line: Line) {
    this.line = line;
    this.words = new LineTable(line);
  }

  has(offset: number): boolean {
    const key = this.line.end - offset;
    return ((this.words.get(key >>> 5) >>> (key & 31)) & 1) === 1;
  }

  add(offset: number): void {
    const key = this.line.end - offset;
    this.words.set(key >>> 5, this.words.get(key >>> 5) | (1 << (key & 31)));
  }
}

/**
 * The first start that failed in each run. A start has failed at every end after it, so a different start in the same
 * run need only try the ends up to that start.
 */
export class FailedStarts {
  private readonly line: Line;
  /** Starts by the end of their run. Both count from the end of the line. */
  private readonly starts: LineTable;

  constructor(line: Line) {
    this.line = line;
    this.starts = new LineTable(line);
  }

  /** The last end in the run that is still worth trying. */
  lastEnd(runEnd: number): number {
    const start = this.starts.get(this.line.end - runEnd);
    return start === 0 ? runEnd : this.line.end - start;
  }

  add(runEnd: number, start: number): void {
    if (start < this.lastEnd(runEnd)) this.starts.set(this.line.end - runEnd, this.line.end - start);
  }
}

/** The first offset of the current line where a monotone parser failed. It fails at every later offset. */
export class FirstFailure {
  private readonly line: Line;
  private serial = -1;
  private known = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** Beyond the end of the line if it has not failed. */
  get offset(): number {
    return this.serial === this.line.serial ? this.known : this.line.end + 1;
  }

  /** Records a failure, which may come after the first one. */
  note(offset: number): void {
    this.known = Math.min(offset, this.offset);
    this.serial = this.line.serial;
    this.line.isRemembered = true;
  }
}
