// What a log has of what is compared: of its events, their fields, and the values and numbers of these.

import { LAST_BIT } from "../../matcher/machine/layout.ts";
import { Blocks, Count, Table } from "./blocks.ts";
import { type Quantity, readNumber, Sketch } from "./numbers.ts";

/** A field with more values in a log is none of few values. */
const MAX_VALUES = 100;
/** Nor is a field of numbers with more. */
export const MAX_NUMBER_VALUES = 20;
/** Longer values are not the few of a kind. */
const MAX_VALUE_BYTES = 200;

/** After so many captures it is known whether a field has numbers, and whether these are distributed at all. */
const ENOUGH = 64;
const ENOUGH_STEPS = 1000;
/** Numbers that rise, or fall, this share of the time are counters or ids. */
const MAX_DIRECTION = 0.65;
const MIN_STEPS = 20;

/** A capture: one of few values, or one of many, of which only numbers matter. */
interface Capture {
  readonly number: Quantity | undefined;
}

const OTHER: Capture = { number: undefined };

/** A value of a field with few values. */
export class ProfiledValue extends Count implements Capture {
  /** In how many rows of lines in one block it comes: a value that stays is no single burst. */
  runs = 0;
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
  /** How many have a unit of time. */
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

/** What the fields of one name in one event captured in a log, if not nothing: few values, or distributed numbers. */
export class FieldProfile extends Count {
  /** By their bytes, in Latin-1; undefined if there are too many. */
  values: Map<string, ProfiledValue> | undefined = new Map();
  /** Undefined if most captures are no numbers, or if they are no measurements. */
  numbers: NumberProfile | undefined;
  private readonly owner: Blocks;
  /** The last capture; undefined if it was empty. */
  private last: Capture | undefined;
  /** How many captures came before those that equal the last one and are not counted yet. */
  private since = 0;

  constructor(owner: Blocks) {
    super(owner);
    this.owner = owner;
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
    const capture = from === to ? undefined : this.captureOf(bytes, from, to, index);
    if (capture === this.last) return;
    this.countUpTo(before);
    this.last = capture;
    if (capture?.number !== undefined) this.numbers?.follow(capture.number);
  }

  private captureOf(bytes: Buffer, from: number, to: number, index: number): Capture {
    const value = this.values && this.valueFor(bytes.toString("latin1", from, to), index);
    if (value !== undefined) return value;
    const { last } = this;
    const number = readNumber(bytes, from, to);
    // Equal numbers are one capture, so that sums are the same whether or not all of them are taken.
    const isSame = last?.number?.value === number?.value && last?.number?.hasUnit === number?.hasUnit;
    return last !== undefined && isSame ? last : number === undefined ? OTHER : { number };
  }

  /** Counts the captures up to so many. Must be called at the end of each block. */
  countUpTo(until: number): void {
    const times = until - this.since;
    this.since = until;
    const { last } = this;
    if (last === undefined || times === 0) return;
    if (last instanceof ProfiledValue) {
      last.addCount(times);
      last.runs++;
    }
    if (last.number !== undefined) this.numbers?.add(last.number, times);
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

  /** What is known of a value, which is new if it is not known; undefined if there are too many. */
  valueFor(text: string, first: number): ProfiledValue | undefined {
    const { values } = this;
    const known = values?.get(text);
    if (known !== undefined || values === undefined) return known;
    const number = readNumber(Buffer.from(text, "latin1"), 0, text.length);
    const areNumbers = values.size === MAX_NUMBER_VALUES && [...values.values(), { number }].every((one) => one.number);
    if (areNumbers || values.size === MAX_VALUES || text.length > MAX_VALUE_BYTES) {
      this.values = undefined;
      return undefined;
    }
    const value = new ProfiledValue(this.owner, first, number);
    values.set(text, value);
    return value;
  }

  addAll(other: FieldProfile, from: number, to: number): void {
    this.addCounts(other, from, to);
    if (other.values === undefined) this.values = undefined;
    for (const [text, theirs] of other.values ?? []) {
      const value = this.valueFor(text, theirs.first);
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

/** A field of an event: the indexes of the fields of its name in the pattern, and their bits. */
export class ProfiledField {
  readonly name: string;
  readonly fields: readonly number[];
  /** Those of which one is set if it has to be looked at, as the texts of one field are those of the line before. */
  readonly bits: number;

  constructor(name: string, fields: readonly number[]) {
    this.name = name;
    this.fields = fields;
    this.bits = fields.length === 1 ? 1 << Math.min(fields[0]!, LAST_BIT) : -1;
  }
}

/** What a log has of one event. */
export class EventProfile extends Count {
  /** How many times the id of a line is not that of the event's line before it; 0 without ids. */
  ids = 0;
  /** Of how many lines the captures were looked at. */
  private read = 0;
  /** Whether the current block has a line of it. */
  isInBlock = false;
  /** Whether anything was left to find out when the last block ended. */
  hasOpenFields: boolean;
  private lastGroup = NO_GROUP;
  readonly first: number;
  /** In the order of the fields of the event. */
  readonly fields: readonly FieldProfile[];
  readonly named: readonly ProfiledField[];

  constructor(owner: Blocks, first: number, fields: readonly ProfiledField[]) {
    super(owner);
    this.first = first;
    this.named = fields;
    this.fields = fields.map(() => new FieldProfile(owner));
    this.hasOpenFields = fields.length > 0;
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
    for (let i = 0; i < fields.length; i++) {
      const { fields: own, bits } = named[i]!;
      if ((changed & bits) === 0) continue;
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
    this.isInBlock = false;
    this.hasOpenFields = false;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      if (field.isOpen) field.countUpTo(named[i]!.fields.length * read);
      this.hasOpenFields ||= field.isOpen;
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

/** What a log has of all events. */
export class Profile {
  readonly blocks: Blocks;
  readonly events: (EventProfile | undefined)[] = [];
  /** The index of its last line; -1 if there is none. */
  last = -1;
  /** Of how many lines without a rule the numbers were read. */
  numbersRead = 0;
  /** The events of the current block. */
  private readonly inBlock: EventProfile[] = [];

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
    if (this.blocks.isFull) this.endBlock();
    this.blocks.next();
    this.last = index;
    this.events[event] ??= new EventProfile(this.blocks, index, fields);
    const own = this.events[event];
    own.addCount(1);
    if (!own.isInBlock) this.inBlock.push(own);
    own.isInBlock = true;
    return own;
  }

  /** Counts what is left of the current block. Must be called when all lines were read. */
  endBlock(): void {
    for (const event of this.inBlock) event.endBlock();
    this.inBlock.length = 0;
  }
}
