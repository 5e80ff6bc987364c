import type { LineTextOptions } from "../../io/line-text.ts";
import { isFailure, isSuccess } from "../../text/bytes/http.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { type ComparedBy, ComparedText, NO_GROUP } from "./compared-text.ts";
import { FieldValues } from "./field-values.ts";
import { traitsOf } from "./line-traits.ts";
import { GROUP_OF_SHAPE } from "./record-text.ts";
import { SeenTexts } from "./seen-texts.ts";

/** Of a number in a shape, at most so many values are told apart. */
const MAX_VALUES = 3;
/** Only the first numbers of a shape are facts. */
const MAX_POSITIONS = 16;
/** For each value its number in `numbers`, how many good runs have it, and the last of these. */
const VALUE_LENGTH = 3;
const POSITION_LENGTH = MAX_VALUES * VALUE_LENGTH;
/** Values that vary freely. */
const OPEN = 0xffffffff;
const UNREAD = 0xffffffff;
const NO_POSITIONS = 0xffffffff;
/** All numbers vary freely, as in most shapes with many lines. */
const OPEN_POSITIONS = 0xfffffffe;
/** No run that is read. */
const NO_RUN = 0xffffffff;
/** The first value that a table knows. */
const ZERO = 0;

/** What stored good runs know of a shape. */
export interface StoredShape {
  readonly lines: number;
  readonly runs: number;
  /** By the index of a number: its values, if all runs that have the shape have all of them. Other numbers vary. */
  readonly numbers: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** A number of a line that is none of the few that good runs have there. */
interface NewNumber {
  readonly index: number;
  /** Whether all good runs that have the shape have each of their numbers. */
  readonly isEverywhere: boolean;
  /** Whether all others say that a request has succeeded, and this one that it has failed. */
  readonly isFailed: boolean;
  /** Whether the only other one is zero. */
  readonly isZero: boolean;
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
  /** By shape: the first line that has it, of the first good source that does. A run comes before a stored table. */
  readonly firstSources = new NumberList();
  readonly firstLines = new NumberList();
  /** By shape: in how many good runs it occurs, and which is the last of these. */
  private readonly runs = new NumberList();
  private readonly lastRuns = new NumberList();
  /** By shape: where its numbers begin in `values`, or one of the two above. */
  private readonly positions = new NumberList();
  private readonly byShape: readonly (readonly [NumberList, initial: number])[] = [
    [this.traits, UNREAD],
    [this.counts, 0],
    [this.firstSources, 0],
    [this.firstLines, 0],
    [this.runs, 0],
    [this.lastRuns, NO_RUN],
    [this.positions, NO_POSITIONS],
  ];
  private readonly values = new NumberList();
  /** The shapes of records that differ in their level alone, by what they have in common. */
  private readonly unlevelled = new Interner();
  private readonly levels: number[][] = [];

  private readonly numbers = new Interner();
  /** Of the good run that is read, or was read last. */
  private readonly seen = new SeenTexts();
  private isGood = false;
  /** Whether the good run has the text of the line that was read last. Then `line` has not read it. */
  isSeen = false;
  private readonly maxBytes: number | undefined;

  /** Only the first `maxBytes` of each line count. */
  constructor(options: LineTextOptions = {}, by?: ComparedBy, maxBytes?: number) {
    this.text = new ComparedText(this.line, options, by);
    this.fields = new FieldValues(this.text);
    this.maxBytes = maxBytes;
    this.numbers.intern(Buffer.from("0"), 0, 1);
  }

  /** Begins a run. */
  begin(isGood: boolean): void {
    this.text.begin();
    this.isGood = isGood;
    // Numbers count once for each good run.
    if (isGood) this.seen.clear();
  }

