// A log that is followed: what is new is told while it is written. Nothing is aligned, as there is no end.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { levelChange } from "./changes.ts";
import type { NewValue } from "./field-values.ts";
import type { GoodRuns } from "./good-runs.ts";
import { GoodShapes } from "./good-shapes.ts";
import { TRAIT } from "./line-traits.ts";
import { LineParts, type PartConsumer } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";

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

/** A line that may be written, with its index and its shape. */
interface Line extends LogLine {
  readonly shape: number;
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
  private readonly runs: GoodRuns;
  private readonly name: string;
  private readonly writer: FollowWriter;
  private length = 0;
  private toldShapes = 0;
  /** By shape that no good run has. */
  private readonly seen = new Map<number, SeenShape>();
  /** By new shape of a record: the good shape that differs in its level alone. */
  private readonly otherLevels = new Map<number, number>();
  private readonly events = new EventReader({ indented: true });
  private event: Event = { first: 0, isTold: false, lines: [] };
  /** The events that may be written when all that was read is known. */
  private readonly waiting = new Set<Event>();
  /** Lines with a value of a field that is new, and those of which the value was told. */
  private readonly valued = new Map<number, Line>();
  private readonly toldValues = new Map<string, Line>();

  constructor(runs: GoodRuns, name: string, writer: FollowWriter) {
    this.table = runs.table;
    this.runs = runs;
    this.name = name;
    this.writer = writer;
  }

  /** Rejects with the log's read error, after what was read before it was told. */
  async read(log: Log, options: ReadOptions): Promise<void> {
    const reader = new LineReader(options);
    const parts = new LineParts(options);
    const take: PartConsumer = (from, to, isOverwritten) => this.take(reader, from, to, isOverwritten);
    this.table.begin(false);
    try {
      for await (const _ of reader.read(log.open(), FIRST_FILE)) {
        while (reader.next()) parts.read(reader, take);
        this.tellWaiting();
        await this.writer.flush();
      }
    } catch (error) {
      throw log.failure(error);
    }
  }

  private take({ bytes, isText, record, number }: LineReader, from: number, to: number, isOverwritten: boolean): void {
    const { table, events, seen } = this;
    const index = this.length++;
    const shape = table.read(bytes, from, to, isText, record);
    // People see records whole, as they stand in the log.
    const text =
      record !== undefined && isText ? record.line.subarray(record.start, record.end) : bytes.subarray(from, to);
    const start = table.line.afterPrefix(bytes, from, to);
    const isOfTrace = events.read(bytes, start, to, start > from) === "yes";
    const belongs = index > 0 && (isOfTrace || table.text.isFollower);
    const hasWord = (table.traitsOf(shape) & TRAIT.word) !== 0;
    const known = seen.get(shape);
    if (known !== undefined) known.count++;
    const isNew = known === undefined && !table.isKnown(shape) && !isOverwritten && hasWord && !this.isCut;
    const line = { file: this.name, line: index + 1, fileLine: number, shape, text: Buffer.from(text), isNew };
    if (table.addFailed(shape, index)) this.valued.set(index, line);
    if (!belongs) this.event = { first: index, isTold: false, lines: [] };
    const { event } = this;
    if (isNew) {
      // The frames of a trace may follow with no more to tell that they are its own.
      if (!belongs) events.open();
      seen.set(shape, { line, isPart: false, count: 0 });
      const other = table.otherLevel(shape);
      if (other !== undefined) this.otherLevels.set(shape, other);
    }
    if (event.isTold || event.lines.length < MAX_KEPT_LINES || isNew) event.lines.push(line);
    if (isNew || event.isTold) this.waiting.add(event);
  }

  private get isCut(): boolean {
    return this.toldShapes >= MAX_TOLD_SHAPES;
  }

  /** Writes how often what was told has come again, and a summary. */
  end(): void {
    let folded = 0;
    for (const { line, isPart, count } of this.seen.values()) {
      if (line === undefined) folded += count + 1;
      else if (!isPart && count > 0) this.tellAgain(line, count);
    }
    for (const { index, name, count } of this.newValues(this.toldValues)) {
      const line = this.toldValues.get(`${index} ${name}`);
      if (line !== undefined && count > 1) this.tellAgain(line, count - 1);
    }
    this.writer.write({
      kind: "summary",
      told: this.told,
      folded,
      lines: this.length,
      good: this.runs.good.map(({ name, length }) => ({ file: name, lines: length })),
      ...(this.isCut && { littleInCommon: true as const }),
    });
  }

