// Numbers that are facts: good runs have the same few of them in a place again and again, so that another one is news.

import { isFailure, isStatusPlace, isSuccess } from "../../text/bytes/http.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";

/** Of a number in a shape, at most so many values are told apart. */
const MAX_VALUES = 3;
/** Only the first numbers of a shape are facts. */
const MAX_POSITIONS = 16;
/** For each value its number in `numbers`, how many good runs have it, and the last of these. */
const VALUE_LENGTH = 3;
const POSITION_LENGTH = MAX_VALUES * VALUE_LENGTH;
/** Stands in place of the first value if values vary freely. */
const OPEN = 0xffffffff;
const NO_POSITIONS = 0xffffffff;
/** All numbers vary freely, as in most shapes with many lines. */
const OPEN_POSITIONS = 0xfffffffe;
/** No run that is read. */
const STORED_RUN = 0xffffffff;
const NONE: readonly number[] = [];
/** The first value that is known. */
const ZERO = 0;
/** So many good runs prove any number. */
const MIN_RUNS = 3;

/** By the index of a number: its values, if all runs that have the shape have all of them. Other numbers vary. */
export type StoredNumbers = ReadonlyMap<number, readonly Uint8Array[]>;

/** The numbers of all shapes. What it is asked or told of a shape is about the line that was read last. */
export class NumberFacts {
  private readonly line: CleanLine;
  /** By shape: in how many good runs it occurs. */
  private readonly runs: NumberList;
  /** By shape: where its numbers begin in `values`, or one of the two above. */
  private readonly positions = new NumberList();
  private readonly values = new NumberList();
  private readonly numbers = new Interner();

  constructor(line: CleanLine, runs: NumberList) {
    this.line = line;
    this.runs = runs;
    this.numbers.intern(Buffer.from("0"), 0, 1);
  }

  addShape(): void {
    this.positions.push(NO_POSITIONS);
  }

  /** How many numbers may be facts. */
  private get count(): number {
    return Math.min(this.line.shape.numbers.length / 2, MAX_POSITIONS);
  }

  /** Counts the numbers of a line of a good run. */
  add(shape: number, run: number): void {
    const { values, line, count } = this;
    let at = this.begin(shape);
    if (at >= OPEN_POSITIONS) return;
    let open = 0;
    for (let i = 0; i < count; i++, at += POSITION_LENGTH) {
      const end = line.shape.numbers.at(2 * i + 1);
      if (values.at(at) === OPEN) open++;
      else if (end === 0) values.set(at, OPEN);
      else this.addValue(at, this.numbers.intern(line.bytes, line.shape.numbers.at(2 * i), end), run, 1);
    }
    if (open === count) this.positions.set(shape, OPEN_POSITIONS);
  }

  /** Counts the numbers of stored runs. */
  addStored(shape: number, numbers: StoredNumbers, runs: number): void {
    const { values, count } = this;
    for (let i = 0, at = this.begin(shape); i < count; i++, at += POSITION_LENGTH) {
      const stored = numbers.get(i);
      if (stored === undefined) values.set(at, OPEN);
      for (const value of stored ?? [])
        if (values.at(at) !== OPEN) this.addValue(at, this.numbers.intern(value, 0, value.length), STORED_RUN, runs);
    }
  }

  /** Where the numbers of a shape begin. */
  private begin(shape: number): number {
    const { positions, values, count } = this;
    if (positions.at(shape) === NO_POSITIONS && count > 0) {
      positions.set(shape, values.length);
      for (let i = 0; i < count * POSITION_LENGTH; i++) values.push(0);
    }
    return positions.at(shape);
  }

  private addValue(position: number, value: number, run: number, runs: number): void {
    const { values } = this;
    for (let at = position; at < position + POSITION_LENGTH; at += VALUE_LENGTH) {
      const known = values.at(at + 1);
      if (known !== 0 && values.at(at) !== value) continue;
      values.set(at, value);
      if (known === 0 || run === STORED_RUN || values.at(at + 2) !== run) values.set(at + 1, known + runs);
      values.set(at + 2, run);
      return;
    }
    values.set(position, OPEN);
  }

  /** The i-th number, as it stands in the line; undefined if it can be no fact. */
  text(i: number): Buffer | undefined {
    const { bytes, shape } = this.line;
    const end = i >= 0 && i < this.count ? shape.numbers.at(2 * i + 1) : 0;
    return end === 0 ? undefined : Buffer.from(bytes.subarray(shape.numbers.at(2 * i), end));
  }

  /** Whether the line has a value of each number that is a fact. */
  agree(shape: number): boolean {
    return [...this.stored(shape)].every(([i, values]) => {
      const number = this.text(i);
      return number !== undefined && values.some((value) => number.equals(value));
    });
  }

  /** The numbers that are none of the few values of good runs, if these are proved, or if they tell of a failure. */
  newOnes(shape: number, runCount: number): number[] {
    const { line } = this;
    const found: number[] = [];
    let position = this.positions.at(shape);
    if (position >= OPEN_POSITIONS) return found;
    for (let i = 0; i < this.count; i++, position += POSITION_LENGTH) {
      const [from, to] = [line.shape.numbers.at(2 * i), line.shape.numbers.at(2 * i + 1)];
      const known = this.valuesAt(position);
      if (known.length === 0 || to === 0 || known.includes(this.numbers.find(line.bytes, from, to))) continue;
      if (this.isFailure(known, from, to) || this.isProved(shape, position, from, to, runCount)) found.push(i);
    }
    return found;
  }

