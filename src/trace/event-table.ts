import { ByteStore } from "../collections/byte-store.ts";

/** How many events a block of memory holds: a power of two. */
const BLOCK = 1 << 13;
const IN_BLOCK = BLOCK - 1;
const BLOCK_BITS = 13;

/** What is kept of an event after its seconds, which take the first eight bytes: in one place, as it is looked up together. */
const FIELD = { nanoseconds: 2, file: 3, line: 4, rule: 5, group: 6, form: 7, block: 8, start: 9, length: 10 } as const;
/** The numbers of four bytes in a record, an even number of them. */
const RECORD = 12;

/** Stands for the rule of an event whose line no rule matched. */
export const NO_RULE = 0xffffffff;

/** The parts of an event's `form`. */
const DECIMALS = 0x0f;
const BORROWED = 0x10;
const OPEN_SHIFT = 8;

/** A time as it is known when its line is read. */
export interface LineTime {
  seconds: number;
  nanoseconds: number;
  decimals: number;
  open: number;
}

/** The time of lines without one in a file that has none. It is after all others. */
export const NEVER: Readonly<LineTime> = { seconds: Number.POSITIVE_INFINITY, nanoseconds: 0, decimals: 0, open: 0 };

/**
 * The events, numbered from 0 in the order in which they are read: 48 bytes for each, and the outputs. They lie in blocks
 * that do not move, so that nothing is copied to grow.
 */
export class EventTable {
  length = 0;
  /** Holds the outputs. Each is written here before its event is added. */
  readonly store = new ByteStore();

  private readonly records: Uint32Array[] = [];
  /** The same memory. */
  private readonly seconds: Float64Array[] = [];

  /** Adds an event whose output of so many bytes was written where the store has reserved room. */
  add(file: number, line: number, rule: number, group: number, length: number): void {
    const event = this.length++;
    if ((event & IN_BLOCK) === 0) this.grow();
    const { store } = this;
    const records = this.records[event >>> BLOCK_BITS]!;
    const at = RECORD * (event & IN_BLOCK);
    records[at + FIELD.file] = file;
    records[at + FIELD.line] = line;
    records[at + FIELD.rule] = rule;
    records[at + FIELD.group] = group;
    records[at + FIELD.block] = store.current;
    records[at + FIELD.start] = store.at;
    records[at + FIELD.length] = length;
    store.keep(length);
  }

  /** Gives an event its time: its own, or one borrowed from another line, for its place in the order. */
  setTime(event: number, { seconds, nanoseconds, decimals, open }: Readonly<LineTime>, isBorrowed: boolean): void {
    this.setSeconds(event, seconds);
    const records = this.records[event >>> BLOCK_BITS]!;
    const at = RECORD * (event & IN_BLOCK);
    records[at + FIELD.nanoseconds] = nanoseconds;
    records[at + FIELD.form] = (isBorrowed ? BORROWED : 0) | decimals | (open << OPEN_SHIFT);
  }

  /** Moves the time of an event to another second. */
  setSeconds(event: number, seconds: number): void {
    this.seconds[event >>> BLOCK_BITS]![(RECORD / 2) * (event & IN_BLOCK)] = seconds;
  }

  /** Seconds since 1970, of its own time or that which it borrows; infinite if it has neither. */
  secondsOf(event: number): number {
    return this.seconds[event >>> BLOCK_BITS]![(RECORD / 2) * (event & IN_BLOCK)]!;
  }

  nanosecondsOf(event: number): number {
    return this.field(event, FIELD.nanoseconds);
  }

  /** Whether the event's line has a time of its own. */
  hasTime(event: number): boolean {
    return (this.field(event, FIELD.form) & BORROWED) === 0;
  }

  /** How many decimals of the second are written in its time. */
  decimalsOf(event: number): number {
    return this.field(event, FIELD.form) & DECIMALS;
  }

  /** What its time leaves open. */
  openOf(event: number): number {
    return this.field(event, FIELD.form) >> OPEN_SHIFT;
  }

  fileOf(event: number): number {
    return this.field(event, FIELD.file);
  }

  /** The number of its line in the file, from 1. */
  lineOf(event: number): number {
    return this.field(event, FIELD.line);
  }

  /** The number of its rule; NO_RULE for none. */
  ruleOf(event: number): number {
    return this.field(event, FIELD.rule);
  }

  groupOf(event: number): number {
    return this.field(event, FIELD.group);
  }

  /** The normalized line, without a copy and without a terminator; it stays as it is. */
  outputOf(event: number): Buffer {
    const start = this.field(event, FIELD.start);
    return this.blockOf(event).subarray(start, start + this.field(event, FIELD.length));
  }

  /** The same without making a Buffer for it: it lies in this block, from `startOf` to `endOf`. */
  blockOf(event: number): Buffer {
    return this.store.blockAt(this.field(event, FIELD.block));
  }

  startOf(event: number): number {
    return this.field(event, FIELD.start);
  }

  endOf(event: number): number {
    return this.field(event, FIELD.start) + this.field(event, FIELD.length);
  }

  private field(event: number, field: number): number {
    return this.records[event >>> BLOCK_BITS]![RECORD * (event & IN_BLOCK) + field]!;
  }

  private grow(): void {
    const records = new Uint32Array(RECORD * BLOCK);
    this.records.push(records);
    this.seconds.push(new Float64Array(records.buffer));
  }
}
