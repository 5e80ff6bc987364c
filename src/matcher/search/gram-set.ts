/** From this length on, blocks of several bytes are worth their table: few of a text's are also the grams'. */
const BLOCKS_FROM = 4;

/** More grams than this have most pairs of bytes among them. */
const TRIPLES_FROM = 64;

/** Blocks are told apart by so many bits; different ones that look alike cost a look, not a mistake. */
const BLOCK_BITS = 14;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Slots of the hash table for each gram. */
const SPARSE = 4;

/** FNV's prime, which spreads bytes over 32 bits. */
const PRIME = 0x01000193;

const NONE = -1;

/**
 * Texts of one length, all different, looked for at once. Where one may end is found by Horspool's table (1980) for
 * blocks of two or three bytes, as Wu and Manber have it (1994), and which one it is by a hash table. Reads a bounded
 * number of times each byte of a text, whatever the text.
 */
export class GramSet {
  readonly length: number;
  /** The last of so many bytes tells how far one may move on without missing a gram. */
  private readonly block: number;
  private readonly shift: Uint8Array;
  /** One gram after the other. */
  private readonly grams: Uint8Array;
  /** Indexes of grams, each at the first free slot from that of its hash on. */
  private readonly slots: Int32Array;
  /** By index, whether the gram was found; all 0 between searches. */
  private readonly isFound: Uint8Array;

  /** The set answers with indexes in this list. */
  constructor(grams: readonly Uint8Array[]) {
    const length = grams[0]?.length ?? 1;
    this.length = length;
    this.block = length < BLOCKS_FROM ? 1 : grams.length < TRIPLES_FROM ? 2 : 3;
    this.shift = new Uint8Array(1 << BLOCK_BITS).fill(length - this.block + 1);
    this.grams = new Uint8Array(grams.length * length);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(SPARSE * grams.length))).fill(NONE);
    this.isFound = new Uint8Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  /**
   * Puts the index of each gram that stands somewhere from `from` to `end` into `found`, from its beginning on, and gives
   * their count.
   */
  collect(bytes: Uint8Array, from: number, end: number, found: number[]): number {
    const { shift, block, isFound } = this;
    const ahead = this.length - 1;
    let count = 0;
    for (let at = from + ahead; at < end; ) {
      const step = shift[blockAt(bytes, at, block)]!;
      if (step > 0) {
        at += step;
        continue;
      }
      const index = this.indexAt(bytes, at - ahead);
      if (index !== NONE && isFound[index] === 0) {
        isFound[index] = 1;
        found[count++] = index;
      }
      at++;
    }
    for (let i = 0; i < count; i++) isFound[found[i]!] = 0;
    return count;
  }

  private add(gram: Uint8Array, index: number): void {
    const { length, block, shift, slots } = this;
    this.grams.set(gram, index * length);
    for (let i = block - 1; i < length; i++) {
      const key = blockAt(gram, i, block);
      shift[key] = Math.min(shift[key]!, length - 1 - i);
    }
    let slot = this.slotOf(gram, 0);
    while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index;
  }

  /** The index of the gram that stands at a place, or NONE. */
  private indexAt(bytes: Uint8Array, at: number): number {
    const { slots } = this;
    for (let slot = this.slotOf(bytes, at); ; slot = (slot + 1) & (slots.length - 1)) {
      const index = slots[slot]!;
      if (index === NONE || this.stands(index, bytes, at)) return index;
    }
  }

  private slotOf(bytes: Uint8Array, at: number): number {
    let hash = 0;
    for (let i = at; i < at + this.length; i++) hash = (Math.imul(hash, PRIME) + bytes[i]!) | 0;
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }

  private stands(index: number, bytes: Uint8Array, at: number): boolean {
    const { grams, length } = this;
    const start = index * length;
    let i = 0;
    while (i < length && grams[start + i] === bytes[at + i]) i++;
    return i === length;
  }
}

/** The block whose last byte stands at a place, as a number. */
function blockAt(bytes: Uint8Array, last: number, block: number): number {
  if (block === 1) return bytes[last]!;
  const pair = (bytes[last - 1]! << 5) ^ bytes[last]!;
  return (block === 2 ? pair : pair ^ (bytes[last - 2]! << 9)) & BLOCK_MASK;
}
