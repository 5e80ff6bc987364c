import { copyBytes, equalBytes } from "./byte-ranges.ts";
import { ByteStore } from "./byte-store.ts";
import { hashOf } from "./hash.ts";
import { NumberList } from "./number-list.ts";

const FIRST_TABLE_SIZE = 1024;
const EMPTY = 0xffffffff;

/** How many numbers a record has. */
const RECORD = 4;

/**
 * Gives equal bytes the same number: 0, 1, 2, … in the order in which they are first seen. Keeps each distinct stretch once,
 * and some 28 bytes beside it.
 */
export class Interner {
  /** Where a stretch may be written for `internReserved`. */
  readonly store = new ByteStore();

  /** Of each stretch its hash, its block, its offset there and its length, side by side as they are looked up together. */
  private readonly records = new NumberList();
  /** Open addressing with linear probing, at most half full; the size is a power of two. */
  private table = new Uint32Array(FIRST_TABLE_SIZE).fill(EMPTY);

  /** How many distinct stretches there are. */
  get size(): number {
    return this.records.length / RECORD;
  }

  /** The number of `bytes[from]` to `bytes[to]`. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    const { store, records } = this;
    const length = to - from;
    const hash = hashOf(bytes, from, to);
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (let id = this.table[slot]!; id !== EMPTY; id = this.table[slot]!) {
      if (records.at(RECORD * id) === hash && this.equals(id, bytes, from, length)) return id;
      slot = (slot + 1) & mask;
    }
    store.reserve(length);
    copyBytes(bytes, from, to, store.block, store.at);
    return this.add(slot, hash, length);
  }

  /** The number of the bytes that were written where the store has reserved room. */
  internReserved(length: number): number {
    const { store, records } = this;
    const hash = hashOf(store.block, store.at, store.at + length);
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (let id = this.table[slot]!; id !== EMPTY; id = this.table[slot]!) {
      if (records.at(RECORD * id) === hash && this.isReserved(id, length)) {
        store.giveBack();
        return id;
      }
      slot = (slot + 1) & mask;
    }
    return this.add(slot, hash, length);
  }

  /** Whether a number is that of the bytes that were written where the store has reserved room. */
  isReserved(id: number, length: number): boolean {
    const at = RECORD * id;
    if (this.records.at(at + 3) !== length) return false;
    return this.store.equalsReserved(this.records.at(at + 1), this.records.at(at + 2), length);
  }

  private equals(id: number, bytes: Uint8Array, from: number, length: number): boolean {
    const at = RECORD * id;
    if (this.records.at(at + 3) !== length) return false;
    return equalBytes(this.store.blockAt(this.records.at(at + 1)), this.records.at(at + 2), bytes, from, length);
  }

  /** The bytes that have this number, without a copy. */
  bytes(id: number): Buffer {
    const at = RECORD * id;
    return this.store.bytes(this.records.at(at + 1), this.records.at(at + 2), this.records.at(at + 3));
  }

  /** How many bytes have this number. */
  lengthOf(id: number): number {
    return this.records.at(RECORD * id + 3);
  }

  /** Writes the bytes that have this number at `target[at]`. */
  writeInto(id: number, target: Uint8Array, at: number): void {
    const block = this.store.blockAt(this.records.at(RECORD * id + 1));
    const from = this.records.at(RECORD * id + 2);
    copyBytes(block, from, from + this.lengthOf(id), target, at);
  }

  private add(slot: number, hash: number, length: number): number {
    const id = this.size;
    this.records.push(hash);
    this.records.push(this.store.current);
    this.records.push(this.store.at);
    this.records.push(length);
    this.store.keep(length);
    this.table[slot] = id;
    if (2 * this.size > this.table.length) this.grow();
    return id;
  }

  private grow(): void {
    const table = new Uint32Array(2 * this.table.length).fill(EMPTY);
    const mask = table.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = this.records.at(RECORD * id) & mask;
      while (table[slot] !== EMPTY) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    this.table = table;
  }
}
