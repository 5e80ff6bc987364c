/** Counters for each byte of the texts; two texts that share one are counted together, which is seldom and harmless. */
const SPARSE = 2;
const FEWEST = 256;
const MOST = 1 << 20;

const PRIME = 0x01000193;

/** Counts in how many of several lists of texts each gram, a text of a given length, occurs: so often at most. */
export class GramCounts {
  readonly length: number;
  private readonly counts: Uint32Array;
  /** The last list in which it was counted, by number. */
  private readonly lists: Uint32Array;

  constructor(length: number, lists: readonly (readonly Uint8Array[])[]) {
    this.length = length;
    const bytes = lists.reduce((sum, texts) => texts.reduce((sum, text) => sum + text.length, sum), 0);
    const size = Math.min(Math.max(2 ** Math.ceil(Math.log2(SPARSE * bytes)), FEWEST), MOST);
    this.counts = new Uint32Array(size);
    this.lists = new Uint32Array(size);
    lists.forEach((texts, i) => {
      for (const text of texts) this.add(text, i + 1);
    });
  }

  /** Of the gram at a place of a text. */
  at(text: Uint8Array, place: number): number {
    return this.counts[this.slotOf(text, place)]!;
  }

  private add(text: Uint8Array, list: number): void {
    for (let place = 0; place + this.length <= text.length; place++) {
      const slot = this.slotOf(text, place);
      if (this.lists[slot] === list) continue;
      this.lists[slot] = list;
      this.counts[slot]!++;
    }
  }

  private slotOf(text: Uint8Array, place: number): number {
    let hash = 0;
    for (let i = place; i < place + this.length; i++) hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
    return (hash ^ (hash >>> 15)) & (this.counts.length - 1);
  }
}
