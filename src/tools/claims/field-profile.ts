import type { Blocks, Table } from "./blocks.ts";
import { FewValues, MAX_NUMBER_VALUES, MAX_VALUE_BYTES, MAX_VALUES } from "./few-values.ts";
import { Sketch } from "./sketch.ts";
import { WrittenNumber } from "./written-number.ts";

/** After so many captures it is known whether a field has numbers, and whether these are distributed at all. */
const ENOUGH = 64;
const ENOUGH_STEPS = 1000;
/** Numbers that rise, or fall, this share of the time are counters or ids. */
const MAX_DIRECTION = 0.65;
const MIN_STEPS = 20;

/** A value of a field with few values. */
export class ProfiledValue {
  /** How many lines have it, and how many in each block. */
  count = 0;
  readonly blocks: Table;
  /** How often it comes after another value, or goes on in another block: a value that stays is no single burst. */
  runs = 0;
  /** The first line with it. */
  readonly first: number;
  /** How many lines of the current block have it, which are not counted yet. */
  uncounted = 0;
  /** The number that it is, if it is one. */
  readonly number: Readonly<Quantity> | undefined;

  constructor(blocks: Table, first: number, number: Quantity | undefined) {
    this.blocks = blocks;
    this.first = first;
    this.number = number;
  }
}

type Quantity = Pick<WrittenNumber, "value" | "hasUnit">;

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

  /** Counts a number that a block has so many times. */
  add({ value, hasUnit }: Quantity, block: number, times: number): void {
    const size = this.sketch.add(value, times);
    this.counts[block]! += times;
    this.sums[block]! += times * size;
    this.squares[block]! += times * size * size;
    if (hasUnit) this.units += times;
  }

  /** Compares a number with the one before. */
  follow({ value }: Quantity): void {
    if (value > this.last) this.rises++;
    else if (value < this.last) this.falls++;
    this.last = value;
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
  private readonly known = new FewValues();
  private readonly uncounted: ProfiledValue[] = [];
  private readonly owner: Blocks;
  /** The last capture: one of the few values, or one of many, or neither if it was empty. */
  private last: ProfiledValue | undefined;
  private isOther = false;
  /** Whether it was last counted in the block before. */
  private isNextBlock = false;
  /** What it is if it is one of many. */
  private isNumber = false;
  private number = new WrittenNumber();
  private next = new WrittenNumber();
  /** How many captures came before those that equal the last one and are not counted yet. */
  private since = 0;

  constructor(owner: Blocks) {
    this.owner = owner;
    this.blocks = owner.counts();
    this.numbers = new NumberProfile(owner);
  }

  /** Whether there is anything left to find out. */
  get isOpen(): boolean {
    return this.values !== undefined || this.numbers !== undefined;
  }

  /**
   * Takes a capture of the line with this index, before which there were so many. Those that are left out are equal to
   * the one before.
   */
  add(bytes: Buffer, from: number, to: number, index: number, before: number): void {
    if (!this.isOpen) return;
    const { values } = this;
    if (values === undefined && from < to) {
      this.addOther(bytes, from, to, before);
      return;
    }
    this.repeat(before);
    this.isOther = false;
    const value =
      from === to ? undefined : (values?.[this.known.find(bytes, from, to)] ?? this.newValue(bytes, from, to, index));
    if (value === undefined && from < to) this.addOther(bytes, from, to, before);
    if (value === this.last) return;
    this.last = value;
    this.isNextBlock = false;
    if (value === undefined) return;
    value.runs++;
    if (value.number !== undefined) this.numbers?.follow(value.number);
  }

  /** Takes one of many values. Equal numbers are summed up as one, whether or not all of them are taken. */
  private addOther(bytes: Buffer, from: number, to: number, before: number): void {
    const { number, next, isOther } = this;
    const isNumber = next.read(bytes, from, to);
    const isSame = !isNumber || (next.value === number.value && next.hasUnit === number.hasUnit);
    if (isOther && isNumber === this.isNumber && isSame) return;
    this.repeat(before);
    [this.number, this.next, this.isNumber, this.isOther] = [next, number, isNumber, true];
    if (isNumber) this.numbers?.follow(next);
  }

  /** Counts the last capture, which is all that came up to so many captures. */
  private repeat(until: number): void {
    const times = until - this.since;
    this.since = until;
    const { last } = this;
    if (last !== undefined && times > 0) {
      if (this.isNextBlock) last.runs++;
      this.isNextBlock = false;
      if (last.uncounted === 0) this.uncounted.push(last);
      last.uncounted += times;
    } else if (this.isOther && times > 0) {
      if (this.isNumber) this.numbers?.add(this.number, this.owner.current, times);
      this.addCount(times, this.owner.current);
    }
  }

  /** Counts the captures of a block that ends after so many. */
  countIn(block: number, until: number): void {
    this.repeat(until);
    this.isNextBlock = true;
    if (this.uncounted.length === 0) return;
    let sum = 0;
    for (const value of this.uncounted) {
      const times = value.uncounted;
      value.uncounted = 0;
      value.count += times;
      value.blocks[block]! += times;
      sum += times;
      if (value.number !== undefined) this.numbers?.add(value.number, block, times);
    }
    this.uncounted.length = 0;
    this.addCount(sum, block);
  }

  private addCount(times: number, block: number): void {
    const before = this.count;
    this.count += times;
    this.blocks[block]! += times;
    const { numbers, count } = this;
    if (numbers === undefined) return;
    const isKnown = before < ENOUGH && count >= ENOUGH;
    const isWellKnown = before < ENOUGH_STEPS && count >= ENOUGH_STEPS;
    if ((isKnown && 2 * numbers.sketch.count < count) || (isWellKnown && numbers.isCounter)) this.numbers = undefined;
  }

  /** The bytes of the i-th value. */
  bytes(i: number): Buffer {
    return this.known.bytes(i);
  }

  /** Adds what another log has. */
  addAll(other: FieldProfile, addTable: AddTable): void {
    this.count += other.count;
    addTable(this.blocks, other.blocks);
    if (other.values === undefined) this.values = undefined;
    for (const [i, { count, blocks, runs, first }] of (other.values ?? []).entries()) {
      const value = this.valueFor(other.bytes(i), first);
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
  valueFor(bytes: Buffer, first: number): ProfiledValue | undefined {
    return this.values?.[this.known.find(bytes, 0, bytes.length)] ?? this.newValue(bytes, 0, bytes.length, first);
  }

  private newValue(bytes: Buffer, from: number, to: number, first: number): ProfiledValue | undefined {
    const { known, values, owner, number } = this;
    if (values === undefined) return undefined;
    const isNumber = number.read(bytes, from, to);
    const areNumbers = isNumber && values.length === MAX_NUMBER_VALUES && values.every((value) => value.number);
    if (areNumbers || values.length === MAX_VALUES || to - from > MAX_VALUE_BYTES) {
      this.countIn(owner.current, this.since);
      for (const { blocks } of values) owner.giveBack(blocks);
      this.values = undefined;
      this.last = undefined;
      return undefined;
    }
    known.add(bytes, from, to);
    const quantity = isNumber ? { value: number.value, hasUnit: number.hasUnit } : undefined;
    const value = new ProfiledValue(owner.counts(), first, quantity);
    values.push(value);
    return value;
  }

  /** How often it captured a value, if it has few. */
  countOf(value: Uint8Array): number {
    return this.values?.[this.known.find(value, 0, value.length)]?.count ?? 0;
  }
}
