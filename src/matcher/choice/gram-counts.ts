import type { GramLength } from "../search/gram-hash.ts";

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
      for (const slot of this.slotsOf(bytes)) this.counts[slot]! += times;
    }
  }

  /** The counts of a text's grams, from the first on. */
  in(text: Uint8Array): number[] {
    return this.slotsOf(text).map((slot) => this.counts[slot]!);
  }

  /** By a hash that rolls over the text (Karp and Rabin, 1987): from one gram to the next costs the same for any length. */
  private slotsOf(text: Uint8Array): number[] {
    const { length, oldest } = this;
    const mask = this.counts.length - 1;
    const slots: number[] = [];
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
      if (i >= length) hash = (hash - Math.imul(text[i - length]!, oldest)) | 0;
      if (i >= length - 1) slots.push((hash ^ (hash >>> 12)) & mask);
    }
    return slots;
  }
}