  private tellAgain({ file, line, fileLine, text }: Line, count: number): void {
    this.writer.write({ kind: "again", file, line, fileLine, count, text });
  }

  private newValues({ size }: ReadonlyMap<unknown, Line>): NewValue[] {
    return size === 0 ? [] : this.table.fields.newValues(this.runs.good.length);
  }

  /** Writes what is new in the lines that were read. */
  private tellWaiting(): void {
    const { table, waiting } = this;
    const values = this.newValues(this.valued);
    if (waiting.size > 0) {
      const lines = [...waiting].flatMap((event) => event.lines.filter(({ isNew }) => isNew));
      const shapes = new GoodShapes(
        table,
        lines.map(({ shape }) => shape),
      );
      const changed = new Set(values.map(({ index }) => index + 1));
      const isTelling = ({ shape, line }: Line): boolean => {
        const { isValue, isVariant, isOtherWorker, holes } = shapes.of(shape);
        if (isValue || isVariant || isOtherWorker || this.otherLevels.has(shape)) return false;
        return !changed.has(line) || holes.every(({ partners }) => partners.length === 0);
      };
      for (const event of waiting) this.tellEvent(event, isTelling);
      waiting.clear();
    }
    for (const { index, name, known, value } of values) {
      const key = `${index} ${name}`;
      const line = this.valued.get(index);
      if (line === undefined || this.toldValues.has(key)) continue;
      this.toldValues.set(key, line);
      this.tellChange(line, { field: name, from: known, to: value });
    }
    // Of an event that goes on, the first line is enough to tell where its next ones belong.
    this.event.lines = this.event.isTold ? [] : this.event.lines.slice(0, 1);
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
    for (const { file, line, fileLine, text, isNew } of event.lines)
      this.writer.write({ kind: "new", file, line, fileLine, event: event.first + 1, new: isNew, text });
    this.told += event.lines.length;
    event.lines = [];
  }

  /** Writes a line that only has another level, if it is a graver one. */
  private tellLevel(line: Line): boolean {
    const { table, runs } = this;
    const other = this.otherLevels.get(line.shape);
    if (other === undefined) return false;
    const { source, goodIndex } = table.firstOf(other);
    const change = levelChange(table, runs.sources[source]!.text(goodIndex), line.text, other);
    if (change === undefined || gravityOf(change.to) <= gravityOf(change.from)) return false;
    this.toldShapes++;
    this.tellChange(line, change);
    return true;
  }

  private tellChange(
    { file, line, fileLine, text }: Line,
    { field, from, to }: Pick<FollowedChange, "field" | "from" | "to">,
  ): void {
    this.writer.write({ kind: "changed", file, line, fileLine, field, from, to, text });
    this.told++;
  }
}

/** Writes what is new in a log that is followed for people, while it comes. */
export class FollowText {
  private readonly layout: TextLayout;
  /** The event that was written last, and how many lines it has had. */
  private event = -1;
  private lines = 0;
  private readonly again: AgainLine[] = [];

  constructor(layout: TextLayout) {
    this.layout = layout;
  }

  write(item: FollowItem): void {
    if (item.kind === "again") {
      this.again.push(item);
      return;
    }
    const event = item.kind === "new" ? item.event : -1;
    if (event !== this.event || event === -1) this.endEvent(event);
    if (item.kind === "summary") this.writeEnd(item);
    else if (item.kind === "changed")
      this.writeRow(`${item.fileLine}   ${item.field}: ${item.from} → ${item.to}: `, item.text);
    else if (++this.lines <= MAX_LINES_OF_EVENT) this.writeRow(`${item.fileLine} `, item.text, item.new ? "+ " : "  ");
  }

  private writeRow(label: string, text: Buffer, mark = ""): void {
    const { layout } = this;
    layout.text(label);
    layout.limitToRow();
    if (mark === "+ ") layout.begin("added");
    layout.text(mark);
    layout.bytes(text);
    if (mark === "+ ") layout.end("added");
    layout.text("\n");
  }

  /** Says how many lines of the last event were left out, and begins another one. */
  private endEvent(event: number): void {
    const more = this.lines - MAX_LINES_OF_EVENT;
    if (more > 0) {
      this.layout.styled("faint", `  … ${counted(more, "more line")}`);
      this.layout.text("\n");
    }
    this.event = event;
    this.lines = 0;
  }

  private writeEnd({ told, folded, lines, good, littleInCommon }: FollowSummary): void {
    const { layout } = this;
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
