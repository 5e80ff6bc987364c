// What a log has of what is compared: of its events, their fields, and the values and numbers of these.

import { LAST_BIT } from "../../matcher/machine/layout.ts";
import { Blocks, Count, Table } from "./blocks.ts";
import { type Quantity, readNumber, Sketch } from "./numbers.ts";

/** A field with more values in a log is none of few values. Nor is one of numbers with more. */
const MAX_VALUES = 100;
export const MAX_NUMBER_VALUES = 20;
/** Longer values are not the few of a kind. */
const MAX_VALUE_BYTES = 200;
/** After so many captures it is known whether a field has numbers, and whether these are distributed at all. */
const ENOUGH = 64;
const ENOUGH_STEPS = 1000;
/** Numbers that rise, or fall, this share of the time are counters or ids. */
const MAX_DIRECTION = 0.65;
const MIN_STEPS = 20;

/** A value of a field with few values. */
export class ProfiledValue extends Count {
  /** In how many rows of lines in one block it comes: a value that stays is no single burst. */
  runs = 0;
  /** How many lines of the current block have it. */
  uncounted = 0;
  readonly first: number;
  readonly number: Quantity | undefined;

  constructor(owner: Blocks, first: number, number: Quantity | undefined) {
    super(owner);
    this.first = first;
    this.number = number;
  }
}

/** The numbers that a field captured. */
export class NumberProfile {
  readonly sketch = new Sketch();
  /** By block: how many there are, and the sums of the logarithms of their sizes and of the squares of these. */
  readonly counts: Table;
  readonly sums: Table;
  readonly squares: Table;
  units = 0;
  /** How often a number is larger than the one before, and how often it is smaller. */
  rises = 0;
  falls = 0;
  private last = 0;

  constructor(owner: Blocks) {
    this.counts = new Table(owner);
    this.sums = new Table(owner);
    this.squares = new Table(owner);
  }

  add({ value, hasUnit }: Quantity, times = 1): void {
    const size = this.sketch.add(value, times);
    this.counts.add(times);
    this.sums.add(times * size);
    this.squares.add(times * size * size);
    if (hasUnit) this.units += times;
  }

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

  addAll(other: NumberProfile, from: number, to: number): void {
    this.sketch.addAll(other.sketch);
    this.counts.addAll(other.counts, from, to);
    this.sums.addAll(other.sums, from, to);
    this.squares.addAll(other.squares, from, to);
    this.rises += other.rises;
    this.falls += other.falls;
    this.units += other.units;
  }
}

const NO_NUMBER = Symbol();

/** What the fields of one name in one event captured in a log, if not nothing: few values, or distributed numbers. */
export class FieldProfile extends Count {
  /** By their texts in Latin-1; undefined if they are many. */
  values: Map<string, ProfiledValue> | undefined = new Map();
  /** Undefined if most captures are no numbers, or if they are no measurements. */
  numbers: NumberProfile | undefined;
  private readonly uncounted: ProfiledValue[] = [];
  /** The last capture, if it was not empty: one of few values, or one of many, of which only numbers matter. */
  private last: ProfiledValue | Quantity | typeof NO_NUMBER | undefined;
  /** How many captures came before those that equal the last one and are not counted yet. */
  private since = 0;

