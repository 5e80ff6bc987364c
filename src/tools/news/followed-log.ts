// A log that is followed: what is new is told while it is written. Nothing is aligned, as there is no end.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { levelChange } from "./changes.ts";
import { NO_GROUP } from "./compared-text.ts";
import type { NewValue } from "./field-values.ts";
import { GoodShapes } from "./good-shapes.ts";
import { TRAIT } from "./line-traits.ts";
import { type GoodSource, LineParts, type Run } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** With more shapes that are told, the logs have little in common, and nothing more is told. */
const MAX_TOLD_SHAPES = 20_000;
/** Of an event that is not told so far, at most so many lines are kept. */
const MAX_KEPT_LINES = 64;

/** Of an event, at most so many lines are written. */
const MAX_LINES_OF_EVENT = 8;
/** Of the lines that came again, at most so many are listed, those that came most often. */
const MAX_AGAIN = 20;

/** A line of the log. A lone carriage return ends a `line`, but not a `fileLine`. */
interface LogLine {
  readonly file: string;
  readonly line: number;
  readonly fileLine: number;
  readonly text: Buffer;
}

/** A line of an event with something new. */
interface FollowedLine extends LogLine {
  readonly kind: "new";
  /** The first line of the event: that of the message to which a stack trace belongs. */
  readonly event: number;
  /** Whether no good run has anything like it. */
  readonly new: boolean;
}

/** A line that only has another value than good ones in a field. */
interface FollowedChange extends LogLine {
  readonly kind: "changed";
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** How often a line that was told has come again. */
interface AgainLine extends LogLine {
  readonly kind: "again";
  readonly count: number;
}

interface FollowSummary {
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
}

/** A line and those that belong to it. */
interface Event {
  readonly first: number;
  isTold: boolean;
  /** The lines that are not written yet. */
  lines: Line[];
}

/** A shape that no good run has. */
interface SeenShape {
  /** Its first line, unless that is not told. */
  line: Line | undefined;
  /** Whether that is not the first new line of its event, whose number of times tells enough. */
  isPart: boolean;
  /** How often it has come since. */
  count: number;
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
  /** By shape that no good run has. */
  private readonly seen = new Map<number, SeenShape>();
  /** By new shape of a record: the good shape that differs in its level alone. */
  private readonly otherLevels = new Map<number, number>();
  private readonly events = new EventReader({ indented: true });
  private event: Event | undefined;
  /** The events that may be written when all that was read is known. */
  private readonly waiting = new Set<Event>();
  /** Lines with a value of a field that is new, and those of which the value was told. */
  private readonly valued = new Map<number, Line>();
  private readonly toldValues = new Map<string, Line>();

  constructor(
    table: ShapeTable,
    stored: readonly StoredTable[],
    good: readonly Run[],
    name: string,
    writer: FollowWriter,
  ) {
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
    this.table.begin(false);
    try {
      for await (const _ of reader.read(log.open(), FIRST_FILE)) {
        while (reader.next()) {
          const { bytes, isText, record } = reader;
          parts.read(reader, (from, to, isOverwritten) => {
            const shape = this.table.read(bytes, from, to, isText, record);
            // People see records whole, as they stand in the log.
            const isRecord = record !== undefined && isText;
            const text = isRecord ? record.line.subarray(record.start, record.end) : bytes.subarray(from, to);
            const start = this.table.line.afterPrefix(bytes, from, to);
            const belongs = this.events.read(bytes, start, to, start > from) === "yes";
            this.take(shape, reader.number, text, isOverwritten, belongs);
          });
        }
        this.tellWaiting();
        await this.writer.flush();
      }
    } catch (error) {
      throw log.failure(error);
    }
  }

