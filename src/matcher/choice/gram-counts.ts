import type { GramLength } from "../search/gram-set.ts";

/** Counters for each byte of the texts, and for all of them. Two grams may share one, which is seldom and harmless. */
const SPARSE = 2;
const FEWEST = 256;
const MOST = 1 << 20;

/** FNV's prime: odd, and its bits well mixed. */
const PRIME = 0x01000193;

/** Counts the grams of one length in texts: how often each occurs at most. */
export class GramCounts {
  private readonly length: GramLength;
  private readonly counts: Uint32Array;
  /** Where the grams of the last text count. */
  private readonly slots: number[] = [];
  /** What a byte adds to the hash until it leaves the gram. */
  private readonly oldest: number;

  /** The texts, each with how often it counts. */
  constructor(length: GramLength, texts: ReadonlyMap<{ readonly bytes: Uint8Array }, number>) {
    this.length = length;
    let oldest = 1;
    for (let i = 0; i < length; i++) oldest = Math.imul(oldest, PRIME);
    this.oldest = oldest;
    let total = 0;
    for (const { bytes } of texts.keys()) total += bytes.length;
    this.counts = new Uint32Array(Math.min(Math.max(2 ** Math.ceil(Math.log2(SPARSE * total)), FEWEST), MOST));
    for (const [{ bytes }, times] of texts) {
      const grams = this.fillSlots(bytes);
      for (let i = 0; i < grams; i++) this.counts[this.slots[i]!]! += times;
    }
  }

  /** Fills `counts` with those of a text's grams, from the first on, and gives how many there are. */
  in(text: Uint8Array, counts: number[]): number {
    const grams = this.fillSlots(text);
    for (let i = 0; i < grams; i++) counts[i] = this.counts[this.slots[i]!]!;
    return grams;
  }

  /** By a hash that rolls over the text (Karp and Rabin, 1987): from one gram to the next costs the same for any length. */
  private fillSlots(text: Uint8Array): number {
    const { length, oldest, slots } = this;
    const mask = this.counts.length - 1;
    let hash = 0;
    let count = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
      if (i >= length) hash = (hash - Math.imul(text[i - length]!, oldest)) | 0;
      if (i >= length - 1) slots[count++] = (hash ^ (hash >>> 12)) & mask;
    }
    return count;
  }
}
