import { copyBytes, equalBytes } from "../bytes/copy.ts";
import { WORD_BYTES, wordView } from "../bytes/machine-words.ts";
import { NumberList } from "./numbers.ts";

const INITIAL_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 8 * 1024 * 1024;

/**
 * Stores byte strings one after the other in blocks. A full block stays where it is and a new one is added, so growing
 * copies nothing, and only memory limits the total size.
 */
export class ByteStore {
  /** The current block, and where the next byte string begins in it. */
  block: Buffer;
  at = 0;

  private readonly blocks: Buffer[];
  /** Whether the current block holds a byte string, possibly an empty one. */
  private isUsed = false;
  /** Where the bytes in the block before the current one end. */
  private previousEnd = 0;
  /** An unused block that `giveBack` removed. */
  private spare: Buffer | undefined;

  /** The first block has `initialBytes` bytes. */
  constructor(initialBytes = INITIAL_BLOCK_BYTES) {
    this.block = Buffer.allocUnsafeSlow(initialBytes);
    this.blocks = [this.block];
  }

  /** The index of the current block. */
  get current(): number {
    return this.blocks.length - 1;
  }

  /** Makes room for `count` bytes at `block[at]`, in a new block if necessary. */
  reserve(count: number): void {
    if (this.at + count <= this.block.length) return;
    this.giveBack();
    const size = Math.max(Math.min(2 * this.block.length, MAX_BLOCK_BYTES), count);
    this.block = this.spare !== undefined && this.spare.length >= size ? this.spare : Buffer.allocUnsafeSlow(size);
    this.spare = undefined;
    this.blocks.push(this.block);
    this.previousEnd = this.at;
    this.at = 0;
    this.isUsed = false;
  }

  /** Writes the bytes from `from` up to `to` at `block[at]`, where there must be room. Does not keep them. */
  write(bytes: Uint8Array, from: number, to: number): void {
    copyBytes(bytes, from, to, this.block, this.at);
  }

  /** Undoes a `reserve` whose bytes are not kept, so that looking up a long stored string takes no memory. */
  giveBack(): void {
    if (this.isUsed || this.blocks.length === 1) return;
    this.spare = this.blocks.pop();
    this.block = this.blocks.at(-1)!;
    this.at = this.previousEnd;
    this.isUsed = true;
  }

  /** Keeps the `count` bytes written at `block[at]`. */
  keep(count: number): void {
    this.at += count;
    this.isUsed = true;
  }

  blockAt(index: number): Buffer {
    return this.blocks[index]!;
  }

  /** Stored bytes, by block and offset, without copying. */
  bytes(block: number, start: number, length: number): Buffer {
    return this.blocks[block]!.subarray(start, start + length);
  }

  /** Whether the stored bytes at this block and offset equal the `length` bytes at `bytes[from]`. */
  equals(block: number, start: number, length: number, bytes: Uint8Array, from: number): boolean {
    return equalBytes(this.blocks[block]!, start, bytes, from, length);
  }
}

const INITIAL_COUNT = 512;
const EMPTY = 0xffffffff;
const NONE = -1;

/** The size of a slot of the table in numbers: two to the power of the shift. */
const SLOT_SHIFT = 1;
const SLOT_LENGTH = 1 << SLOT_SHIFT;

const ROW_LENGTH = 3;

/**
 * Gives equal byte strings the same number: 0, 1, 2, … in the order in which they first occur. Stores each distinct
 * string once, with an overhead of about 28 bytes.
 */
export class Interner {
  /** Callers may write bytes here before they call `internReserved`. */
  readonly store: ByteStore;

  /** The block, offset and length of each string. They are in one list because they are looked up together. */
  private readonly rows: NumberList;
  /**
   * Numbers by hash, each followed by its hash, with open addressing and linear probing. At most three quarters full;
   * the size is a power of two. With the hashes in it, a search reads no rows but that of the string: the wait for
   * memory is what takes longest.
   */
  private table: Uint32Array;
  /**
   * The number that was returned last. A value often comes several times in a row, or before the one that it came
   * before the first time, so both are compared first. That also spares the waits for memory that the table costs.
   */
  private last = NONE;
  private count = 0;
  private hash = 0;

  /**
   * Makes room for `initialCount` strings at first, which must be a power of two, with `initialBytes` bytes together.
   */
  constructor(initialCount = INITIAL_COUNT, initialBytes?: number) {
    this.store = new ByteStore(initialBytes);
    this.rows = new NumberList(ROW_LENGTH * initialCount);
    this.table = new Uint32Array(SLOT_LENGTH * 2 * initialCount).fill(EMPTY);
  }

  get size(): number {
    return this.count;
  }

  /** The number of the bytes from `from` up to `to`. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    const { store } = this;
    const found = this.search(bytes, from, to);
    if (found >= 0) return found;
    store.reserve(to - from);
    store.write(bytes, from, to);
    return this.add(-1 - found, to - from);
  }

  /** The number of the bytes from `from` up to `to`, or -1 if they have none. */
  find(bytes: Uint8Array, from: number, to: number): number {
    return Math.max(this.search(bytes, from, to), -1);
  }

