// Numbers of known lines that are facts: the good runs agree on them, and their places say that this is no chance.

import { isAlphanumeric } from "../../text/bytes/ascii.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import { newsEnd } from "../../text/masks/news.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";

/** Of a number in a shape, at most so many values are told apart. */
const MAX_VALUES = 3;
/** Only the first numbers of a shape are facts. */
const MAX_POSITIONS = 16;
/** For each value its number in `numbers`, how many good runs have it, and the last of these. */
const VALUE_LENGTH = 3;
const POSITION_LENGTH = MAX_VALUES * VALUE_LENGTH;
/** Values that vary freely. */
const OPEN = 0xffffffff;
const NO_POSITIONS = 0xffffffff;
/** All numbers vary freely, as in most shapes with many lines. */
const OPEN_POSITIONS = 0xfffffffe;
/** No run that is read. */
const NO_RUN = 0xffffffff;
/** The first number that is known. */
const ZERO = 0;

/** So many good runs prove any number. */
const MIN_RUNS = 3;

/** A number of a shape of which all good runs that have the shape have the same few values. */
interface Fact {
  readonly index: number;
  readonly values: readonly number[];
}

/** How many good runs there are, and how many of them have a shape. */
interface Runs {
  readonly all: number;
  readonly ofShape: number;
}

/** The numbers of the shapes of good runs. All that reads or counts a line is about the one that was read last. */
export class NumberFacts {
  private readonly line: CleanLine;
  private readonly numbers = new Interner();
  /** By shape: where its numbers begin in `values`, or one of the two above. */
  private readonly positions = new NumberList();
  private readonly values = new NumberList();
  /** By shape, when all good runs are known. */
  private readonly facts = new Map<number, readonly Fact[]>();

  constructor(line: CleanLine) {
    this.line = line;
    this.numbers.intern(Buffer.from("0"), 0, 1);
  }

  /** Counts the numbers of a line of a good run. All lines of a run must come before those of the next one. */
  addGood(id: number, run: number): void {
    if (id < this.positions.length && this.positions.at(id) === OPEN_POSITIONS) return;
    const { bytes, shape } = this.line;
    let at = this.positionsOf(id);
    let open = 0;
    for (let i = 0; i < this.count; i++, at += POSITION_LENGTH) {
      const end = shape.numbers.at(2 * i + 1);
      if (this.values.at(at) === OPEN) open++;
      else if (end === 0) this.values.set(at, OPEN);
      else this.addValue(at, this.numbers.intern(bytes, shape.numbers.at(2 * i), end), run, 1);
    }
    if (open === this.count) this.positions.set(id, OPEN_POSITIONS);
  }

  /** Counts the values, by the index of the number, that so many stored runs have. All other numbers vary. */
  addStored(id: number, values: ReadonlyMap<number, readonly Uint8Array[]>, runs: number): void {
    let at = this.positionsOf(id);
    for (let i = 0; i < this.count; i++, at += POSITION_LENGTH) {
      if (!values.has(i)) this.values.set(at, OPEN);
      for (const value of values.get(i) ?? [])
        if (this.values.at(at) !== OPEN) this.addValue(at, this.numbers.intern(value, 0, value.length), NO_RUN, runs);
    }
  }

  /** The i-th number of the line, as it stands there; undefined if it can be no fact. */
  text(i: number): Buffer | undefined {
    const { bytes, shape } = this.line;
    const end = i >= 0 && i < this.count ? shape.numbers.at(2 * i + 1) : 0;
    return end === 0 ? undefined : Buffer.from(bytes.subarray(shape.numbers.at(2 * i), end));
  }

  /** By the index of a number: the values that all so many runs have. */
  valuesOf(id: number, runs: number): Map<number, Buffer[]> {
    const texts = (values: readonly number[]): Buffer[] =>
      values.map((value) => this.numbers.bytes(value)).sort(Buffer.compare);
    return new Map(this.factsOf(id, runs).map(({ index, values }) => [index, texts(values)]));
  }

  /** The indexes of the numbers of the line, which has this shape, that the good runs prove to be others. */
  newNumbers(id: number, runs: Runs): number[] {
    const { bytes, start, end, shape } = this.line;
    const differing = this.factsOf(id, runs.ofShape).filter(({ index, values }) => {
      const [from, to] = [shape.numbers.at(2 * index), shape.numbers.at(2 * index + 1)];
      if (to === 0 || values.includes(this.numbers.find(bytes, from, to))) return false;
      const isZero = values.length === 1 && values[0] === ZERO;
      return isProved(placeOf(bytes, start, end, from, to), runs, isZero);
    });
    return differing.map(({ index }) => index);
  }