  /** Whether a number says that a request failed, and all others that it did not. */
  private isFailure(known: readonly number[], from: number, to: number): boolean {
    const { bytes, start, end } = this.line;
    return (
      isFailure(latin1(bytes, from, to)) &&
      known.every((value) => isSuccess(this.numbers.bytes(value).toString("latin1"))) &&
      isStatusPlace(latin1(bytes, start, from), latin1(bytes, to, end))
    );
  }

  /** Whether a number is the same in every good run: two agree by chance too often, unless its place is fixed. */
  private isProved(shape: number, position: number, from: number, to: number, runCount: number): boolean {
    const known = this.sharedAt(shape, position);
    if (known.length === 0) return false;
    const { bytes, start, end } = this.line;
    const place = placeOf(bytes, start, end, from, to);
    const isZero = known.every((value) => value === ZERO);
    if (place === PLACE.free) return false;
    if (place === PLACE.code && isZero) return true;
    if (runCount === 1) return false;
    if (place === PLACE.version) return true;
    if (this.runs.at(shape) < runCount) return false;
    return runCount >= MIN_RUNS || place >= PLACE.fixed || (place === PLACE.value && isZero);
  }

  /** The values of a number; none if they vary freely. */
  private valuesAt(position: number): readonly number[] {
    const { values } = this;
    if (values.at(position) === OPEN) return NONE;
    const found: number[] = [];
    for (let at = position; at < position + POSITION_LENGTH && values.at(at + 1) > 0; at += VALUE_LENGTH)
      found.push(values.at(at));
    return found;
  }

  /** The same if each of them occurs in all good runs that have the shape; else none. */
  private sharedAt(shape: number, position: number): readonly number[] {
    const known = this.valuesAt(position);
    const isShared = (i: number): boolean => this.values.at(position + i * VALUE_LENGTH + 1) >= this.runs.at(shape);
    return known.every((_, i) => isShared(i)) ? known : NONE;
  }

  /** What is stored of the numbers. */
  stored(shape: number): StoredNumbers {
    const first = this.positions.at(shape);
    const numbers = new Map<number, readonly Buffer[]>();
    for (let i = 0; first < OPEN_POSITIONS && i < this.count; i++) {
      const texts = this.sharedAt(shape, first + i * POSITION_LENGTH).map((value) => this.numbers.bytes(value));
      if (texts.length > 0) numbers.set(i, texts.sort(Buffer.compare));
    }
    return numbers;
  }
}

/**
 * Places of numbers: what stands around one says whether it is the same in every run. The more likely it is, the higher
 * is its place.
 */
export const PLACE = { free: 0, count: 1, value: 2, fixed: 3, code: 4, version: 5 } as const;

type Place = (typeof PLACE)[keyof typeof PLACE];

/** So much of the text before a number says what it is. */
const MAX_BYTES = 256;

const AFTER_LETTER = /[A-Za-z\x80-\xff]$/;
const AFTER_V = /(?<![A-Za-z0-9])v$/i;
/** Behind `name/` or a capitalised name, a number of two parts is a version. */
const AFTER_NAME = /[A-Za-z\x80-\xff]\/$|(?<![A-Za-z\x80-\xff])[A-Z\x80-\xff][A-Za-z\x80-\xff]*[ -]$/;
const AFTER_STATUS = /HTTP\/[\d.]*"? $/;
/** Between the name of a code and the code there are a few marks. */
const AFTER_CODE = /(?:status|code|exit|errno|signal)[^A-Za-z0-9]{1,4}$/i;
const AFTER_KEY = /([A-Za-z0-9"]) *([=:]) *"?$/;
const AFTER_ONLY_KEY = /^ *[^ ]+ *[=:] *"?$/;

/** What kind of place the number from `from` up to `to` has in the text from `start` up to `end`. */
export function placeOf(bytes: Uint8Array, start: number, end: number, from: number, to: number): Place {
  const number = latin1(bytes, from, to);
  const before = latin1(bytes, Math.max(start, from - MAX_BYTES), from);
  const after = latin1(bytes, to, Math.min(to + 1, end));
  if (!/^[\d.]+$/.test(number) || after === "%") return PLACE.free;
  if (number.includes(".")) return isVersion(number.split("."), before) ? PLACE.version : PLACE.free;
  if (/[A-Za-z0-9]/.test(after)) return PLACE.free;
  if (AFTER_LETTER.test(before)) return number.length === 1 ? PLACE.fixed : PLACE.free;
  if (before.endsWith("/") || after === "/") return PLACE.free;
  if (AFTER_STATUS.test(before) || AFTER_CODE.test(before)) return PLACE.code;
  // `key = 7` and `key: 7`, alone in its line; or `key=7`, `"key": 7`.
  const key = AFTER_KEY.exec(before);
  if (key === null) return PLACE.count;
  if (to === end && before.length === from - start && AFTER_ONLY_KEY.test(before)) return PLACE.fixed;
  return key[2] === "=" || key[1] === '"' ? PLACE.value : PLACE.count;
}

function isVersion(parts: readonly string[], before: string): boolean {
  const isAfterV = AFTER_V.test(before);
  if (AFTER_LETTER.test(before) && !isAfterV) return false;
  if (parts.length === 2) return isAfterV || AFTER_NAME.test(before);
  const isAddress = parts.length === 4 && parts.every((part) => Number(part) < 256);
  return !isAddress;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, to)).toString("latin1");
}