  constructor(owner: Blocks) {
    super(owner);
    this.numbers = new NumberProfile(owner);
  }

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
    const capture =
      from === to ? undefined : (this.valueFor(bytes, from, to, index) ?? this.otherCapture(bytes, from, to));
    if (capture === this.last) return;
    this.countUpTo(before);
    this.last = capture;
    if (values !== undefined && this.values === undefined) {
      this.endBlock(before);
      for (const { blocks } of values.values()) blocks.giveBack();
    }
    const number = capture instanceof ProfiledValue ? capture.number : capture;
    if (number !== undefined && number !== NO_NUMBER) this.numbers?.follow(number);
  }

  /** Equal numbers in a row are one capture, so that sums are the same whether or not all of them are taken. */
  private otherCapture(bytes: Buffer, from: number, to: number): Quantity | typeof NO_NUMBER {
    const { last } = this;
    const number = readNumber(bytes, from, to);
    if (number === undefined) return NO_NUMBER;
    const isKnown = typeof last === "object" && "value" in last;
    return isKnown && last.value === number.value && last.hasUnit === number.hasUnit ? last : number;
  }

  private countUpTo(until: number): void {
    const times = until - this.since;
    this.since = until;
    const { last } = this;
    if (last === undefined || times === 0) return;
    if (last instanceof ProfiledValue) {
      if (last.uncounted === 0) this.uncounted.push(last);
      last.uncounted += times;
      last.runs++;
      return;
    }
    if (last !== NO_NUMBER) this.numbers?.add(last, times);
    this.addCaptures(times);
  }

  /** Counts the captures of a block that ends after so many. */
  endBlock(until: number): void {
    this.countUpTo(until);
    let sum = 0;
    for (const value of this.uncounted) {
      const times = value.uncounted;
      value.uncounted = 0;
      value.addCount(times);
      sum += times;
      if (value.number !== undefined) this.numbers?.add(value.number, times);
    }
    this.uncounted.length = 0;
    if (sum > 0) this.addCaptures(sum);
  }

  private addCaptures(times: number): void {
    const before = this.count;
    this.addCount(times);
    const { numbers, count } = this;
    if (numbers === undefined) return;
    const isKnown = before < ENOUGH && count >= ENOUGH;
    const isWellKnown = before < ENOUGH_STEPS && count >= ENOUGH_STEPS;
    if ((isKnown && this.hasFewNumbers) || (isWellKnown && numbers.isCounter)) this.numbers = undefined;
  }

  private get hasFewNumbers(): boolean {
    return 2 * (this.numbers?.sketch.count ?? 0) < this.count;
  }

  valueFor(bytes: Buffer, from: number, to: number, first: number): ProfiledValue | undefined {
    const { values, owner } = this;
    if (values === undefined) return undefined;
    const isLong = to - from > MAX_VALUE_BYTES;
    const text = isLong ? "" : bytes.toString("latin1", from, to);
    const value = isLong ? undefined : values.get(text);
    if (value !== undefined) return value;
    const number = readNumber(bytes, from, to);
    const areNumbers = number && values.size === MAX_NUMBER_VALUES && [...values.values()].every((one) => one.number);
    if (areNumbers || values.size === MAX_VALUES || isLong) {
      this.values = undefined;
      return undefined;
    }
    const added = new ProfiledValue(owner, first, number);
    values.set(text, added);
    return added;
  }

  addAll(other: FieldProfile, from: number, to: number): void {
    this.addCounts(other, from, to);
    if (other.values === undefined) this.values = undefined;
    for (const [text, theirs] of other.values ?? []) {
      const bytes = Buffer.from(text, "latin1");
      const value = this.valueFor(bytes, 0, bytes.length, theirs.first);
      if (value === undefined) break;
      value.addCounts(theirs, from, to);
      value.runs += theirs.runs;
    }
    if (other.numbers === undefined) this.numbers = undefined;
    else this.numbers?.addAll(other.numbers, from, to);
    if (this.count >= ENOUGH && this.hasFewNumbers) this.numbers = undefined;
  }
}

/** The group of lines without an id. */
export const NO_GROUP = 0;

/** A field of an event, and the indexes of the fields of its name in the pattern. */
export interface ProfiledField {
  readonly name: string;
  readonly fields: readonly number[];
  /** Those of which one is set if it has to be looked at, as the texts of one field are those of the line before. */
  readonly bits: number;
}

export function profiledField(name: string, fields: readonly number[]): ProfiledField {
  return { name, fields, bits: fields.length === 1 ? 1 << Math.min(fields[0]!, LAST_BIT) : -1 };
}

