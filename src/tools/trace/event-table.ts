import { type CapturedFields, type FieldCapture, fieldsByName, type LineConverter } from "../../run/record-builder.ts";
import { type LinePattern, type LineRule, lineRuleOf } from "../../run/rulebook.ts";
import { wordView } from "../../text/bytes/machine-words.ts";
import { ByteStore } from "../../text/collections/interner.ts";
import { InstantText } from "../../text/date-times/calendar.ts";
import type { TimeShift } from "../../text/date-times/time-shift.ts";

/** The instant of an event. */
export interface TraceEventTime {
  /** In ISO 8601 and UTC, with the decimals that were written. */
  readonly utc: string;
  /** The same in milliseconds since 1970, rounded down. */
  readonly epochMs: number;
}

/** One line of a log, as an event in time. */
export interface TraceEvent<Line extends string | Uint8Array = string> extends LineRule {
  /** The name of the log. */
  readonly file: string;
  /** The line number in that log, from 1. */
  readonly line: number;
  /** Undefined if neither the line nor its record has a readable time. */
  readonly time: TraceEventTime | undefined;
  /** What the fields captured, as in a NormalizedLine. Empty if no rule matched. */
  readonly fields: CapturedFields<Line>;
  readonly captures: readonly FieldCapture<Line>[];
  /** The normalized line, or the line itself if no rule matched, without a terminator. */
  readonly output: Line;
  /** The line as rules saw it, without a terminator. */
  readonly original: Line;
}

const BLOCK_BITS = 13;
const BLOCK = 1 << BLOCK_BITS;
const INDEX_MASK = BLOCK - 1;

/** The indexes of an event's values in its row, which begins with eight bytes for the seconds. */
const FIELD = {
  nanoseconds: 2,
  file: 3,
  line: 4,
  linePattern: 5,
  group: 6,
  time: 7,
  block: 8,
  start: 9,
  length: 10,
  originalLength: 11,
} as const;
/** The length of a row in numbers of four bytes. It must be even, so that the seconds are aligned. */
const ROW = 12;

export const BOUND_BYTES = 4;

/** The parts of the value `time`. */
const DECIMALS = 0x0f;
const BORROWED = 0x10;
const OPEN_SHIFT = 8;

/** A time as it is known when its line is read. */
export interface ReadTime {
  /** Since 1970. */
  seconds: number;
  nanoseconds: number;
  decimals: number;
  open: number;
}

/** The time of events in a file without any time. It is after all others. */
export const NO_TIME: Readonly<ReadTime> = { seconds: Number.POSITIVE_INFINITY, nanoseconds: 0, decimals: 0, open: 0 };

/**
 * The events, numbered from 0 in the order in which they are read. Takes 48 bytes for each, in addition to the outputs.
 * The rows lie in blocks that never move, so that the table grows without copying.
 */
export class EventTable {
  readonly files: readonly string[];
  readonly linePatterns: readonly LinePattern[];
  length = 0;
  /** Holds the outputs, which the caller writes before adding an event, and perhaps lines and bounds of captures. */
  readonly store = new ByteStore();
  /** The time that was written last. */
  readonly time = new InstantText();

  private readonly rows: Uint32Array[] = [];
  /** The same memory. */
  private readonly seconds: Float64Array[] = [];

  constructor(files: readonly string[], linePatterns: readonly LinePattern[]) {
    this.files = files;
    this.linePatterns = linePatterns;
  }

  /** Adds an event, whose texts stand in the store: an output, a line, and bounds. No line pattern is -1. */
  add(
    file: number,
    line: number,
    linePattern: number,
    group: number,
    length: number,
    originalLength: number,
    bounds: number,
  ): void {
    const event = this.length++;
    const at = ROW * (event & INDEX_MASK);
    if (at === 0) {
      this.rows.push(new Uint32Array(ROW * BLOCK));
      this.seconds.push(new Float64Array(this.rows.at(-1)!.buffer));
    }
    const { store } = this;
    const rows = this.rows[event >>> BLOCK_BITS]!;
    rows[at + FIELD.file] = file;
    rows[at + FIELD.line] = line;
    rows[at + FIELD.linePattern] = linePattern;
    rows[at + FIELD.group] = group;
    rows[at + FIELD.block] = store.current;
    rows[at + FIELD.start] = store.at;
    rows[at + FIELD.length] = length;
    rows[at + FIELD.originalLength] = originalLength;
    store.keep(length + originalLength + BOUND_BYTES * bounds);
  }

  /** Sets the time of an event: its own, or one borrowed from another line so that the event can be sorted. */
  setTime(event: number, { seconds, nanoseconds, decimals, open }: Readonly<ReadTime>, isBorrowed: boolean): void {
    this.setSeconds(event, seconds);
    this.set(event, FIELD.nanoseconds, nanoseconds);
    this.set(event, FIELD.time, (isBorrowed ? BORROWED : 0) | decimals | (open << OPEN_SHIFT));
  }

  setSeconds(event: number, seconds: number): void {
    this.seconds[event >>> BLOCK_BITS]![(ROW / 2) * (event & INDEX_MASK)] = seconds;
  }

