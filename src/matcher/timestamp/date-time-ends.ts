// A line's date-time is recognised from its bytes. The forms are told apart by how they begin: the first byte, and for
// digits the length of their leading run. What remains of a form then has one reading, so nothing is retried and the
// ends come out longest first. Trying an expression for each form was refused: it costs a string of every line, and
// some sixty attempts.

import { digits, isCapital, isDigit } from "../line/bytes.ts";
import { DateTimeParts } from "./date-time-parts.ts";
import { dayFirst } from "./day-first.ts";
import { isInside } from "./ends.ts";
import { isoEnds } from "./iso.ts";
import { nameFirst } from "./name-first.ts";
import { eightDigitDate, epoch, sixDigitDate } from "./unseparated.ts";
import { yearFirst } from "./year-first.ts";

/** Nanoseconds since 1970, the longest leading run of digits. */
const MAX_RUN_LENGTH = 19;

/** Of what `dateTimeEnds` recognises only the ends are of use. */
const scratch = new DateTimeParts();

/**
 * Fills `ends[0]` to `ends[count - 1]` with every position where a date-time that starts exactly at `at` may end, and
 * returns that count. The positions are exclusive, distinct, of the buffer, at most `end`, and the largest comes first;
 * what `ends` holds beyond the count means nothing. The line ends at `end`: what lies there or beyond is never read,
 * nor is what lies before `at`. Reads a bounded number of bytes, whatever the line, and allocates nothing.
 */
export function dateTimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const isoCount = isoEnds(bytes, at, end, ends, scratch);
  if (isoCount >= 0) return isoCount;
  scratch.count = 0;
  addEnds(bytes, at, end, scratch);
  let count = 0;
  for (let i = 0; i < scratch.count; i++) {
    const stop = scratch.ends[i]!;
    if (!isInside(bytes, stop, end)) ends[count++] = stop;
  }
  return count;
}

/**
 * Whether the bytes from `from` up to but not including `to` are one date-time as a whole; then `parts` holds where its
 * parts stand. Looks at no other byte and allocates nothing.
 */
export function readDateTime(bytes: Uint8Array, from: number, to: number, parts: DateTimeParts): boolean {
  parts.clear();
  addEnds(bytes, from, to, parts);
  return parts.count > 0 && parts.ends[0] === to;
}

/** Adds the ends of date-times that start at `at`, those between two letters or digits included. */
function addEnds(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  if (at >= end) return;
  const first = bytes[at]!;
  if (!isDigit(first)) {
    if (isCapital(first)) nameFirst(bytes, at, end, parts);
    return;
  }
  const width = 1 + digits(bytes, at + 1, end, MAX_RUN_LENGTH);
  switch (width) {
    case 1:
    case 2:
      dayFirst(bytes, at, width, end, parts);
      return;
    case 4:
      yearFirst(bytes, at, end, parts);
      return;
    case 6:
      sixDigitDate(bytes, at, end, parts);
      return;
    case 8:
      eightDigitDate(bytes, at, end, parts);
      return;
    case 10:
    case 13:
    case 16:
    case 19:
      epoch(bytes, at, width, end, parts);
      return;
  }
}