  /** Writes how often what was told has come again, and a summary. */
  end(): void {
    for (const { line, isPart, count } of this.seen.values()) {
      if (line !== undefined && !isPart && count > 0) this.tellAgain(line, count);
    }
    const values = this.toldValues.size === 0 ? [] : this.table.fields.newValues(this.good.length);
    for (const { index, name, count } of values) {
      const line = this.toldValues.get(`${index} ${name}`);
      if (line !== undefined && count > 1) this.tellAgain(line, count - 1);
    }
    let folded = 0;
    for (const { line, count } of this.seen.values()) if (line === undefined) folded += count + 1;
    this.writer.write({
      kind: "summary",
      told: this.told,
      folded,
      lines: this.length,
      good: this.good.map(({ name, length }) => ({ file: name, lines: length })),
      ...(this.isCut && { littleInCommon: true as const }),
    });
  }

  private tellAgain({ index, fileLine, text }: Line, count: number): void {
    this.writer.write({ kind: "again", file: this.name, line: index + 1, fileLine, count, text });
  }

  private get isCut(): boolean {
    return this.toldShapes >= MAX_TOLD_SHAPES;
  }

  private take(shape: number, fileLine: number, bytes: Buffer, isOverwritten: boolean, isOfTrace: boolean): void {
    const { table } = this;
    const index = this.length++;
    const traits = table.traitsOf(shape);
    const belongs = isOfTrace || table.text.isFollower;
    const seen = this.seen.get(shape);
    if (seen !== undefined) seen.count++;
    const isNew =
      seen === undefined && !table.isKnown(shape) && !isOverwritten && (traits & TRAIT.word) !== 0 && !this.isCut;
    if (!belongs || this.event === undefined) this.event = { first: index, isTold: false, lines: [] };
    const { event } = this;
    const hasNewValue = table.text.group !== NO_GROUP && table.fields.addFailed(table.groupOf(shape), index);
    const line = { index, fileLine, shape, text: Buffer.from(bytes), isNew };
    if (hasNewValue) this.valued.set(index, line);
    // The frames of a trace may follow with no more to tell that they are its own.
    if (isNew && !belongs) this.events.open();
    if (isNew) {
      this.seen.set(shape, { line, isPart: false, count: 0 });
      const other = table.otherLevel(shape);
      if (other !== undefined) this.otherLevels.set(shape, other);
    }
    if (event.isTold || event.lines.length < MAX_KEPT_LINES || isNew) event.lines.push(line);
    if (isNew || event.isTold) this.waiting.add(event);
  }

  /** Writes what is new in the lines that were read. */
  private tellWaiting(): void {
    const { table, waiting } = this;
    const values = this.valued.size === 0 ? [] : table.fields.newValues(this.good.length);
    if (waiting.size > 0) {
      const lines = [...waiting].flatMap((event) => event.lines.filter(({ isNew }) => isNew));
      const newShapes = lines.map(({ shape }) => shape);
      const shapes = new GoodShapes(table, newShapes);
      const changed = new Set(values.map(({ index }) => index));
      const isTelling = ({ shape, index }: Line): boolean => {
        const { isValue, isVariant, isOtherWorker, holes } = shapes.of(shape);
        if (isValue || isVariant || isOtherWorker || this.otherLevels.has(shape)) return false;
        return !changed.has(index) || holes.every(({ partners }) => partners.length === 0);
      };
      for (const event of waiting) this.tellEvent(event, isTelling);
      waiting.clear();
    }
    for (const value of values) this.tellValue(value);
    // Of an event that goes on, the first line is enough to tell where its next ones belong.
    if (this.event !== undefined) this.event.lines = this.event.isTold ? [] : this.event.lines.slice(0, 1);
  }

  private tellEvent(event: Event, isTelling: (line: Line) => boolean): void {
    const isOpen = event.isTold;
    for (const [i, line] of event.lines.filter(({ isNew }) => isNew).entries()) {
      const seen = this.seen.get(line.shape)!;
      if (isTelling(line)) {
        event.isTold = true;
        seen.isPart = isOpen || i > 0;
        this.toldShapes++;
      } else if (!this.tellLevel(line)) seen.line = undefined;
    }
    if (!event.isTold) return;
    for (const { index, fileLine, text, isNew } of event.lines) {
      const place = { file: this.name, line: index + 1, fileLine, event: event.first + 1 };
      this.writer.write({ kind: "new", ...place, new: isNew, text });
      this.told++;
    }
    event.lines = [];
  }

