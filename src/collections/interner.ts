import { ByteStore } from "./byte-store.ts";
import { hashOf } from "./hash.ts";
import { NumberList } from "./number-list.ts";

const FIRST_TABLE_SIZE = 1024;
const EMPTY = 0xffffffff;

/**
 * Gives equal bytes the same number: 0, 1, 2, … in the order in which they are first seen. Keeps each distinct stretch once,
 * and some 28 bytes beside it.
 */
export class Interner {
  /** Where a stretch may be written for `internReserved`. */
  readonly store = new ByteStore();

  private readonly blocks = new NumberList();
  private readonly starts = new NumberList();
  private readonly lengths = new NumberList();
  private readonly hashes = new NumberList();
  /** Open addressing with linear probing, at most half full; the size is a power of two. */
  private table = new Uint32Array(FIRST_TABLE_SIZE).fill(EMPTY);

  /** How many distinct stretches there are. */
  get size(): number {
    return this.hashes.length;
  }

  /** The number of `bytes[from]` to `bytes[to]`. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    const { store } = this;
    store.reserve(to - from);
    store.block.set(bytes.subarray(from, to), store.at);
    return this.internReserved(to - from);
  }

  /** The number of the bytes that were written where the store has reserved room. */
  internReserved(length: number): number {
    const { store, hashes } = this;
    const hash = hashOf(store.block, store.at, store.at + length);
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (let id = this.table[slot]!; id !== EMPTY; id = this.table[slot]!) {
      if (hashes.at(id) === hash && this.isReserved(id, length)) return id;
      slot = (slot + 1) & mask;
    }
    return this.add(slot, hash, length);
  }

  /** The bytes that have a number, without a copy. */
  bytes(id: number): Buffer {
    return this.store.bytes(this.blocks.at(id), this.starts.at(id), this.lengths.at(id));
  }

  private isReserved(id: number, length: number): boolean {
    if (this.lengths.at(id) !== length) return false;
    return this.store.equalsReserved(this.blocks.at(id), this.starts.at(id), length);
  }

  private add(slot: number, hash: number, length: number): number {
    const id = this.size;
    this.blocks.push(this.store.current);
    this.starts.push(this.store.at);
    this.lengths.push(length);
    this.hashes.push(hash);
    this.store.keep(length);
    this.table[slot] = id;
    if (2 * this.size > this.table.length) this.grow();
    return id;
  }

  private grow(): void {
    const table = new Uint32Array(2 * this.table.length).fill(EMPTY);
    const mask = table.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = this.hashes.at(id) & mask;
      while (table[slot] !== EMPTY) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    this.table = table;
  }
}
