// A log that is followed: what is new is told while it is written. Nothing is aligned, as there is no end.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { levelChange } from "./changes.ts";
import { NO_GROUP } from "./compared-text.ts";
import type { NewValue } from "./field-values.ts";
import { GoodShapes } from "./good-shapes.ts";
import { TRAIT } from "./line-traits.ts";
import { type GoodSource, LineParts, type Run } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";
import type { GoodRuns } from "./stored-table.ts";

/** With more shapes that are told, the logs have little in common, and nothing more is told. */
const MAX_TOLD_SHAPES = 20_000;
/** Of an event that is not told so far, at most so many lines are kept. */
const MAX_KEPT_LINES = 64;

/** A line of the log. A lone carriage return ends a `line`, but not a `fileLine`. */
interface LogLine {
  readonly file: string;
  readonly line: number;
  readonly fileLine: number;
  readonly text: Buffer;
}

/** A line of an event with something new. */
export interface FollowedLine extends LogLine {
  readonly kind: "new";
  /** The first line of the event: that of the message to which a stack trace belongs. */
  readonly event: number;
  /** Whether no good run has anything like it. */
  readonly new: boolean;
}

/** A line that only has another value than good ones in a field. */
export interface FollowedChange extends LogLine {
  readonly kind: "changed";
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** How often a line that was told has come again. */
export interface AgainLine extends LogLine {
  readonly kind: "again";
  readonly count: number;
}

export interface FollowSummary {
  readonly kind: "summary";
  /** How many lines are told, how many more are new but like known ones, and how many there are. */
  readonly told: number;
  readonly folded: number;
  readonly lines: number;
  readonly good: readonly { readonly file: string; readonly lines: number }[];
  readonly littleInCommon?: true;
}

export type FollowItem = FollowedLine | FollowedChange | AgainLine | FollowSummary;

/** Writes what is told. */
export interface FollowWriter {
  write(item: FollowItem): void;
  /** Everything that was written must be out before the log is read on. */
  flush(): Promise<void>;
}

interface Line {
  readonly index: number;
  readonly fileLine: number;
  readonly shape: number;
  readonly text: Buffer;
  readonly isNew: boolean;
  /** The good shape that differs in the level of a record alone. */
  readonly otherLevel: number | undefined;
}

/** A line and those that belong to it. */
interface Event {
  readonly first: number;
  isTold: boolean;
  /** The lines that are not written yet. */
  lines: Line[];
}

/** Reads a log to its end, and has what is new written at once. */
export class FollowedLog {
  told = 0;
  private readonly table: ShapeTable;
  private readonly good: readonly Run[];
  private readonly sources: readonly GoodSource[];
  private readonly name: string;
  private readonly writer: FollowWriter;
  private length = 0;
  private toldShapes = 0;
  /** How many lines have a shape that no good run has and that is not told. */
  private folded = 0;
  /** By shape that no good run has: its first line, or undefined if that is not told, and how many lines followed. */
  private readonly seen = new Map<number, { line: Line | undefined; count: number }>();
  private readonly events = new EventReader({ indented: true });
  private event: Event = { first: 0, isTold: false, lines: [] };
  /** The events that may be written when all that was read is known. */
  private readonly waiting = new Set<Event>();
  /** Lines with a value of a field that is new, and those of which the value was told. */
  private readonly valued = new Map<number, Line>();
  private readonly toldValues = new Map<string, Line>();

  constructor({ table, stored, good }: GoodRuns, name: string, writer: FollowWriter) {
    this.table = table;
    this.sources = [...stored, ...good];
    this.good = good;
    this.name = name;
    this.writer = writer;
  }

  /** Rejects with the log's read error, after what was read before it was told. */
  async read(log: Log, options: ReadOptions): Promise<void> {
    const reader = new LineReader(options);
    const parts = new LineParts(options);
    this.table.text.begin();
    try {
      for await (const _ of reader.read(log.open(), FIRST_FILE)) {
        while (reader.next())
          parts.read(reader, (from, to, isOverwritten) => this.take(reader, from, to, isOverwritten));
        this.tellWaiting();
        await this.writer.flush();
      }
    } catch (error) {
      throw log.failure(error);
    }
  }

  /** Writes how often what was told has come again, and a summary. */
  end(): void {
    const again = [...this.seen.values()];
    for (const value of this.newValues())
      again.push({ line: this.toldValues.get(keyOf(value)), count: value.count - 1 });
    for (const { line, count } of again)
      if (line !== undefined && count > 0) this.writer.write({ kind: "again", ...this.placeOf(line), count });
    this.writer.write({
      kind: "summary",
      told: this.told,
      folded: this.folded,
      lines: this.length,
      good: this.good.map(({ name, length }) => ({ file: name, lines: length })),
      ...(this.isCut && { littleInCommon: true as const }),
    });
  }

