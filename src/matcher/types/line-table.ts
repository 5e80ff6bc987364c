/** Entries of a page; a page has 4 KiB. */
const BITS = 10;
const MASK = (1 << BITS) - 1;

/** How many pages are kept for the next line. A line that needed more is rare. */
const KEPT = 16;

/**
 * Numbers remembered of a line, by a key that is at least 0. What was not set is 0. Keys are counted from the line's end,
 * which every caller knows, where the line may begin anywhere in the buffer. Memory goes to the pages that were set: a
 * short text in a line of megabytes needs one.
 */
export class LineTable {
  private readonly pages = new Map<number, Int32Array>();
  private isUsed = false;

  get(key: number): number {
    const page = this.pages.get(key >>> BITS);
    return page === undefined ? 0 : page[key & MASK]!;
  }

  set(key: number, value: number): void {
    this.isUsed = true;
    let page = this.pages.get(key >>> BITS);
    if (page === undefined) {
      page = new Int32Array(MASK + 1);
      this.pages.set(key >>> BITS, page);
    }
    page[key & MASK] = value;
  }

  /** Makes all numbers 0. */
  reset(): void {
    if (!this.isUsed) return;
    this.isUsed = false;
    if (this.pages.size > KEPT) this.pages.clear();
    for (const page of this.pages.values()) page.fill(0);
  }
}