  /** The shape of a line: of what `text` makes of it, which `line` reads unless `isSeen` says that it need not. */
  read(source: Buffer, from: number, to: number, isText: boolean, record: JsonRecord | undefined): number {
    const { text, line, seen } = this;
    text.read(source, from, to, isText, record);
    const { bytes } = text;
    const end = this.limit(text.start, text.end);
    const start = line.afterPrefix(bytes, text.start, end);
    const known = seen.shapeOf(bytes, start, end);
    this.isSeen = known !== -1;
    if (known !== -1) return known;
    line.readText(bytes, start, end);
    const shape = this.intern();
    if (this.isGood) seen.add(bytes, start, end, shape);
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

  private intern(): number {
    const { shape } = this.line;
    const id = this.shapes.intern(shape.bytes, 0, shape.length);
    if (id === this.traits.length) {
      for (const [list, initial] of this.byShape) list.push(initial);
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
    if (!this.isSeen) this.addNumbers(id, source);
    if (this.text.group !== NO_GROUP) this.fields.addGood(this.groupOf(id), source, line);
  }

  private addNumbers(id: number, source: number): void {
    if (this.positions.at(id) === OPEN_POSITIONS) return;
    const count = this.numberCount;
    if (this.positions.at(id) === NO_POSITIONS) this.addPositions(id, count);
    let at = this.positions.at(id);
    let open = 0;
    for (let i = 0; i < count; i++, at += POSITION_LENGTH) {
      if (this.values.at(at) === OPEN) {
        open++;
        continue;
      }
      const { bytes, shape } = this.line;
      const end = shape.numbers.at(2 * i + 1);
      if (end === 0) this.values.set(at, OPEN);
      else this.addValue(at, this.numbers.intern(bytes, shape.numbers.at(2 * i), end), source, 1);
    }
    if (open === count) this.positions.set(id, OPEN_POSITIONS);
  }

  /** Counts the lines of stored runs with the shape that was read last. Stored tables must come before runs. */
  addStored(id: number, source: number, line: number, { lines, runs, numbers }: StoredShape): void {
    if (!this.isKnown(id)) this.setFirst(id, source, line);
    this.counts.set(id, this.counts.at(id) + lines);
    this.runs.set(id, this.runs.at(id) + runs);
    const count = this.numberCount;
    if (this.positions.at(id) === NO_POSITIONS) this.addPositions(id, count);
    let at = this.positions.at(id);
    for (let i = 0; i < count; i++, at += POSITION_LENGTH) {
      const values = numbers.get(i);
      if (values === undefined) this.values.set(at, OPEN);
      for (const value of values ?? []) {
        if (this.values.at(at) !== OPEN) this.addValue(at, this.numbers.intern(value, 0, value.length), NO_RUN, runs);
      }
    }
  }

  private setFirst(id: number, source: number, line: number): void {
    this.firstSources.set(id, source);
    this.firstLines.set(id, line);
  }

  /** How many numbers of the line that was read last may be facts. */
  private get numberCount(): number {
    return Math.min(this.line.shape.numbers.length / 2, MAX_POSITIONS);
  }

  private addPositions(id: number, count: number): void {
    if (count === 0) return;
    this.positions.set(id, this.values.length);
    for (let i = 0; i < count; i++) for (let n = 0; n < POSITION_LENGTH; n++) this.values.push(0);
  }

  private addValue(position: number, value: number, run: number, runs: number): void {
    const { values } = this;
    for (let at = position; at < position + POSITION_LENGTH; at += VALUE_LENGTH) {
      const known = values.at(at + 1);
      if (known !== 0 && values.at(at) !== value) continue;
      values.set(at, value);
      if (known === 0 || run === NO_RUN || values.at(at + 2) !== run) values.set(at + 1, known + runs);
      values.set(at + 2, run);
      return;
    }
    values.set(position, OPEN);
  }

  /** The i-th number of the line that was read last, as it stands there; undefined if it can be no fact. */
  numberText(i: number): Buffer | undefined {
    const { bytes, shape } = this.line;
    const end = i >= 0 && i < this.numberCount ? shape.numbers.at(2 * i + 1) : 0;
    return end === 0 ? undefined : Buffer.from(bytes.subarray(shape.numbers.at(2 * i), end));
  }

  /** As much of a line as counts. */
  limited(line: Buffer): Buffer {
    return line.subarray(0, this.limit(0, line.length));
  }

  // Adding infinity would make a floating point number of each end, for which much code would be compiled twice.
  private limit(start: number, end: number): number {
    return this.maxBytes === undefined ? end : Math.min(end, start + this.maxBytes);
  }

  /** Whether the line that was read last, which has this shape, has a value of each number that is a fact. */
  agreesWithFacts(id: number): boolean {
    for (const [i, values] of this.stored(id).numbers) {
      const number = this.numberText(i);
      if (number === undefined || !values.some((value) => number.equals(value))) return false;
    }
    return true;
  }

  /**
   * The numbers of the last line that are none of the values of good runs, although these are few, and either all of
   * them occur in all good runs that have the shape, or they are answers of HTTP, and this one is a failure.
   */
  newNumbers(id: number): NewNumber[] {
    const { values, line } = this;
    const { bytes, shape } = line;
    const found: NewNumber[] = [];
    let position = this.positions.at(id);
    if (position >= OPEN_POSITIONS) return found;
    const count = this.numberCount;
    for (let index = 0; index < count; index++, position += POSITION_LENGTH) {
      const end = shape.numbers.at(2 * index + 1);
      if (values.at(position) === OPEN || values.at(position + 1) === 0 || end === 0) continue;
      const number = this.numbers.intern(bytes, shape.numbers.at(2 * index), end);
      const known = this.valuesAt(position);
      if (known.includes(number)) continue;
      const isEverywhere = this.areEverywhere(id, position);
      const text = (value: number): string => this.numbers.bytes(value).toString("latin1");
      const isFailed = isFailure(text(number)) && known.every((value) => isSuccess(text(value)));
      if (isEverywhere || isFailed)
        found.push({ index, isEverywhere, isFailed, isZero: known.length === 1 && known[0] === ZERO });
    }
    return found;
  }

  /** The values of a number, which must be few. */
  private valuesAt(position: number): number[] {
    const { values } = this;
    const found: number[] = [];
    for (let at = position; at < position + POSITION_LENGTH && values.at(at + 1) > 0; at += VALUE_LENGTH)
      found.push(values.at(at));
    return found;
  }

  /** Whether each value of a number occurs in all good runs that have the shape. */
  private areEverywhere(id: number, position: number): boolean {
    const { values } = this;
    if (values.at(position) === OPEN) return false;
    for (let at = position; at < position + POSITION_LENGTH && values.at(at + 1) > 0; at += VALUE_LENGTH)
      if (values.at(at + 1) < this.runs.at(id)) return false;
    return true;
  }

  /** What the good runs know of the shape that was read last, as far as it is stored. */
  stored(id: number): StoredShape {
    const numbers = new Map<number, readonly Buffer[]>();
    const first = this.positions.at(id);
    const count = first >= OPEN_POSITIONS ? 0 : this.numberCount;
    for (let i = 0; i < count; i++) {
      const position = first + i * POSITION_LENGTH;
      if (!this.areEverywhere(id, position)) continue;
      const texts = this.valuesAt(position).map((value) => this.numbers.bytes(value));
      numbers.set(i, texts.sort(Buffer.compare));
    }
    return { lines: this.counts.at(id), runs: this.runs.at(id), numbers };
  }
}
