// Recognises date-times from bytes. How one begins decides which forms of the table it can have, mostly one or two. A
// form can be read in only one way, so nothing is tried twice.

import {
  byteAt,
  COLON,
  DASH,
  DOT,
  digits,
  isAlphanumeric,
  isCapital,
  isDigit,
  isPair,
  isSmall,
  SLASH,
  SPACE,
} from "../bytes/ascii.ts";
import { afterDecimals, afterMeridiem, afterSeconds, endsWithDot } from "./clock.ts";
import {
  BYTE_SETS,
  DATE,
  type DateTimeForm,
  type FormTree,
  FRACTION_MARKS,
  formTrees,
  MARKS,
  MAX_DATE_DIGITS,
  NOT_WRITTEN,
  newParts,
  PART,
  STEP,
} from "./date-time-forms.ts";
import { afterMonth, beginsName, isMonthWord, isWeekdayWord, mayBeName, threeLetters } from "./names.ts";
import { afterZone, afterZoneName, endsWithMinutes } from "./zones.ts";

/** The digits of seconds and of nanoseconds since 1970: the longest number with which a date-time begins. */
const EPOCH_DIGITS = 10;
const MAX_LEADING_DIGITS = 19;

/** Used by `dateTimeEnds`, which needs only the ends. */
const scratch = newParts();

export function isDateTimeStart(byte: number): boolean {
  return isDigit(byte) || isCapital(byte);
}

/**
 * Whether a date-time may begin with the digits from `from` up to `at`: a check that most numbers fail. Seconds since
 * 1970 need not go on.
 */
export function mayGoOn(bytes: Uint8Array, from: number, at: number, end: number): boolean {
  const width = at - from;
  if (width > MAX_DATE_DIGITS || at + 1 >= end || !isMarkAfter(width, bytes[at]!)) return false;
  const mark = bytes[at]!;
  const next = bytes[at + 1]!;
  if (!isDigit(next)) return next === SPACE || (isCapital(next) && beginsName(bytes, at + 1, end));
  if (width === MAX_DATE_DIGITS || mark === SPACE) return true;
  return isMark(byteAt(bytes, at + 2, end)) || isMark(byteAt(bytes, at + 3, end));
}

/** Whether a byte may come between the numbers of a date-time: behind the first mark, they have one digit or two. */
function isMark(byte: number): boolean {
  return byte === SPACE || byte === COLON || (byte >= DASH && byte <= SLASH);
}

let marksAfter: Uint8Array | undefined;

/** Whether this mark may come after so many digits with which a date-time begins. */
function isMarkAfter(width: number, mark: number): boolean {
  marksAfter ??= Uint8Array.from({ length: (MAX_DATE_DIGITS + 1) << 8 }, (_, i) =>
    (i & 0xff) === COLON || formTrees().dates.branch(i >>> 8, MARKS[i & 0xff]!) !== undefined ? 1 : 0,
  );
  return marksAfter[(width << 8) | mark] === 1;
}

/**
 * Fills `ends` with every position where a date-time may end that starts exactly at `at`, and returns their count.
 * Positions are exclusive and refer to the buffer. They are distinct and at most `end`, and the largest comes first.
 * Entries beyond the count mean nothing. Reads no byte before `at`, or from `end` on, where the line ends. Reads a
 * bounded number of bytes and allocates nothing.
 */
export function dateTimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  return endsOf(bytes, at, end, ends, false);
}

/**
 * The same, and where a date-time may end that is cut short: before a fraction, before the minutes of an offset, and
 * before the dot of `a.m.`, because these may also belong to what follows.
 */
export function everyDateTimeEnd(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  return endsOf(bytes, at, end, ends, true);
}

function endsOf(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at >= end) return 0;
  const first = bytes[at]!;
  if (!isDateTimeStart(first)) return 0;
  let count = 0;
  const candidates = findCandidates(bytes, at, first, end);
  for (let i = 0; i < candidates; i++) {
    const form = FORMS[i]!;
    // Where no fraction begins.
    scratch[PART.fraction] = at;
    const core = afterSteps(form.steps, TAKEN[i]!, bytes, AT[i]!, end, scratch);
    if (core < 0) continue;
    const meridiem = form.hasMeridiem ? afterMeridiem(bytes, core, end) : -1;
    const clock = meridiem < 0 ? core : meridiem;
    const zone = form.hasZone ? afterZone(bytes, clock, end) : -1;
    const year = form.hasYear ? afterClosingYear(bytes, core, end, scratch) : -1;
    count = withEnd(core, bytes, end, ends, count);
    if (year >= 0) count = withEnd(year, bytes, end, ends, count);
    if (meridiem >= 0) count = withEnd(meridiem, bytes, end, ends, count);
    if (zone >= 0) count = withEnd(zone, bytes, end, ends, count);
    if (!every) continue;
    // Right beyond 2 GiB too, where the parts overflow. A point never follows seconds since 1970.
    const decimals = (core - scratch[PART.fraction]!) | 0;
    if (decimals < core - at && form.date !== DATE.epoch) count = withEnd(core - decimals - 1, bytes, end, ends, count);
    if (endsWithDot(bytes, meridiem)) count = withEnd(meridiem - 1, bytes, end, ends, count);
    if (endsWithMinutes(bytes, clock, zone)) count = withEnd(zone - ":MM".length, bytes, end, ends, count);
  }
  return count;
}

