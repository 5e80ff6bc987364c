import type { LineTextOptions } from "../../io/line-text.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { type ComparedBy, ComparedText } from "./compared-text.ts";
import { FieldValues } from "./field-values.ts";
import { hasWord, TRAIT, traitsOf } from "./line-traits.ts";
import { NumberFacts, type StoredNumbers } from "./number-facts.ts";
import { SeenTexts } from "./seen-texts.ts";

const UNREAD = 0xffffffff;
/** No run that is read. */
const NO_RUN = 0xffffffff;

/** Where a good line is: in which source of good lines, and its index there. */
export interface GoodPlace {
  readonly source: number;
  readonly goodIndex: number;
}

/** What stored good runs know of a shape. */
export interface StoredShape {
  readonly lines: number;
  readonly runs: number;
  readonly numbers: StoredNumbers;
}

/** All shapes of the runs, with what the good runs know of them. */
export class ShapeTable {
  readonly line = new CleanLine();
  readonly text: ComparedText;
  readonly fields: FieldValues;
  readonly shapes = new Interner();
  /** How many good runs it knows, those of stored tables included. */
  runCount = 0;
  /** By shape: its traits, or `UNREAD`. */
  private readonly traits = new NumberList();
  /** By shape: how many lines of good runs have it. */
  readonly counts = new NumberList();
  /** By shape: see `firstOf`. */
  private readonly firstSources = new NumberList();
  private readonly firstLines = new NumberList();
  /** By shape: in how many good runs it occurs, and which is the last of these. */
  private readonly runs = new NumberList();
  private readonly lastRuns = new NumberList();
  readonly facts = new NumberFacts(this.line, this.runs);
  private readonly byShape: readonly (readonly [NumberList, initial: number])[] = [
    [this.traits, UNREAD],
    [this.counts, 0],
    [this.firstSources, 0],
    [this.firstLines, 0],
    [this.runs, 0],
    [this.lastRuns, NO_RUN],
  ];
  /** The shapes of records that differ in their level alone, by what they have in common. */
  private readonly unlevelled = new Interner();
  private readonly levels: number[][] = [];

  /** Of the good run that is read, or was read last. */
  private readonly seen = new SeenTexts();
  private isGood = false;
  /** Whether the good run has the text of the line that was read last. Then `line` has not read it. */
  isSeen = false;
  private readonly maxBytes: number | undefined;

  /** Only the first `maxBytes` of each line count. */
  constructor(options: LineTextOptions = {}, by?: ComparedBy, maxBytes?: number) {
    this.text = new ComparedText(this.line, options, by);
    this.fields = new FieldValues(this.text.fields);
    this.maxBytes = maxBytes;
  }

  /** Notes the fields of a line of the failed run, which was read last. Returns whether a value is new. */
  addFailed(id: number, line: number): boolean {
    return this.fields.addFailed(this.text.groupOf(id), line, this.text.levelName);
  }

  /** Begins a run. */
  begin(isGood: boolean): void {
    this.text.begin();
    this.isGood = isGood;
    if (!isGood) return;
    this.runCount++;
    // Numbers count once for each good run.
    this.seen.clear();
  }

  /** The shape of a line: of what `text` makes of it, which `line` reads unless `isSeen` says that it need not. */
  read(source: Buffer, from: number, to: number, isText: boolean, record: JsonRecord | undefined): number {
    const { text, line, seen } = this;
    text.read(source, from, to, isText, record);
    const { bytes } = text;
    const end = this.limit(text.start, text.end);
    const start = line.afterPrefix(bytes, text.start, end);
    const known = seen.shapeOf(bytes, start, end, this.isGood);
    this.isSeen = known !== -1;
    if (known !== -1) return known;
    line.readText(bytes, start, end);
    const shape = this.intern();
    if (this.isGood) seen.add(shape);
    return shape;
  }

  /** The shape of a stored line, which `line` reads. */
  readStored(text: Buffer): number {
    this.line.read(text, 0, this.limit(0, text.length));
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

  hasWord(id: number): boolean {
    const known = this.traits.at(id);
    return known === UNREAD ? hasWord(this.shapes.bytes(id)) : (known & TRAIT.word) !== 0;
  }

  private intern(): number {
    const { shape } = this.line;
    const id = this.shapes.intern(shape.bytes, 0, shape.length);
    if (id === this.traits.length) {
      for (const [list, initial] of this.byShape) list.push(initial);
      this.facts.addShape();
      if (this.text.levelName !== -1) this.ofOtherLevels(id).push(id);
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
    if (this.text.levelName === -1) return undefined;
    const known = this.ofOtherLevels(id).filter((other) => this.isKnown(other));
    return known.sort((a, b) => this.counts.at(b) - this.counts.at(a))[0];
  }

  isKnown(id: number): boolean {
    return this.counts.at(id) > 0;
  }

  /** The first line of the first good source that has a shape. A run comes before a stored table. */
  firstOf(id: number): GoodPlace {
    return { source: this.firstSources.at(id), goodIndex: this.firstLines.at(id) };
  }

  /** In how many good runs a shape occurs. */
  runsOf(id: number): number {
    return this.runs.at(id);
  }

  /** Counts the line of a good run that was read last. All lines of a run must come before those of the next one. */
  addGood(id: number, source: number, line: number): void {
    if (this.lastRuns.at(id) === NO_RUN) this.setFirst(id, source, line);
    this.counts.set(id, this.counts.at(id) + 1);
    if (this.lastRuns.at(id) !== source) this.runs.set(id, this.runs.at(id) + 1);
    this.lastRuns.set(id, source);
    if (!this.isSeen) this.facts.add(id, source);
    this.fields.addGood(this.text.groupOf(id), source, line);
  }

  /** Counts the lines of stored runs with the shape that was read last. Stored tables must come before runs. */
  addStored(id: number, source: number, line: number, { lines, runs, numbers }: StoredShape): void {
    if (!this.isKnown(id)) this.setFirst(id, source, line);
    this.counts.set(id, this.counts.at(id) + lines);
    this.runs.set(id, this.runs.at(id) + runs);
    this.facts.addStored(id, numbers, runs);
  }

  private setFirst(id: number, source: number, line: number): void {
    this.firstSources.set(id, source);
    this.firstLines.set(id, line);
  }

  /** As much of a line as counts. */
  limited(line: Buffer): Buffer {
    return line.subarray(0, this.limit(0, line.length));
  }

  // Adding infinity would make a floating point number of each end, for which much code would be compiled twice.
  private limit(start: number, end: number): number {
    return this.maxBytes === undefined ? end : Math.min(end, start + this.maxBytes);
  }

  /** What the good runs know of the shape that was read last, as far as it is stored. */
  stored(id: number): StoredShape {
    return { lines: this.counts.at(id), runs: this.runs.at(id), numbers: this.facts.stored(id) };
  }
}
