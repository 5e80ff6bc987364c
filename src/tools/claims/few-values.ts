/** A field with more values in a log is none of few values. */
export const MAX_VALUES = 100;
/** Nor is a field of numbers with more. */
export const MAX_NUMBER_VALUES = 20;
/** Longer values are not the few of a kind. */
export const MAX_VALUE_BYTES = 200;
/** Two to the power of this is the size of the table, which is never half full. */
const TABLE_BITS = 8;
const FACTOR = 0x9e3779b1;
const INITIAL_BYTES = 64;

/**
 * Numbers the values of a field while they are few. Looks at a few bytes of a value to find those that may be equal; an
 * `Interner`, which has to be ready for millions, is slower. There are thousands of these, in memory that Node
 * allocates for many at once.
 */
export class FewValues {
  /** Numbers of values by hash, plus one, with linear probing. */
  private readonly table = Buffer.allocUnsafe(1 << TABLE_BITS).fill(0);
  /** Where each value begins in `store`, and where the last one ends. */
  private readonly starts: number[] = [0];
  private store = Buffer.allocUnsafe(INITIAL_BYTES);

  get size(): number {
    return this.starts.length - 1;
  }

  bytes(id: number): Buffer {
    return this.store.subarray(this.starts[id], this.starts[id + 1]);
  }

  /** The number of a value, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number {
    return this.table[this.slotOf(bytes, from, to)]! - 1;
  }

  /** Gives a value that has none the next number. There must be fewer than `MAX_VALUES`. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const { starts, size } = this;
    const at = starts[size]!;
    const end = at + to - from;
    if (end > this.store.length) {
      const store = Buffer.allocUnsafe(2 * end);
      store.set(this.store);
      this.store = store;
    }
    this.store.set(bytes.subarray(from, to), at);
    this.table[this.slotOf(bytes, from, to)] = size + 1;
    starts.push(end);
  }

  /** The slot of a value, or the one that it would have. */
  private slotOf(bytes: Uint8Array, from: number, to: number): number {
    const { table, starts } = this;
    const length = to - from;
    // Numbers differ at their ends, names at both.
    let hash = length;
    if (length > 0) {
      hash = Math.imul(hash ^ (bytes[from]! << 8), FACTOR);
      hash = Math.imul(hash ^ bytes[from + (length >> 1)]!, FACTOR) ^ (bytes[to - 1]! << 16);
      if (length > 1) hash ^= bytes[to - 2]! << 24;
    }
    let slot = Math.imul(hash ^ (hash >>> 15), FACTOR) >>> (32 - TABLE_BITS);
    for (let id = table[slot]! - 1; id >= 0; id = table[slot]! - 1) {
      if (starts[id + 1]! - starts[id]! === length && this.isAt(starts[id]!, bytes, from, to)) return slot;
      slot = (slot + 1) & ((1 << TABLE_BITS) - 1);
    }
    return slot;
  }

  private isAt(start: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { store } = this;
    for (let i = from; i < to; i++) if (store[start + i - from] !== bytes[i]) return false;
    return true;
  }
}
