import type { LineTextOptions } from "../../io/line-text.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { JsonRecord } from "../../text/records/json-record.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { traitsOf } from "./bad-words.ts";
import { type ComparedBy, ComparedText, GROUP_OF_SHAPE, NO_GROUP } from "./compared-text.ts";
import { FieldValues } from "./field-values.ts";
import { TextCache } from "./text-cache.ts";

/** Of a number in a shape, at most so many values are told apart. */
const MAX_VALUES = 3;
/** Only the first numbers of a shape are facts. */
const MAX_POSITIONS = 16;
/** For each value its hash, and the good runs that have it as bits. */
const POSITION_LENGTH = 2 * MAX_VALUES;
/** Values that vary freely. */
const OPEN = 0xffffffff;
/** Good runs beyond this many share a bit. */
const MAX_RUN_BITS = 31;
const UNREAD = 0xffffffff;
const NO_POSITIONS = 0xffffffff;
const HASH_OF_ZERO = hashOf(Buffer.from("0"), 0, 1);

/** All shapes of the runs, with what the good runs know of them. */
export class ShapeTable {
  readonly line = new CleanLine();
  readonly text: ComparedText;
  readonly fields: FieldValues;
  readonly shapes = new Interner();
  /** By shape: its traits, or `UNREAD`. */
  private readonly traits = new NumberList();
  /** By shape: how many lines of good runs have it, and which good runs do, as bits. */
  readonly counts = new NumberList();
  readonly runs = new NumberList();
  /** By shape: the first line that has it, of the first good run that does. */
  readonly firstRuns = new NumberList();
  readonly firstLines = new NumberList();
  /** By shape: where its numbers begin in `values`. */
  private readonly positions = new NumberList();
  private readonly values = new NumberList();
  /** The shapes of records that differ in their level alone, by what they have in common. */
  private readonly unlevelled = new Interner();
  private readonly levels: number[][] = [];

  /** Whether the last line is one that came before, so that its numbers are known. Then `line` has not read it. */
  isRepeated = false;
  private readonly cache = new TextCache();

  constructor(options: LineTextOptions = {}, by?: ComparedBy) {
    this.text = new ComparedText(this.line, options, by);
    this.fields = new FieldValues(this.text);
  }

  /** Begins another good run, whose numbers count anew. */
  beginGood(): void {
    this.cache.clear();
  }

  /** The shape of a line: of what `text` makes of it, which `line` reads. */
  read(line: Buffer, from: number, to: number, isText: boolean, record: JsonRecord | undefined): number {
    const { text } = this;
    text.read(line, from, to, isText, record);
    const { bytes, end } = text;
    const start = this.line.afterPrefix(bytes, text.start, end);
    const cached = this.cache.find(bytes, start, end);
    this.isRepeated = cached !== -1;
    if (this.isRepeated) return cached;
    this.line.readAfterPrefix(bytes, start, end);
    const shape = this.intern();
    this.cache.keep(shape);
    return shape;
  }

  /** Makes the last line one that is read each time it comes. */
  forget(): void {
    this.cache.forget();
  }

  /** The traits of a shape. Most shapes are never asked for them. */
  traitsOf(id: number): number {
    const known = this.traits.at(id);
    if (known !== UNREAD) return known;
    const bytes = this.shapes.bytes(id);
    const traits = traitsOf(bytes, 0, bytes.length);
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
      this.firstRuns.push(0);
      this.firstLines.push(0);
      this.positions.push(NO_POSITIONS);
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

  /** Counts a line of a good run. */
  addGood(id: number, run: number, line: number): void {
    const bit = 1 << (run % MAX_RUN_BITS);
    if (this.counts.at(id) === 0) {
      this.firstRuns.set(id, run);
      this.firstLines.set(id, line);
    }
    this.counts.set(id, this.counts.at(id) + 1);
    this.runs.set(id, this.runs.at(id) | bit);
    if (!this.isRepeated) this.addNumbers(id, bit);
    if (this.text.group !== NO_GROUP) this.fields.addGood(this.groupOf(id), run, line);
  }

  /** In how many good runs a shape occurs. */
  runsOf(id: number): number {
    return bitCount(this.runs.at(id));
  }

  private addNumbers(id: number, bit: number): void {
    const { numbers } = this.line.shape;
    const count = Math.min(numbers.length / 2, MAX_POSITIONS);
    if (count === 0) return;
    const { values } = this;
    let at = this.positions.at(id);
    if (at === NO_POSITIONS) {
      at = values.length;
      this.positions.set(id, at);
      for (let i = 0; i < count * POSITION_LENGTH; i++) values.push(0);
    }
    for (let i = 0; i < count; i++, at += POSITION_LENGTH) {
      if (values.at(at) === OPEN) continue;
      if (numbers.at(2 * i + 1) === 0) {
        values.set(at, OPEN);
        continue;
      }
      const hash = this.hashOfNumber(i);
      let slot = 0;
      while (slot < MAX_VALUES && values.at(at + 2 * slot) !== hash && values.at(at + 2 * slot + 1) !== 0) slot++;
      if (slot === MAX_VALUES) values.set(at, OPEN);
      else {
        values.set(at + 2 * slot, hash);
        values.set(at + 2 * slot + 1, values.at(at + 2 * slot + 1) | bit);
      }
    }
  }

  /** The hash of the i-th number of the line that was read last. */
  private hashOfNumber(i: number): number {
    const { bytes, shape } = this.line;
    return hashOf(bytes, shape.numbers.at(2 * i), shape.numbers.at(2 * i + 1));
  }

  /**
   * Calls `take` for each number of the last line that is none of the values of good runs, although these are few, and
   * all of them occur in all good runs that have the shape: with its index, and whether the only value was zero.
   */
  newNumbers(id: number, take: (index: number, isZero: boolean) => void): void {
    const { numbers } = this.line.shape;
    let at = this.positions.at(id);
    if (at === NO_POSITIONS) return;
    const count = Math.min(numbers.length / 2, MAX_POSITIONS);
    for (let i = 0; i < count; i++, at += POSITION_LENGTH) {
      if (this.values.at(at) === OPEN || numbers.at(2 * i + 1) === 0) continue;
      const hash = this.hashOfNumber(i);
      let known = 0;
      let runs = this.runs.at(id);
      for (let slot = 0; slot < MAX_VALUES; slot++) {
        const bits = this.values.at(at + 2 * slot + 1);
        if (bits === 0) break;
        if (this.values.at(at + 2 * slot) === hash) {
          known = 0;
          break;
        }
        known++;
        runs &= bits;
      }
      if (known > 0 && runs === this.runs.at(id)) take(i, known === 1 && this.values.at(at) === HASH_OF_ZERO);
    }
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
