import { Interner } from "../../text/collections/interner.ts";
import type { Blocks, Table } from "./blocks.ts";
import { Sketch } from "./sketch.ts";
import { WrittenNumber } from "./written-number.ts";

/** A field with more values in a log is none of few values. */
const MAX_VALUES = 100;
/** Longer values are not the few of a kind. */
const MAX_VALUE_BYTES = 200;
/** After so many captures it is known whether a field has numbers. */
const ENOUGH = 64;

/** A value of a field with few values. */
export interface ProfiledValue {
  /** How many lines have it, and how many in each block. */
  count: number;
  readonly blocks: Table;
  /** The first line with it. */
  readonly first: number;
}

/** Adds the table of one of several logs to that of all. */
export type AddTable = (sum: Table, table: Table) => void;

/** The numbers that a field captured. */
export class NumberProfile {
  readonly sketch = new Sketch();
  /** By block: how many there are, and the sums of the logarithms of their sizes and of the squares of these. */
  readonly counts: Table;
  readonly sums: Table;
  readonly squares: Table;
  /** How often a number is larger than the one before, and how often it is smaller. */
  rises = 0;
  falls = 0;
  /** How many have a unit of time. */
  units = 0;
  private last = 0;

  constructor(blocks: Blocks) {
    this.counts = blocks.counts();
    this.sums = blocks.sums();
    this.squares = blocks.sums();
  }

  add({ value, hasUnit }: WrittenNumber, block: number): void {
    this.sketch.add(value);
    const size = Math.log(Math.abs(value) + 1e-9);
    this.counts[block]!++;
    this.sums[block]! += size;
    this.squares[block]! += size * size;
    if (value > this.last) this.rises++;
    else if (value < this.last) this.falls++;
    this.last = value;
    if (hasUnit) this.units++;
  }

  /** Adds what another log has. */
  addAll(other: NumberProfile, addTable: AddTable): void {
    this.sketch.addAll(other.sketch);
    addTable(this.counts, other.counts);
    addTable(this.sums, other.sums);
    addTable(this.squares, other.squares);
    this.rises += other.rises;
    this.falls += other.falls;
    this.units += other.units;
  }
}

/** What the fields of one name in one event captured in a log: the counts of few values, or how numbers are distributed. */
export class FieldProfile {
  /** How many captures are not empty, and in which block. */
  count = 0;
  readonly blocks: Table;
  /** Undefined if there are too many values. */
  values: ProfiledValue[] | undefined = [];
  /** Undefined if most captures are no numbers. */
  numbers: NumberProfile | undefined;
  private readonly interner = new Interner(16, 256);
  private readonly owner: Blocks;
  private readonly number = new WrittenNumber();

  constructor(owner: Blocks) {
    this.owner = owner;
    this.blocks = owner.counts();
    this.numbers = new NumberProfile(owner);
  }

  /** Counts a capture of the line with this index. */
  add(bytes: Uint8Array, from: number, to: number, index: number): void {
    if (from === to) return;
    this.count++;
    this.blocks[this.owner.current]!++;
    if (this.values !== undefined) this.addValue(this.values, bytes, from, to, index);
    const { numbers, number } = this;
    if (numbers === undefined) return;
    if (number.read(bytes, from, to)) numbers.add(number, this.owner.current);
    else if (this.count > ENOUGH && 2 * numbers.sketch.count < this.count) this.numbers = undefined;
  }

  /** The bytes of the i-th value. */
  bytes(i: number): Buffer {
    return this.interner.bytes(i);
  }

  /** Adds what another log has. */
  addAll(other: FieldProfile, addTable: AddTable): void {
    this.count += other.count;
    addTable(this.blocks, other.blocks);
    if (other.values === undefined) this.values = undefined;
    for (const [i, { count, blocks, first }] of (other.values ?? []).entries()) {
      const bytes = other.bytes(i);
      const value = this.values && this.valueOf(this.values, bytes, 0, bytes.length, first);
      if (value === undefined) break;
      value.count += count;
      addTable(value.blocks, blocks);
    }
    if (other.numbers === undefined) this.numbers = undefined;
    else this.numbers?.addAll(other.numbers, addTable);
  }

  /** How often it captured a value, if it has few. */
  countOf(value: Uint8Array): number {
    return this.values?.[this.interner.find(value, 0, value.length)]?.count ?? 0;
  }

  private addValue(values: ProfiledValue[], bytes: Uint8Array, from: number, to: number, index: number): void {
    const value = this.valueOf(values, bytes, from, to, index);
    if (value === undefined) return;
    value.count++;
    value.blocks[this.owner.current]!++;
  }

  /** The value with these bytes; undefined, and no values any more, if there are too many. */
  private valueOf(
    values: ProfiledValue[],
    bytes: Uint8Array,
    from: number,
    to: number,
    index: number,
  ): ProfiledValue | undefined {
    const id = to - from > MAX_VALUE_BYTES ? MAX_VALUES : this.interner.intern(bytes, from, to);
    if (id === MAX_VALUES) this.values = undefined;
    else if (id === values.length) values.push({ count: 0, blocks: this.owner.counts(), first: index });
    return values[id];
  }
}