export class EventProfile extends Count {
  /** How many times the id of a line is not that of the event's line before it; 0 without ids. */
  ids = 0;
  /** Of how many lines the captures were looked at, and of how many of them before the current block. */
  private read = 0;
  private readBefore = 0;
  /** The bits of the fields of which something was left to find out when the last block ended. */
  open = 0;
  private lastGroup = NO_GROUP;
  readonly first: number;
  readonly fields: readonly FieldProfile[];
  readonly named: readonly ProfiledField[];

  constructor(owner: Blocks, first: number, fields: readonly ProfiledField[]) {
    super(owner);
    this.first = first;
    this.named = fields;
    this.fields = fields.map(() => new FieldProfile(owner));
    for (const { bits } of fields) this.open |= bits;
  }

  /** Adds the captures of a line, whose bounds end before `last`: see `ObservedLine`. */
  addCaptures(
    bytes: Buffer,
    bounds: ArrayLike<number>,
    first: number,
    last: number,
    changed: number,
    index: number,
  ): void {
    const { fields, named } = this;
    if (this.open === 0) return;
    if (this.read === this.readBefore) this.owner.uncounted.push(this);
    const wanted = changed & this.open;
    for (let i = 0; wanted !== 0 && i < fields.length; i++) {
      const { fields: own, bits } = named[i]!;
      if ((wanted & bits) === 0) continue;
      for (let k = 0; k < own.length; k++) {
        const at = first + 2 * own[k]!;
        const [from, to] = at < last ? [bounds[at]!, bounds[at + 1]!] : [0, 0];
        fields[i]!.add(bytes, from, to, index, own.length * this.read + k);
      }
    }
    this.read++;
  }

  /** Counts the captures of a block that ends. */
  endBlock(): void {
    const { fields, named, read } = this;
    this.readBefore = read;
    this.open = 0;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      if (field.isOpen) field.endBlock(named[i]!.fields.length * read);
      if (field.isOpen) this.open |= named[i]!.bits;
    }
  }

  addId(group: number): void {
    if (group !== this.lastGroup) this.ids++;
    this.lastGroup = group;
  }

  /** Adds what another log has of the event; see `Table`. */
  addAll(other: EventProfile, from = 0, to = 1): void {
    this.addCounts(other, from, to);
    this.ids += other.ids;
    for (const [i, field] of other.fields.entries()) this.fields[i]!.addAll(field, from, to);
  }
}

export class Profile {
  readonly blocks: Blocks;
  readonly events: (EventProfile | undefined)[] = [];
  last = -1;
  /** Of how many lines without a rule the numbers were read. */
  numbersRead = 0;

  constructor(blocks = new Blocks()) {
    this.blocks = blocks;
  }

  /** What several logs have together: runs, which begin and end together, or parts, which follow each other. */
  static ofAll(profiles: readonly Profile[], union: "runs" | "parts"): Profile {
    const lines = profiles.reduce((sum, { blocks }) => sum + blocks.lines, 0);
    const all = new Profile(Blocks.of(lines));
    let before = 0;
    for (const { blocks, events, last } of profiles) {
      const [from, to] = union === "runs" ? [0, 1] : [before / lines, (before + blocks.lines) / lines];
      for (const [i, event] of events.entries()) {
        if (event === undefined) continue;
        all.events[i] ??= new EventProfile(all.blocks, event.first, event.named);
        all.events[i].addAll(event, from, to);
      }
      before += blocks.lines;
      all.last = Math.max(all.last, last);
    }
    return all;
  }

  /** Counts a line of an event, and returns what is known of that. */
  add(event: number, fields: readonly ProfiledField[], index: number): EventProfile {
    this.blocks.next(index);
    this.last = index;
    this.events[event] ??= new EventProfile(this.blocks, index, fields);
    const own = this.events[event];
    own.addCount(1);
    return own;
  }
}
