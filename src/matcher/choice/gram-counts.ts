import { type GramLength, gramHash } from "../search/gram-hash.ts";

/** Counters for each byte of the texts; two grams that share one are counted together, which is seldom and harmless. */
const SPARSE = 2;
const FEWEST = 256;
const MOST = 1 << 20;

/** Counts in how many of several lists of texts each gram occurs: so often at most. */
export class GramCounts {
  private readonly length: GramLength;
  private readonly counts: Uint32Array;
  /** The last list in which it was counted, by number. */
  private readonly lists: Uint32Array;

  constructor(length: GramLength, lists: readonly (readonly Uint8Array[])[]) {
    this.length = length;
    let bytes = 0;
    for (const texts of lists) for (const text of texts) bytes += text.length;
    const size = Math.min(Math.max(2 ** Math.ceil(Math.log2(SPARSE * bytes)), FEWEST), MOST);
    this.counts = new Uint32Array(size);
    this.lists = new Uint32Array(size);
    for (const [i, texts] of lists.entries()) {
      for (const text of texts) this.add(text, i + 1);
    }
  }

  /** Of the gram that ends before a place of a text. */
  before(text: Uint8Array, end: number): number {
    return this.counts[this.slotOf(text, end)]!;
  }

  private add(text: Uint8Array, list: number): void {
    for (let end = this.length; end <= text.length; end++) {
      const slot = this.slotOf(text, end);
      if (this.lists[slot] === list) continue;
      this.lists[slot] = list;
      this.counts[slot]!++;
    }
  }

  private slotOf(text: Uint8Array, end: number): number {
    const hash = gramHash(text, end, this.length);
    return (hash ^ (hash >>> 12)) & (this.counts.length - 1);
  }
}