/** Adds an end in its place, unless it is there or none can be there. Returns the new count. */
function withEnd(stop: number, bytes: Uint8Array, end: number, ends: number[], count: number): number {
  if (isInside(bytes, stop, end)) return count;
  let i = count;
  while (i > 0 && ends[i - 1]! < stop) i--;
  if (i > 0 && ends[i - 1] === stop) return count;
  for (let j = count; j > i; j--) ends[j] = ends[j - 1]!;
  ends[i] = stop;
  return count + 1;
}

/** Whether a position lies between two letters or digits, where no date-time ends. */
function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}

/**
 * The form of the date-time that the bytes from `from` up to `to` are, or undefined if they are none. `parts` then has
 * the offsets of its parts. Reads no other byte and allocates nothing.
 */
export function readDateTime(bytes: Uint8Array, from: number, to: number, parts: Int32Array): DateTimeForm | undefined {
  if (from >= to) return undefined;
  const candidates = findCandidates(bytes, from, bytes[from]!, to);
  for (let i = 0; i < candidates; i++) {
    const form = FORMS[i]!;
    parts.fill(NOT_WRITTEN);
    const core = afterSteps(form.steps, 0, bytes, from, to, parts);
    if (core === to) return form;
    if (core < 0) continue;
    const meridiem = form.hasMeridiem ? afterMeridiem(bytes, core, to) : -1;
    const clock = meridiem < 0 ? core : meridiem;
    if (meridiem >= 0) parts[PART.meridiem] = afterBlank(bytes, core);
    if (clock === to || (form.hasYear && afterClosingYear(bytes, core, to, parts) === to)) return form;
    if (!form.hasZone || afterZone(bytes, clock, to) !== to) continue;
    parts[PART.zone] = afterBlank(bytes, clock);
    return form;
  }
  return undefined;
}

function afterBlank(bytes: Uint8Array, at: number): number {
  return bytes[at] === SPACE ? at + 1 : at;
}

/** The forms that `findCandidates` has found, the number of steps that it has taken of each, and where it has got. */
const FORMS: DateTimeForm[] = [];
const TAKEN: number[] = [];
const AT: number[] = [];

/** Finds the forms of the date-times that may begin at `at`, where the byte `first` stands. Returns their count. */
function findCandidates(bytes: Uint8Array, at: number, first: number, end: number): number {
  const second = byteAt(bytes, at + 1, end);
  let i = at;
  let width = 0;
  const { dates, epochs, times } = formTrees();
  let tree: FormTree | undefined = dates;
  if (isDigit(first)) {
    width = 1 + digits(bytes, at + 1, end, MAX_DATE_DIGITS);
    if (width > MAX_DATE_DIGITS) tree = epochs;
    else if (byteAt(bytes, at + width, end) === COLON) tree = times;
  } else if (!isCapital(first) || (!isDigit(second) && (!isSmall(second) || !mayBeName(bytes, at, end)))) {
    return 0;
  }
  let count = 0;
  for (;;) {
    const { open } = tree;
    for (let o = 0; o < open.length; o++, count++) {
      const { form, from } = open[o]!;
      FORMS[count] = form;
      TAKEN[count] = from;
      AT[count] = i;
    }
    const stop = i + width;
    if (stop >= end) return count;
    const { month, weekday }: FormTree = tree;
    const word = width === 0 && month !== undefined ? threeLetters(bytes, i, end) : 0;
    if (isMonthWord(word)) {
      tree = month;
      i = afterMonth(word, bytes, i, end);
    } else if (weekday !== undefined && isWeekdayWord(word)) {
      tree = weekday;
      i += 3;
    } else {
      tree = tree.branch(width, MARKS[bytes[stop]!]!);
      i = stop + 1;
    }
    if (tree === undefined) return count;
    width = digits(bytes, i, end, MAX_DATE_DIGITS + 1);
  }
}

/**
 * The position after the steps of a form from `from` on, or -1. Keeps the offsets of their parts, also of a form that
 * it finds not to be there.
 */