  /** The number of the `length` bytes written to the room that `store` has reserved. */
  internReserved(length: number): number {
    const { store } = this;
    const found = this.search(store.block, store.at, store.at + length);
    if (found < 0) return this.add(-1 - found, length);
    store.giveBack();
    return found;
  }

  /** The number of the bytes, or -1 minus the slot that they would have. Their hash is then in `hash`. */
  private search(bytes: Uint8Array, from: number, to: number): number {
    const { last, table } = this;
    const length = to - from;
    if (last !== NONE) {
      if (this.equals(last, bytes, from, length)) return last;
      const next = last + 1;
      if (next < this.count && this.equals(next, bytes, from, length)) {
        this.last = next;
        return next;
      }
    }
    const hash = hashOf(bytes, from, to);
    const mask = table.length - SLOT_LENGTH;
    let slot = (hash << SLOT_SHIFT) & mask;
    for (let id = table[slot]!; id !== EMPTY; id = table[slot]!) {
      if (table[slot + 1] === hash && this.equals(id, bytes, from, length)) {
        this.last = id;
        return id;
      }
      slot = (slot + SLOT_LENGTH) & mask;
    }
    this.hash = hash;
    return -1 - slot;
  }

  /** Whether `id` is the number of the `length` bytes written to the room that `store` has reserved. */
  isReserved(id: number, length: number): boolean {
    return this.equals(id, this.store.block, this.store.at, length);
  }

  private equals(id: number, bytes: Uint8Array, from: number, length: number): boolean {
    const at = ROW_LENGTH * id;
    if (this.rows.at(at + 2) !== length) return false;
    return this.store.equals(this.rows.at(at), this.rows.at(at + 1), length, bytes, from);
  }

  /** The bytes with this number, without copying. */
  bytes(id: number): Buffer {
    const at = ROW_LENGTH * id;
    return this.store.bytes(this.rows.at(at), this.rows.at(at + 1), this.rows.at(at + 2));
  }

  lengthOf(id: number): number {
    return this.rows.at(ROW_LENGTH * id + 2);
  }

  private add(slot: number, length: number): number {
    const id = this.count++;
    this.rows.push(this.store.current);
    this.rows.push(this.store.at);
    this.rows.push(length);
    this.store.keep(length);
    this.table[slot] = id;
    this.table[slot + 1] = this.hash;
    if (SLOT_LENGTH * this.count * 4 > this.table.length * 3) this.grow();
    this.last = id;
    return id;
  }

  /** The strings for whose numbers `isKept` is true, with new numbers, in the same order. */
  onlyThose(isKept: (id: number) => boolean): Interner {
    const { store, rows, table, size } = this;
    const kept = new Interner(table.length / (2 * SLOT_LENGTH), store.block.length);
    for (let id = 0; id < size; id++) {
      if (!isKept(id)) continue;
      const from = rows.at(ROW_LENGTH * id + 1);
      kept.intern(store.blockAt(rows.at(ROW_LENGTH * id)), from, from + this.lengthOf(id));
    }
    return kept;
  }

  private grow(): void {
    const table = new Uint32Array(2 * this.table.length).fill(EMPTY);
    const mask = table.length - SLOT_LENGTH;
    for (let from = 0; from < this.table.length; from += SLOT_LENGTH) {
      if (this.table[from] === EMPTY) continue;
      const hash = this.table[from + 1]!;
      let slot = (hash << SLOT_SHIFT) & mask;
      while (table[slot] !== EMPTY) slot = (slot + SLOT_LENGTH) & mask;
      table[slot] = this.table[from]!;
      table[slot + 1] = hash;
    }
    this.table = table;
  }
}

// Random in each process, so that the author of a log cannot choose lines that all have the same hash.
const SEED = randomWord();
// Each half of a word has its own factor. With a single one, the highest bit of a word would only reach the highest bit
// of the product, whatever the factor. An attacker could then choose lines that all have the same hash:
//
//     0x80000000 * factor = 0x80000000 (mod 2^32)     for every odd factor
//
// The factors are odd, so that multiplying by them loses no bit.
const LOW_FACTOR = randomWord() | 1;
const HIGH_FACTOR = randomWord() | 1;

/**
 * A hash of the bytes from `from` up to `to`, valid within this process. It is at most 2,147,483,647, because the
 * runtime would allocate memory for a larger number.
 */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  let hash = SEED ^ (to - from);
  let i = from;
  for (; i + WORD_BYTES <= to; i += WORD_BYTES) {
    const mixed = hash ^ words.getInt32(i, true);
    hash = Math.imul(mixed & 0xffff, LOW_FACTOR) + Math.imul(mixed >>> 16, HIGH_FACTOR);
    hash ^= hash >>> 15;
  }
  for (; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, LOW_FACTOR);
  // The final steps of MurmurHash3, by which every bit affects every other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}

function randomWord(): number {
  return Math.floor(Math.random() * 0x1_0000_0000) | 0;
}
