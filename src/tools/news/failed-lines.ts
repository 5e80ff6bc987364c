// The lines of a log of the failed run, collected while it is read: what each is by its shape and its numbers alone.

import { isStatusPlace } from "../../text/bytes/http.ts";
import { doubled } from "../../text/collections/numbers.ts";
import { NO_GROUP } from "./compared-text.ts";
import { isBadByNumber, TRAIT } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";

/** What a line is. `known` is in a good run; `new` is in none, and neither is anything like it. */
export const STATE = { known: 0, new: 1, redraw: 2, value: 3, variant: 4, changed: 5 } as const;

/** With more new shapes the runs have little in common, and nothing of them is told. */
const MAX_NEW_SHAPES = 20_000;
/** A known line with numbers that no good run has there: which of its numbers they are. */
export interface NumberFact {
  readonly index: number;
  readonly shape: number;
  readonly numbers: number[];
}

/** What is known of a line beside its state, as bits. */
const BAD = 1;
const FOLLOWER = 2;

/** Only so many lines with other numbers are counted. */
const MAX_FACTS = 10_000;
/** So many good runs prove any number. */
const MIN_RUNS_OF_NUMBERS = 3;

/** Collects the lines of the failed run while it is read. */
export class FailedLines {
  readonly newShapes: number[] = [];
  readonly facts: NumberFact[] = [];
  /** By new shape of a record: the good shape that differs from it in its level alone. */
  readonly otherLevels = new Map<number, number>();
  private length = 0;
  /** By line, and room for more. */
  private allStates: Uint8Array = new Uint8Array(1024);
  private flags: Uint8Array = new Uint8Array(1024);
  private readonly isNew = new Set<number>();
  private readonly table: ShapeTable;

  constructor(table: ShapeTable) {
    this.table = table;
  }

  /** Whether so much is new that nothing is told. */
  get isCut(): boolean {
    return this.newShapes.length > MAX_NEW_SHAPES;
  }

  /** Takes the line that the table has just read. */
  take(shape: number, index: number, isOverwritten: boolean): void {
    const { table } = this;
    const follower = table.text.isFollower ? FOLLOWER : 0;
    if (table.text.group !== NO_GROUP) table.fields.addFailed(table.groupOf(shape), index);
    if (table.isKnown(shape)) {
      this.push(STATE.known, follower);
      // A line of a good run has no number that is new.
      if (!table.isSeen) this.addFact(shape, index);
      return;
    }
    if (this.isCut) {
      this.push(isOverwritten ? STATE.redraw : STATE.new, follower);
      return;
    }
    const traits = table.traitsOf(shape);
    let isBad = (traits & TRAIT.bad) !== 0;
    if (!isBad && (traits & TRAIT.badByNumber) !== 0) {
      const { bytes, start, end } = table.line;
      isBad = isBadByNumber(bytes.subarray(start, end));
    }
    if (!this.isNew.has(shape)) {
      this.isNew.add(shape);
      this.newShapes.push(shape);
      const other = table.otherLevel(shape);
      if (other !== undefined) this.otherLevels.set(shape, other);
    }
    const state = isOverwritten ? STATE.redraw : (traits & TRAIT.word) === 0 ? STATE.known : STATE.new;
    this.push(state, follower | (isBad ? BAD : 0));
  }

  /** Whether a line that no good run has is bad news. */
  isBad(index: number): boolean {
    return (this.flags[index]! & BAD) !== 0;
  }

  /** Whether a line follows another one in a sequence. */
  isFollower(index: number): boolean {
    return (this.flags[index]! & FOLLOWER) !== 0;
  }

  /** By line: its state, as far as its shape alone tells. */
  get states(): Uint8Array {
    return this.allStates.subarray(0, this.length);
  }

  private push(state: number, flags: number): void {
    if (this.length === this.flags.length) {
      this.allStates = doubled(this.allStates);
      this.flags = doubled(this.flags);
    }
    this.allStates[this.length] = state;
    this.flags[this.length++] = flags;
  }

  private addFact(shape: number, index: number): void {
    if (this.facts.length === MAX_FACTS) return;
    const { bytes, start, end, shape: written } = this.table.line;
    const differing = this.table.newNumbers(shape);
    if (differing.length === 0) return;
    const proved = differing.filter(({ index: i, isEverywhere, isFailed, isZero }) => {
      const [from, to] = [written.numbers.at(2 * i), written.numbers.at(2 * i + 1)];
      if (isFailed && isStatusPlace(latin1(bytes, start, from), latin1(bytes, to, end))) return true;
      return isEverywhere && this.isProved(shape, placeOf(bytes, start, end, from, to), isZero);
    });
    if (proved.length > 0) this.facts.push({ index, shape, numbers: proved.map((number) => number.index) });
  }

  /** Whether a number is the same in every good run: two agree by chance too often, unless its place is fixed. */
  private isProved(shape: number, place: Place, isZero: boolean): boolean {
    if (place === PLACE.free) return false;
    if (place === PLACE.code && isZero) return true;
    const { runCount } = this.table;
    if (runCount === 1) return false;
    if (place === PLACE.version) return true;
    if (this.table.runsOf(shape) < runCount) return false;
    return runCount >= MIN_RUNS_OF_NUMBERS || place >= PLACE.fixed || (place === PLACE.value && isZero);
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