function afterSteps(
  steps: readonly number[],
  from: number,
  bytes: Uint8Array,
  at: number,
  end: number,
  parts: Int32Array,
): number {
  let i = at;
  for (let s = from; s < steps.length; s++) {
    const step = steps[s]!;
    if (step === STEP.time || step === STEP.seconds) {
      const stop = afterSeconds(bytes, i, end);
      if (stop < 0) return -1;
      parts[PART.hour] = i;
      parts[PART.minute] = stop - 5;
      parts[PART.second] = stop - 2;
      i = step === STEP.time ? afterFraction(bytes, stop, end, FRACTION_MARKS.length, parts) : stop;
    } else if (step < STEP.pair) {
      if (byteAt(bytes, i, end) !== step) return -1;
      i++;
    } else if (step < STEP.short) {
      if (!isPair(bytes, i, end)) return -1;
      parts[step - STEP.pair] = i;
      i += 2;
    } else if (step >= STEP.oneOf) {
      if (!isOneOf(BYTE_SETS[step - STEP.oneOf]!, byteAt(bytes, i, end))) return -1;
      i++;
    } else if (step >= STEP.fraction) {
      i = afterFraction(bytes, i, end, step - STEP.fraction, parts);
    } else {
      i = afterPart(step, bytes, i, end, parts);
      if (i < 0) return -1;
    }
  }
  return i;
}

function isOneOf(set: Uint8Array, byte: number): boolean {
  for (let i = 0; i < set.length; i++) if (set[i] === byte) return true;
  return false;
}

/** As `afterSteps`, for a single step of the rarer ones. */
function afterPart(step: number, bytes: Uint8Array, i: number, end: number, parts: Int32Array): number {
  switch (step) {
    case STEP.year:
      parts[PART.year] = i;
      return digits(bytes, i, end, 4) === 4 ? i + 4 : -1;
    case STEP.oneDigitDay:
      parts[PART.day] = i;
      return isDigit(byteAt(bytes, i, end)) ? i + 1 : -1;
    case STEP.month: {
      const word = threeLetters(bytes, i, end);
      parts[PART.month] = i;
      return isMonthWord(word) ? afterMonth(word, bytes, i, end) : -1;
    }
    case STEP.weekday:
      return isWeekdayWord(threeLetters(bytes, i, end)) ? i + 3 : -1;
    case STEP.noDigit:
      return isDigit(byteAt(bytes, i, end)) ? -1 : i;
    case STEP.epoch:
      return afterEpoch(bytes, i, end, parts);
    default: {
      const width = digits(bytes, i, end, 2);
      parts[step - STEP.short] = i;
      return width > 0 ? i + width : -1;
    }
  }
}

/** After one of the first `marks` of `FRACTION_MARKS` and decimals, or `i` if there are none. */
function afterFraction(bytes: Uint8Array, i: number, end: number, marks: number, parts: Int32Array): number {
  const mark = byteAt(bytes, i, end);
  for (let m = 0; m < marks; m++) {
    if (FRACTION_MARKS.charCodeAt(m) !== mark) continue;
    const stop = afterDecimals(bytes, i, end);
    if (stop > i) parts[PART.fraction] = i + 1;
    return stop;
  }
  return i;
}

/** After a zone's name, if there is one, and a year from 1900 to 2099; or -1. */
function afterClosingYear(bytes: Uint8Array, at: number, end: number, parts: Int32Array): number {
  if (byteAt(bytes, at, end) !== SPACE) return -1;
  const zone = afterZoneName(bytes, at + 1, end);
  if (zone >= 0) parts[PART.zone] = at + 1;
  const year = zone < 0 ? at + 1 : zone + 1;
  if (byteAt(bytes, year - 1, end) !== SPACE || digits(bytes, year, end, 5) !== 4) return -1;
  const century = (bytes[year]! - 0x30) * 10 + bytes[year + 1]! - 0x30;
  if (century !== 19 && century !== 20) return -1;
  parts[PART.year] = year;
  return year + 4;
}

/** After 10, 13, 16 or 19 digits that no point follows, except for one with decimals after 10; or -1. */
function afterEpoch(bytes: Uint8Array, at: number, end: number, parts: Int32Array): number {
  const width = digits(bytes, at, end, MAX_LEADING_DIGITS + 1);
  if (width < EPOCH_DIGITS || width > MAX_LEADING_DIGITS || width % 3 !== 1) return -1;
  let stop = at + width;
  parts[PART.second] = at;
  if (width > EPOCH_DIGITS) parts[PART.fraction] = at + EPOCH_DIGITS;
  else if (byteAt(bytes, stop, end) === DOT) stop = afterFraction(bytes, stop, end, 1, parts);
  const next = byteAt(bytes, stop, end);
  return next === DOT || isDigit(next) ? -1 : stop;
}

const ends: number[] = [];

export function isDateTime(bytes: Uint8Array): boolean {
  return dateTimeEnds(bytes, 0, bytes.length, ends) > 0 && ends[0] === bytes.length;
}
