import type { GramLength } from "../search/gram-set.ts";

/** The number of counters. Two grams may share one, which is rare and harmless. */
const COUNTERS_PER_BYTE = 2;
const MIN_COUNTERS = 256;
const MAX_COUNTERS = 1 << 20;

/** The FNV prime: odd, with well mixed bits. */
const PRIME = 0x01000193;

/** Counts the grams of one length in texts. A count is an upper bound, as grams may share a counter. */
export class GramCounts {
  private readonly length: GramLength;
  private readonly counts: Uint32Array;
  /** The counters of the last text's grams. */
  private readonly slots: number[] = [];
  /** What the oldest byte of a gram contributes to the hash. */
  private readonly oldest: number;

  /** Takes texts, each with its number of occurrences. */
  constructor(length: GramLength, texts: ReadonlyMap<Uint8Array, number>) {
    this.length = length;
    let oldest = 1;
    for (let i = 0; i < length; i++) oldest = Math.imul(oldest, PRIME);
    this.oldest = oldest;
    let total = 0;
    for (const { length } of texts.keys()) total += length;
    this.counts = new Uint32Array(
      Math.min(Math.max(2 ** Math.ceil(Math.log2(COUNTERS_PER_BYTE * total)), MIN_COUNTERS), MAX_COUNTERS),
    );
    for (const [text, times] of texts) {
      const grams = this.fillSlots(text);
      for (let i = 0; i < grams; i++) this.counts[this.slots[i]!]! += times;
    }
  }

  /** Writes the counts of a text's grams to the front of `counts`, and returns their number. */
  in(text: Uint8Array, counts: number[]): number {
    const grams = this.fillSlots(text);
    for (let i = 0; i < grams; i++) counts[i] = this.counts[this.slots[i]!]!;
    return grams;
  }

  /** Uses a rolling hash (Karp and Rabin, 1987), so each gram costs the same whatever its length. */
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
