/** The number of counters. Two grams may share one, which is rare and harmless. */
const COUNTERS_PER_BYTE = 2;
const MIN_COUNTERS = 256;
const MAX_COUNTERS = 1 << 20;

/** The FNV prime: odd, with well mixed bits. */
const PRIME = 0x01000193;

/** Counts the grams of one length in texts. A count is an upper bound, as grams may share a counter. */
export class GramCounts {
  private readonly length: number;
  private readonly counts: Uint32Array;
  /** What the oldest byte of a gram contributes to the hash. */
  private readonly oldest: number;

  /** Takes texts, each with its number of occurrences. */
  constructor(length: number, texts: ReadonlyMap<Uint8Array, number>) {
    this.length = length;
    let oldest = 1;
    for (let i = 0; i < length; i++) oldest = Math.imul(oldest, PRIME);
    this.oldest = oldest;
    let total = 0;
    for (const { length } of texts.keys()) total += length;
    this.counts = new Uint32Array(
      Math.min(
        Math.max(2 ** Math.ceil(Math.log2(COUNTERS_PER_BYTE * total)), MIN_COUNTERS),
        MAX_COUNTERS,
        256 ** length,
      ),
    );
    const ignored: number[] = [];
    for (const [text, times] of texts) this.count(text, times, ignored);
  }

  /** Writes the counts of a text's grams to the front of `counts`, and returns their number. */
  in(text: Uint8Array, counts: number[]): number {
    return this.count(text, 0, counts);
  }

  /** The count of the gram that ends before `end`. */
  at(text: Uint8Array, end: number): number {
    let hash = 0;
    for (let i = end - this.length; i < end; i++) hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
    return this.counts[this.slotOf(hash)]!;
  }

  /**
   * Adds `times` to the counts of a text's grams, and writes them to `counts`. Uses a rolling hash (Karp and Rabin,
   * 1987), so each gram costs the same whatever its length.
   */
  private count(text: Uint8Array, times: number, counts: number[]): number {
    const { length, oldest } = this;
    let hash = 0;
    let grams = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
      if (i >= length) hash = (hash - Math.imul(text[i - length]!, oldest)) | 0;
      if (i >= length - 1) counts[grams++] = this.counts[this.slotOf(hash)]! += times;
    }
    return grams;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 12)) & (this.counts.length - 1);
  }
}