  private placeOf({ index, fileLine, text }: Line): LogLine {
    return { file: this.name, line: index + 1, fileLine, text };
  }

  private get isCut(): boolean {
    return this.toldShapes >= MAX_TOLD_SHAPES;
  }

  private newValues(): NewValue[] {
    return this.valued.size === 0 ? [] : this.table.fields.newValues(this.good.length);
  }

  private take(reader: LineReader, from: number, to: number, isOverwritten: boolean): void {
    const { table, seen } = this;
    const { bytes, isText, record, number } = reader;
    const shape = table.read(bytes, from, to, isText, record);
    // People see records whole, as they stand in the log.
    const isRecord = record !== undefined && isText;
    const text = Buffer.from(isRecord ? record.line.subarray(record.start, record.end) : bytes.subarray(from, to));
    const start = table.line.afterPrefix(bytes, from, to);
    const belongs = this.events.read(bytes, start, to, start > from) === "yes" || table.text.isFollower;
    const index = this.length++;
    const hasWord = (table.traitsOf(shape) & TRAIT.word) !== 0;
    const isNew = !seen.has(shape) && !table.isKnown(shape) && !isOverwritten && hasWord && !this.isCut;
    const line = { index, fileLine: number, shape, text, isNew, otherLevel: table.otherLevel(shape) };
    // Of an event, the first line is enough to tell how often it comes.
    const again = seen.get(shape);
    if (again?.line === undefined && again !== undefined) this.folded++;
    else if (again !== undefined && !belongs) again.count++;
    if (!belongs) this.event = { first: index, isTold: false, lines: [] };
    const { event } = this;
    if (table.text.group !== NO_GROUP && table.fields.addFailed(table.groupOf(shape), index))
      this.valued.set(index, line);
    if (isNew) seen.set(shape, { line, count: 0 });
    // The frames of a trace may follow with no more to tell that they are its own.
    if (isNew && !belongs) this.events.open();
    if (event.isTold || event.lines.length < MAX_KEPT_LINES || isNew) event.lines.push(line);
    if (isNew || event.isTold) this.waiting.add(event);
  }

  /** Writes what is new in the lines that were read. */
  private tellWaiting(): void {
    const { waiting } = this;
    const values = this.newValues();
    const changed = new Set(values.map(({ index }) => index));
    const lines = [...waiting].flatMap((event) => event.lines.filter(({ isNew }) => isNew));
    const shapes = new GoodShapes(
      this.table,
      lines.map(({ shape }) => shape),
    );
    for (const event of waiting) {
      for (const line of event.lines.filter(({ isNew }) => isNew)) {
        const { isValue, isVariant, isOtherWorker, holes } = shapes.of(line.shape);
        const isFieldAlone = changed.has(line.index) && holes.some(({ partners }) => partners.length > 0);
        const isLike = isValue || isVariant || isOtherWorker || line.otherLevel !== undefined || isFieldAlone;
        if (!isLike) event.isTold = true;
        if (!isLike || this.tellLevel(line)) this.toldShapes++;
        else {
          this.seen.set(line.shape, { line: undefined, count: 0 });
          this.folded++;
        }
      }
      if (!event.isTold) continue;
      for (const line of event.lines) {
        this.writer.write({ kind: "new", ...this.placeOf(line), event: event.first + 1, new: line.isNew });
        this.told++;
      }
      event.lines = [];
    }
    waiting.clear();
    for (const value of values) this.tellValue(value);
    // Of an event that goes on, the first line is enough to tell where its next ones belong.
    this.event.lines = this.event.lines.slice(0, 1);
  }

  /** Writes a line that only has another level, if it is a graver one. */
  private tellLevel(line: Line): boolean {
    const { table, sources } = this;
    const other = line.otherLevel;
    if (other === undefined) return false;
    const source = sources[table.firstSources.at(other)]!;
    const change = levelChange(table, source.text(table.firstLines.at(other)), line.text, other);
    if (change === undefined || gravityOf(change.to) <= gravityOf(change.from)) return false;
    this.tellChange(line, change);
    return true;
  }

  private tellValue(value: NewValue): void {
    const line = this.valued.get(value.index);
    if (this.toldValues.has(keyOf(value)) || line === undefined) return;
    this.toldValues.set(keyOf(value), line);
    this.tellChange(line, { field: value.name, from: value.known, to: value.value });
  }

  private tellChange(line: Line, { field = "", from, to }: ReturnType<typeof levelChange> & {}): void {
    this.writer.write({ kind: "changed", ...this.placeOf(line), field, from, to });
    this.told++;
  }
}

function keyOf({ index, name }: NewValue): string {
  return `${index} ${name}`;
}