  /** Moves an event's time. It then shows as many decimals as the move has. */
  moveTime(event: number, { seconds, nanoseconds, decimals }: TimeShift): void {
    const sum = this.nanosecondsOf(event) + nanoseconds;
    this.setSeconds(event, this.secondsOf(event) + seconds + Math.floor(sum / 1e9));
    this.set(event, FIELD.nanoseconds, sum % 1e9);
    if (decimals > this.decimalsOf(event))
      this.set(event, FIELD.time, (this.field(event, FIELD.time) & ~DECIMALS) | decimals);
  }

  /** Seconds since 1970; infinite without a time. */
  secondsOf(event: number): number {
    return this.seconds[event >>> BLOCK_BITS]![(ROW / 2) * (event & INDEX_MASK)]!;
  }

  nanosecondsOf(event: number): number {
    return this.field(event, FIELD.nanoseconds);
  }

  hasTime(event: number): boolean {
    return (this.field(event, FIELD.time) & BORROWED) === 0;
  }

  decimalsOf(event: number): number {
    return this.field(event, FIELD.time) & DECIMALS;
  }

  openOf(event: number): number {
    return this.field(event, FIELD.time) >> OPEN_SHIFT;
  }

  fileOf(event: number): number {
    return this.field(event, FIELD.file);
  }

  lineOf(event: number): number {
    return this.field(event, FIELD.line);
  }

  /** The index of the line pattern, or -1 if no rule matched the line. */
  linePatternOf(event: number): number {
    return this.field(event, FIELD.linePattern) | 0;
  }

  groupOf(event: number): number {
    return this.field(event, FIELD.group);
  }

  /** The normalized line, without a terminator. It is not a copy, and it never changes. */
  outputOf(event: number): Buffer {
    const start = this.field(event, FIELD.start);
    return this.blockOf(event).subarray(start, start + this.field(event, FIELD.length));
  }

  /** The block that holds the output, from `startOf` to `endOf`. Avoids making a Buffer for the output. */
  blockOf(event: number): Buffer {
    return this.store.blockAt(this.field(event, FIELD.block));
  }

  startOf(event: number): number {
    return this.field(event, FIELD.start);
  }

  endOf(event: number): number {
    return this.field(event, FIELD.start) + this.field(event, FIELD.length);
  }

  /** The line itself, if lines are kept: it comes after the output in the same block, and ends there. */
  originalEndOf(event: number): number {
    return this.endOf(event) + this.field(event, FIELD.originalLength);
  }

  boundsOf(linePattern: number): number {
    return linePattern === -1 ? 0 : 2 * this.linePatterns[linePattern]!.pattern.fields.length;
  }

  /** Reads the bounds of the captures, if lines are kept: field i lies from `2 * i` to `2 * i + 1` in the line. */
  readBounds(event: number, bounds: number[]): void {
    const count = this.boundsOf(this.linePatternOf(event));
    const words = wordView(this.blockOf(event));
    const from = this.originalEndOf(event);
    for (let i = 0; i < count; i++) bounds[i] = words.getUint32(from + BOUND_BYTES * i, true);
  }

  /** The event's time in ISO 8601, with the decimals that were written; undefined if its line has none, and for -1. */
  timeOf(event: number): string | undefined {
    const end = this.writeTime(event);
    return end === 0 ? undefined : this.time.bytes.toString("latin1", 0, end);
  }

  /** Writes the same to the bytes of `time`, and returns its end; 0 without a time. Avoids making a string. */
  writeTime(event: number): number {
    if (event === -1 || !this.hasTime(event)) return 0;
    return this.time.write(this.secondsOf(event), this.nanosecondsOf(event), this.decimalsOf(event));
  }

  /** The event's time in milliseconds since 1970, rounded down. It must have one. */
  epochMsOf(event: number): number {
    return 1000 * this.secondsOf(event) + Math.floor(this.nanosecondsOf(event) / 1e6);
  }

  /** The event as an object, if lines are kept. `convert` makes its texts. */
  eventOf<Line extends string | Uint8Array>(event: number, convert: LineConverter<Line>): TraceEvent<Line> {
    const linePattern = this.linePatterns[this.linePatternOf(event)];
    const block = this.blockOf(event);
    const original = block.subarray(this.endOf(event), this.originalEndOf(event));
    const bounds: number[] = [];
    this.readBounds(event, bounds);
    const captures = (linePattern?.pattern.fields ?? []).map((name, i) => ({
      name,
      value: convert(original, bounds[2 * i]!, bounds[2 * i + 1]!),
    }));
    const utc = this.timeOf(event);
    return {
      file: this.files[this.fileOf(event)]!,
      line: this.lineOf(event),
      time: utc === undefined ? undefined : { utc, epochMs: this.epochMsOf(event) },
      ...lineRuleOf(linePattern),
      fields: fieldsByName(captures),
      captures,
      output: convert(block, this.startOf(event), this.endOf(event)),
      original: convert(original, 0, original.length),
    };
  }

  private field(event: number, field: number): number {
    return this.rows[event >>> BLOCK_BITS]![ROW * (event & INDEX_MASK) + field]!;
  }

  private set(event: number, field: number, value: number): void {
    this.rows[event >>> BLOCK_BITS]![ROW * (event & INDEX_MASK) + field] = value;
  }
}