  /** Writes a line that only has another level, if it is a graver one. */
  private tellLevel(line: Line): boolean {
    const { table, sources } = this;
    const other = this.otherLevels.get(line.shape);
    if (other === undefined) return false;
    const source = sources[table.firstSources.at(other)]!;
    const change = levelChange(table, source.text(table.firstLines.at(other)), line.text, other);
    if (change === undefined || gravityOf(change.to) <= gravityOf(change.from)) return false;
    this.toldShapes++;
    this.tellChange(line, change);
    return true;
  }

  private tellValue({ index, name, known, value }: NewValue): void {
    const key = `${index} ${name}`;
    const line = this.valued.get(index);
    if (this.toldValues.has(key) || line === undefined) return;
    this.toldValues.set(key, line);
    this.tellChange(line, { field: name, from: known, to: value });
  }

  private tellChange(
    { index, fileLine, text }: Line,
    { field, from, to }: Pick<FollowedChange, "field" | "from" | "to">,
  ): void {
    this.writer.write({ kind: "changed", file: this.name, line: index + 1, fileLine, field, from, to, text });
    this.told++;
  }
}

/** Writes what is new in a log that is followed for people, while it comes. */
export class FollowText {
  private readonly layout: TextLayout;
  private event = -1;
  private written = 0;
  private readonly again: AgainLine[] = [];

  constructor(layout: TextLayout) {
    this.layout = layout;
  }

  write(item: FollowItem): void {
    if (item.kind === "new") this.writeLine(item);
    else if (item.kind === "changed") this.writeChange(item);
    else if (item.kind === "again") this.again.push(item);
    else this.writeEnd(item);
  }

  private writeLine({ event, fileLine, new: isNew, text }: FollowedLine): void {
    const { layout } = this;
    if (event !== this.event) this.endEvent(event);
    if (++this.written > MAX_LINES_OF_EVENT) return;
    layout.text(`${fileLine} `);
    layout.limitToRow();
    if (isNew) layout.begin("added");
    layout.text(isNew ? "+ " : "  ");
    layout.bytes(text);
    if (isNew) layout.end("added");
    layout.text("\n");
  }

  private writeChange({ fileLine, field, from, to, text }: FollowedChange): void {
    this.endEvent(-1);
    this.writeRow(`${fileLine}   ${field}: ${from} → ${to}: `, text);
  }

  private writeRow(label: string, text: Buffer): void {
    const { layout } = this;
    layout.text(label);
    layout.limitToRow();
    layout.bytes(text);
    layout.text("\n");
  }

  /** Says how many lines of the last event were left out, and begins another one. */
  private endEvent(event: number): void {
    const more = this.written - MAX_LINES_OF_EVENT;
    if (more > 0) {
      this.layout.styled("faint", `  … ${counted(more, "more line")}`);
      this.layout.text("\n");
    }
    this.event = event;
    this.written = 0;
  }

  private writeEnd({ told, folded, lines, good, littleInCommon }: FollowSummary): void {
    const { layout } = this;
    this.endEvent(-1);
    const again = this.again.sort((a, b) => b.count - a.count || a.line - b.line);
    if (told > 0) layout.text("\n");
    for (const { fileLine, count, text } of again.slice(0, MAX_AGAIN))
      this.writeRow(`${fileLine}   ${count} more: `, text);
    if (again.length > MAX_AGAIN) layout.text(`… ${counted(again.length - MAX_AGAIN, "more line")} came again\n`);
    if (littleInCommon)
      layout.text("This log has little in common with the good ones, so not all that is new was told\n");
    const like = folded > 0 ? `, ${folded} more like known ones` : "";
    layout.text(
      `${counted(lines, "line")}, ${counted(told, "new line")}${like}; ${counted(good.length, "good run")}\n`,
    );
  }
}
