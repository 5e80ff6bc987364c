import { Interner } from "../../text/collections/interner.ts";
import type { Blocks, Table } from "./blocks.ts";
import { Sketch } from "./sketch.ts";
import { WrittenNumber } from "./written-number.ts";

/** A field with more values in a log is none of few values. */
const MAX_VALUES = 100;
/** Longer values are not the few of a kind. */
const MAX_VALUE_BYTES = 200;
/** After so many captures it is known whether a field has numbers, and whether these are distributed at all. */
const ENOUGH = 64;
const ENOUGH_STEPS = 1000;
/** Numbers that rise, or fall, this share of the time are counters or ids. */
const MAX_DIRECTION = 0.65;
const MIN_STEPS = 20;

/** A value of a field with few values. */
export interface ProfiledValue {
  /** How many lines have it, and how many in each block. */
  count: number;
  readonly blocks: Table;
  /** How many times it comes after another value. */
  runs: number;
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
  /** How many have a unit of time. */
  units = 0;
  /** How often a number is larger than the one before, and how often it is smaller. */
  rises = 0;
  falls = 0;
  private last = 0;

  constructor(blocks: Blocks) {
    this.counts = blocks.counts();
    this.sums = blocks.sums();
    this.squares = blocks.sums();
  }

  /** Counts a number that comes so many times in a row. */
  add({ value, hasUnit }: Pick<WrittenNumber, "value" | "hasUnit">, block: number, times: number): void {
    const size = this.sketch.add(value, times);
    this.counts[block]! += times;
    this.sums[block]! += times * size;
    this.squares[block]! += times * size * size;
    if (value > this.last) this.rises++;
    else if (value < this.last) this.falls++;
    this.last = value;
    if (hasUnit) this.units += times;
  }

  /** Whether numbers mostly rise or mostly fall, as counters, process ids and ports do. */
  get isCounter(): boolean {
    const steps = this.rises + this.falls;
    return steps >= MIN_STEPS && Math.max(this.rises, this.falls) > MAX_DIRECTION * steps;
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

/** What the fields of one name in one event captured in a log: counts of few values, or how numbers are distributed. */
export class FieldProfile {
  /** How many captures are not empty, and in which block. */
  count = 0;
  readonly blocks: Table;
  /** Undefined if there are too many values. */
  values: ProfiledValue[] | undefined = [];
  /** Undefined if most captures are no numbers, or if they are no measurements. */
  numbers: NumberProfile | undefined;
  private readonly interner = new Interner(16, 256);
  private readonly owner: Blocks;
  /** The last value, its block and its line, and how often it came in a row: the same often comes again and again. */
  private readonly last = Buffer.alloc(MAX_VALUE_BYTES);
  private lastLength = 0;
  private lastBlock = 0;
  private lastIndex = 0;
  private repeats = 0;

  constructor(owner: Blocks) {
    this.owner = owner;
    this.blocks = owner.counts();
    this.numbers = new NumberProfile(owner);
    owner.beforeFold(() => this.countLast());
  }

  /** Whether there is anything left to find out. */
  get isOpen(): boolean {
    return this.values !== undefined || this.numbers !== undefined;
  }

  /** Counts a capture of the line with this index, which is in this block. */
  add(bytes: Buffer, from: number, to: number, block: number, index: number): void {
    const { last } = this;
    const length = to - from;
    let i = length === this.lastLength && block === this.lastBlock ? 0 : -1;
    while (i >= 0 && i < length && bytes[from + i] === last[i]) i++;
    if (i === length) {
      this.repeats++;
      return;
    }
    this.countLast();
    this.lastLength = length;
    this.lastBlock = block;
    this.lastIndex = index;
    this.repeats = 1;
    if (length <= MAX_VALUE_BYTES) for (let j = 0; j < length; j++) last[j] = bytes[from + j]!;
    else {
      // Neither one of few values nor a number.
      this.values = undefined;
      this.numbers = undefined;
      this.repeats = 0;
    }
  }

  /** Counts the last value. Must be called before anything is read. */
  countLast(): void {
    const { last, lastLength: length, lastBlock: block, repeats: times } = this;
    this.repeats = 0;
    if (times === 0 || length === 0) return;
    this.count += times;
    this.blocks[block]! += times;
    const { numbers, count } = this;
    const known = this.valueFor(last, length, this.lastIndex);
    if (known !== undefined) {
      known.count += times;
      known.runs++;
      known.blocks[block]! += times;
    }
    if (numbers === undefined) return;
    if (number.read(last, 0, length)) numbers.add(number, block, times);
    const isKnown = count >= ENOUGH && count - times < ENOUGH;
    const isWellKnown = count >= ENOUGH_STEPS && count - times < ENOUGH_STEPS;
    if ((isKnown && 2 * numbers.sketch.count < count) || (isWellKnown && numbers.isCounter)) this.numbers = undefined;
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
    for (const [i, { count, blocks, runs, first }] of (other.values ?? []).entries()) {
      const bytes = other.bytes(i);
      const value = this.valueFor(bytes, bytes.length, first);
      if (value === undefined) break;
      value.count += count;
      value.runs += runs;
      addTable(value.blocks, blocks);
    }
    if (other.numbers === undefined) this.numbers = undefined;
    else this.numbers?.addAll(other.numbers, addTable);
    if (this.count >= ENOUGH && 2 * (this.numbers?.sketch.count ?? 0) < this.count) this.numbers = undefined;
  }

  /** What is known of a value, which is new if it is not known; undefined if there are too many. */
  valueFor(bytes: Buffer, length: number, first: number): ProfiledValue | undefined {
    const { values } = this;
    if (values === undefined) return undefined;
    const id = this.interner.intern(bytes, 0, length);
    if (id === MAX_VALUES) this.values = undefined;
    else if (id === values.length) values.push({ count: 0, blocks: this.owner.counts(), runs: 0, first });
    return values[id];
  }

  /** How often it captured a value, if it has few. */
  countOf(value: Uint8Array): number {
    return this.values?.[this.interner.find(value, 0, value.length)]?.count ?? 0;
  }
}

const number = new WrittenNumber();