  /** How many numbers of the line may be facts. */
  private get count(): number {
    return Math.min(this.line.shape.numbers.length / 2, MAX_POSITIONS);
  }

  private positionsOf(id: number): number {
    while (this.positions.length <= id) this.positions.push(NO_POSITIONS);
    if (this.positions.at(id) === NO_POSITIONS && this.count > 0) {
      this.positions.set(id, this.values.length);
      for (let i = 0; i < this.count * POSITION_LENGTH; i++) this.values.push(0);
    }
    return this.positions.at(id);
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

  private factsOf(id: number, runs: number): readonly Fact[] {
    const known = this.facts.get(id);
    if (known !== undefined) return known;
    const facts: Fact[] = [];
    const first = id < this.positions.length ? this.positions.at(id) : NO_POSITIONS;
    for (let index = 0; first < OPEN_POSITIONS && index < this.count; index++) {
      const position = first + index * POSITION_LENGTH;
      const values: number[] = [];
      let areEverywhere = this.values.at(position) !== OPEN;
      for (let at = position; at < position + POSITION_LENGTH && this.values.at(at + 1) > 0; at += VALUE_LENGTH) {
        values.push(this.values.at(at));
        areEverywhere &&= this.values.at(at + 1) >= runs;
      }
      if (areEverywhere && values.length > 0) facts.push({ index, values });
    }
    this.facts.set(id, facts);
    return facts;
  }
}

/** Whether a number is the same in every good run: two agree by chance too often, unless its place is fixed. */
function isProved(place: Place, { all, ofShape }: Runs, isZero: boolean): boolean {
  if (place === PLACE.free) return false;
  if (place === PLACE.stated && isZero) return true;
  if (all === 1) return false;
  if (place === PLACE.stated) return true;
  return ofShape === all && (all >= MIN_RUNS || place === PLACE.fixed || (place === PLACE.value && isZero));
}

/**
 * Places of numbers: what stands around one says whether it is the same in every run. The more likely it is, the higher
 * is its place.
 */
export const PLACE = { free: 0, count: 1, value: 2, fixed: 3, stated: 4 } as const;

type Place = (typeof PLACE)[keyof typeof PLACE];

/** So much of the text before a number says what it is. */
const MAX_BYTES = 256;

const AFTER_LETTER = /[A-Za-z\x80-\xff]$/;
const AFTER_KEY = /([A-Za-z0-9"]) *([=:]) *"?$/;
const AFTER_ONLY_KEY = /^ *[^ ]+ *[=:] *"?$/;

/** What kind of place the number from `from` up to `to` has in the text from `start` up to `end`. */
export function placeOf(bytes: Uint8Array, start: number, end: number, from: number, to: number): Place {
  const number = latin1(bytes, from, to);
  const before = latin1(bytes, Math.max(start, from - MAX_BYTES), from);
  const after = latin1(bytes, to, Math.min(to + 1, end));
  if (!/^[\d.]+$/.test(number) || after === "%") return PLACE.free;
  const parts = number.split(".");
  const isAddress = parts.length === 4 && parts.every((part) => Number(part) < 256);
  if (!isAddress && isStated(bytes, start, end, from)) return PLACE.stated;
  if (parts.length > 1 || /[A-Za-z0-9]/.test(after)) return PLACE.free;
  if (AFTER_LETTER.test(before)) return number.length === 1 ? PLACE.fixed : PLACE.free;
  if (before.endsWith("/") || after === "/") return PLACE.free;
  // `key = 7` and `key: 7`, alone in its line; or `key=7`, `"key": 7`.
  const key = AFTER_KEY.exec(before);
  if (key === null) return PLACE.count;
  if (to === end && before.length === from - start && AFTER_ONLY_KEY.test(before)) return PLACE.fixed;
  return key[2] === "=" || key[1] === '"' ? PLACE.value : PLACE.count;
}

/** Whether it is a version, a code or part of a name, which masks keep. */
function isStated(bytes: Uint8Array, start: number, end: number, number: number): boolean {
  let from = number;
  while (from > start && isAlphanumeric(bytes[from - 1]!)) from--;
  let to = number;
  while (to < end && isAlphanumeric(bytes[to]!)) to++;
  return newsEnd({ bytes, start, end }, from, to, from === number) !== -1;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, to)).toString("latin1");
}
