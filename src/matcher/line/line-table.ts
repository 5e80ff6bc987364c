import type { Line } from "./line.ts";

/** So many numbers are kept in a list, as most lines have no more. */
const LISTED = 8;

/** Entries of a page; a page has 4 KiB. */
const BITS = 10;
const MASK = (1 << BITS) - 1;

/** How many pages are kept for the next line. A line that needed more is rare. */
const KEPT = 16;

/**
 * Numbers remembered of the current line, by a key that is at least 0. What was not set is 0. Keys are counted from the
 * line's end, as the line may begin anywhere in the buffer. Memory goes to the pages that were set: a short text in a line of
 * megabytes needs one.
 */
export class LineTable {
  private readonly line: Line;
  /** The line that all is of. */
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
    const page = this.hasPages ? this.pages.get(key >>> BITS) : undefined;
    return page === undefined ? 0 : page[key & MASK]!;
  }

  set(key: number, value: number): void {
    if (this.serial !== this.line.serial) this.begin();
    let i = 0;
    while (i < this.listed && this.keys[i] !== key) i++;
    if (i === LISTED) {
      this.setInPage(key, value);
      return;
    }
    this.keys[i] = key;
    this.values[i] = value;
    if (i === this.listed) this.listed++;
  }

  private begin(): void {
    this.serial = this.line.serial;
    this.listed = 0;
    this.hasPages = false;
  }

  private setInPage(key: number, value: number): void {
    const { pages } = this;
    if (!this.hasPages) {
      this.hasPages = true;
      if (pages.size > KEPT) pages.clear();
      for (const page of pages.values()) page.fill(0);
    }
    let page = pages.get(key >>> BITS);
    if (page === undefined) {
      page = new Int32Array(MASK + 1);
      pages.set(key >>> BITS, page);
    }
    page[key & MASK] = value;
  }
}
