// A line's date-time is recognised from its bytes. The shapes are told apart by how they begin: the first byte, and for
// digits the length of their leading run. What remains of a shape then has one reading, so nothing is retried and the
// ends come out longest first. Trying an expression for each shape was refused: it costs a string of every line, and
// some sixty attempts.

import { digits, isCapital, isDigit } from "../line/bytes.ts";
import { dayFirst } from "./day-first.ts";
import { guarded } from "./ends.ts";
import { isoEnds } from "./iso.ts";
import { nameFirst } from "./name-first.ts";
import { eightDigitDate, epoch, sixDigitDate } from "./unseparated.ts";
import { yearFirst } from "./year-first.ts";

/** Nanoseconds since 1970, the longest leading run of digits. */
const LONGEST_RUN = 19;

/**
 * Fills `ends[0]` to `ends[count - 1]` with every position where a date-time that starts exactly at `at` may end, and
 * returns that count. The positions are exclusive, distinct, of the buffer, at most `end`, and the largest comes first;
 * what `ends` holds beyond the count means nothing. The line ends at `end`: what lies there or beyond is never read,
 * nor is what lies before `at`. Reads a bounded number of bytes, whatever the line, and allocates nothing.
 */
export function dateTimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const count = isoEnds(bytes, at, end, ends);
  if (count >= 0) return count;
  return at < end ? guarded(bytes, end, ends, shapesAt(bytes, at, end, ends)) : 0;
}

function shapesAt(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const first = bytes[at]!;
  if (!isDigit(first)) return isCapital(first) ? nameFirst(bytes, at, end, ends) : 0;
  const width = 1 + digits(bytes, at + 1, end, LONGEST_RUN);
  switch (width) {
    case 1:
    case 2:
      return dayFirst(bytes, at, width, end, ends);
    case 4:
      return yearFirst(bytes, at + width, end, ends);
    case 6:
      return sixDigitDate(bytes, at + width, end, ends);
    case 8:
      return eightDigitDate(bytes, at + width, end, ends);
    case 10:
    case 13:
    case 16:
    case 19:
      return epoch(bytes, at + width, width, end, ends);
    default:
      return 0;
  }
}
