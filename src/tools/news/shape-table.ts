import type { LineTextOptions } from "../../io/line-text.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { type ComparedBy, ComparedText, NO_GROUP } from "./compared-text.ts";
import { FieldValues } from "./field-values.ts";
import { traitsOf } from "./line-traits.ts";
import { NumberFacts } from "./number-facts.ts";
import { GROUP_OF_SHAPE } from "./record-text.ts";

const UNREAD = 0xffffffff;
/** No run that is read. */
const NO_RUN = 0xffffffff;

/** What stored good runs know of a shape. */
export interface StoredShape {
  readonly lines: number;
  readonly runs: number;
  /** By the index of a number: its values, if all runs that have the shape have all of them. Other numbers vary. */
  readonly numbers: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** All shapes of the runs, with what the good runs know of them. */
export class ShapeTable {
  readonly line = new CleanLine();
  readonly text: ComparedText;
  readonly fields: FieldValues;
  readonly numbers = new NumberFacts(this.line);
  readonly shapes = new Interner();
  /** How many good runs it knows, those of stored tables included. */
  runCount = 0;
  /** By shape: its traits, or `UNREAD`. */
  private readonly traits = new NumberList();
  /** By shape: how many lines of good runs have it. */
  readonly counts = new NumberList();
  /** By shape: the first line that has it, of the first good source that does. A run comes before a stored table. */
  readonly firstSources = new NumberList();
  readonly firstLines = new NumberList();
  /** By shape: in how many good runs it occurs, and which is the last of these. */
  private readonly runs = new NumberList();
  private readonly lastRuns = new NumberList();
  /** The shapes of records that differ in their level alone, by what they have in common. */
  private readonly unlevelled = new Interner();
  private readonly levels: number[][] = [];
  private readonly maxBytes: number;

  /** Only the first `maxBytes` of each line count. */
  constructor(options: LineTextOptions = {}, by?: ComparedBy, maxBytes: number = Number.POSITIVE_INFINITY) {
    this.text = new ComparedText(this.line, options, by);
    this.fields = new FieldValues(this.text);
    this.maxBytes = maxBytes;
  }

  /** The shape of a line: of what `text` makes of it, which `line` reads. */
  read(line: Buffer, from: number, to: number, isText: boolean, record: JsonRecord | undefined): number {
    const { text } = this;
    text.read(line, from, to, isText, record);
    this.line.read(text.bytes, text.start, Math.min(text.end, text.start + this.maxBytes));
    return this.intern();
  }

  /** The shape of a stored line, which `line` reads. */
  readStored(text: Uint8Array): number {
    this.line.read(text, 0, Math.min(text.length, this.maxBytes));
    return this.intern();
  }

  /** The traits of a shape. Most shapes are never asked for them. */
  traitsOf(id: number): number {
    const known = this.traits.at(id);
    if (known !== UNREAD) return known;
    const bytes = this.shapes.bytes(id);
    const traits = traitsOf(bytes);
    this.traits.set(id, traits);
    return traits;
  }

  private intern(): number {
    const { shape } = this.line;
    const id = this.shapes.intern(shape.bytes, 0, shape.length);
    if (id === this.traits.length) {
      this.traits.push(UNREAD);
      this.counts.push(0);
      this.runs.push(0);
      this.lastRuns.push(NO_RUN);
      this.firstSources.push(0);
      this.firstLines.push(0);
      if (this.text.hasLevel) this.ofOtherLevels(id).push(id);
    }
    return id;
  }

  get size(): number {
    return this.shapes.size;
  }

  /** The shapes of the line that was read last, with any level. */
  private ofOtherLevels(id: number): number[] {
    const shape = this.shapes.bytes(id);
    const base = this.unlevelled.intern(shape, Math.max(shape.indexOf("] "), 0), shape.length);
    this.levels[base] ??= [];
    return this.levels[base];
  }

  /** The good shape that differs from that of the line that was read last in its level alone; undefined for none. */
  otherLevel(id: number): number | undefined {
    if (!this.text.hasLevel) return undefined;
    const known = this.ofOtherLevels(id).filter((other) => this.isKnown(other));
    return known.sort((a, b) => this.counts.at(b) - this.counts.at(a))[0];
  }

  /** What the fields of the line that was read last are compared with; `NO_GROUP` if it has none. */
  groupOf(id: number): number {
    return this.text.group === GROUP_OF_SHAPE ? id : this.text.group;
  }

  isKnown(id: number): boolean {
    return this.counts.at(id) > 0;
  }

  /** In how many good runs a shape occurs. */
  runsOf(id: number): number {
    return this.runs.at(id);
  }

  /** Counts the line of a good run that was read last. All lines of a run must come before those of the next one. */
  addGood(id: number, source: number, line: number): void {
    const isFirst = this.lastRuns.at(id) === NO_RUN;
    if (isFirst) this.setFirst(id, source, line);
    this.counts.set(id, this.counts.at(id) + 1);
    if (this.lastRuns.at(id) !== source) this.runs.set(id, this.runs.at(id) + 1);
    this.lastRuns.set(id, source);
    this.numbers.addGood(id, source);
    if (this.text.group !== NO_GROUP) this.fields.addGood(this.groupOf(id), source, line);
  }

  /** Counts the lines of stored runs with the shape that was read last. Stored tables must come before runs. */
  addStored(id: number, source: number, line: number, { lines, runs, numbers }: StoredShape): void {
    if (!this.isKnown(id)) this.setFirst(id, source, line);
    this.counts.set(id, this.counts.at(id) + lines);
    this.runs.set(id, this.runs.at(id) + runs);
    this.numbers.addStored(id, numbers, runs);
  }

  private setFirst(id: number, source: number, line: number): void {
    this.firstSources.set(id, source);
    this.firstLines.set(id, line);
  }

  /** As much of a line as counts. */
  limited(line: Buffer): Buffer {
    return line.length <= this.maxBytes ? line : line.subarray(0, this.maxBytes);
  }

  /** The indexes of the numbers of the line that was read last that good runs prove to be others. */
  newNumbers(id: number): number[] {
    return this.numbers.newNumbers(id, { all: this.runCount, ofShape: this.runs.at(id) });
  }

  /** What the good runs know of the shape that was read last, as far as it is stored. */
  stored(id: number): StoredShape {
    const runs = this.runs.at(id);
    return { lines: this.counts.at(id), runs, numbers: this.numbers.valuesOf(id, runs) };
  }
}
