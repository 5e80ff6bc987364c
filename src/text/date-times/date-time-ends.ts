// Recognises date-times from bytes. How one begins decides which forms of the table it can have, mostly one to four.

import {
  byteAt,
  COLON,
  DASH,
  DOT,
  digits,
  isAlphanumeric,
  isCapital,
  isDigit,
  numberAt,
  SLASH,
  SPACE,
} from "../bytes/ascii.ts";
import { afterMeridiem } from "./clock.ts";
import {
  DATE,
  type DateTimeForm,
  formsAt,
  formsOfDigits,
  MAX_DATE_DIGITS,
  NOT_WRITTEN,
  newParts,
  PART,
} from "./date-time-forms.ts";
import { nameAt } from "./names.ts";
import { afterZone, afterZoneName, endsWithMinutes } from "./zones.ts";

/** Used by `dateTimeEnds`, which needs only the ends: parts, and the positions after the steps of a form. */
const scratch = newParts();
const positions: number[] = [];
const NO_STEPS: DateTimeForm["steps"] = [];

export function isDateTimeStart(byte: number): boolean {
  return isDigit(byte) || isCapital(byte);
}

/**
 * Whether a date-time may begin with the word from `at` up to `stop`, other than seconds since 1970: a check that most
 * words fail.
 */
export function mayBeginDateTime(bytes: Uint8Array, at: number, stop: number, end: number): boolean {
  const width = digits(bytes, at, stop, MAX_DATE_DIGITS + 1);
  if (width === 0) return isCapital(bytes[at]!) && (stop - at === "I0504".length || nameAt(bytes, at, end) !== 0);
  const to = at + width;
  if (to + 1 >= end || width > MAX_DATE_DIGITS || formsOfDigits(width, bytes[to]!).length === 0) return false;
  const next = bytes[to + 1]!;
  if (!isDigit(next)) return next === SPACE || nameAt(bytes, to + 1, end) !== 0;
  if (width === MAX_DATE_DIGITS || bytes[to] === SPACE) return true;
  return isMark(byteAt(bytes, to + 2, end)) || isMark(byteAt(bytes, to + 3, end));
}

/** Whether a byte may come between the numbers of a date-time: behind the first mark, they have one digit or two. */
function isMark(byte: number): boolean {
  return byte === SPACE || byte === COLON || (byte >= DASH && byte <= SLASH);
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
  let count = 0;
  let last = NO_STEPS;
  let known = 0;
  for (const form of formsAt(bytes, at, end)) {
    const { steps } = form;
    // What forms one after the other have in common is read once.
    let s = 0;
    while (s < known && steps[s] === last[s]) s++;
    if (s === known && s < last.length && steps[s] === last[s]) continue;
    let core = s === 0 ? at : positions[s - 1]!;
    scratch[PART.fraction] = NOT_WRITTEN;
    for (; s < steps.length && core >= 0; s++) {
      core = steps[s]!.read(bytes, core, end, scratch);
      positions[s] = core;
    }
    last = steps;
    known = core < 0 ? s - 1 : s;
    if (core < 0) continue;
    const clock = form.hasMeridiem ? afterMeridiem(bytes, core, end) : core;
    const zone = form.hasZone ? afterZone(bytes, clock, end) : clock;
    count = withEnd(core, bytes, end, ends, count);
    if (form.hasYear) count = withEnd(afterClosingYear(bytes, core, end, scratch), bytes, end, ends, count);
    if (clock > core) count = withEnd(clock, bytes, end, ends, count);
    if (zone > clock) count = withEnd(zone, bytes, end, ends, count);
    if (!every) continue;
    const fraction = scratch[PART.fraction]!;
    // A point never follows seconds since 1970.
    if (fraction !== NOT_WRITTEN && form.date !== DATE.epoch) count = withEnd(fraction - 1, bytes, end, ends, count);
    if (clock > core && bytes[clock - 1] === DOT) count = withEnd(clock - 1, bytes, end, ends, count);
    if (endsWithMinutes(bytes, clock, zone)) count = withEnd(zone - ":MM".length, bytes, end, ends, count);
  }
  return count;
}

/** The position after the steps of a form, or -1. */
function afterSteps({ steps }: DateTimeForm, bytes: Uint8Array, at: number, end: number, parts: number[]): number {
  let i = at;
  for (let s = 0; s < steps.length && i >= 0; s++) i = steps[s]!.read(bytes, i, end, parts);
  return i;
}

/** Adds an end in its place, unless it is there, or lies between two letters or digits. Returns the new count. */
function withEnd(stop: number, bytes: Uint8Array, end: number, ends: number[], count: number): number {
  if (isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!)) return count;
  let i = count;
  while (i > 0 && ends[i - 1]! < stop) i--;
  if (i > 0 && ends[i - 1] === stop) return count;
  for (let j = count; j > i; j--) ends[j] = ends[j - 1]!;
  ends[i] = stop;
  return count + 1;
}

/**
 * The form of the date-time that the bytes from `from` up to `to` are, or undefined if they are none. `parts` then has
 * the offsets of its parts. Reads no other byte and allocates nothing.
 */
export function readDateTime(bytes: Uint8Array, from: number, to: number, parts: number[]): DateTimeForm | undefined {
  for (const form of formsAt(bytes, from, to)) {
    // The method takes ten times as long.
    for (let i = 0; i < parts.length; i++) parts[i] = NOT_WRITTEN;
    const core = afterSteps(form, bytes, from, to, parts);
    if (core < 0) continue;
    const clock = form.hasMeridiem ? afterMeridiem(bytes, core, to) : core;
    if (clock > core) parts[PART.meridiem] = afterBlank(bytes, core);
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

/** After a zone's name, if there is one, and a year from 1900 to 2099; or `at`. */
function afterClosingYear(bytes: Uint8Array, at: number, end: number, parts: number[]): number {
  if (byteAt(bytes, at, end) !== SPACE) return at;
  const zone = afterZoneName(bytes, at + 1, end);
  if (zone > at + 1) parts[PART.zone] = at + 1;
  const year = zone > at + 1 ? zone + 1 : zone;
  if (byteAt(bytes, year - 1, end) !== SPACE || digits(bytes, year, end, 5) !== 4) return at;
  const century = numberAt(bytes, year, 2);
  if (century !== 19 && century !== 20) return at;
  parts[PART.year] = year;
  return year + 4;
}

const ends: number[] = [];

/** The end of the longest date-time that begins at `at`, or -1. */
export function dateTimeEnd(bytes: Uint8Array, at: number, end: number): number {
  return dateTimeEnds(bytes, at, end, ends) > 0 ? ends[0]! : -1;
}

export function isDateTime(bytes: Uint8Array): boolean {
  return dateTimeEnd(bytes, 0, bytes.length) === bytes.length;
}
