// Units of sizes and durations, and durations of several units.

import { afterDigits, byteAt, DOT, isDigit, isSmall } from "./ascii.ts";

export const SIZE_UNITS: ReadonlySet<string> = new Set(
  "b kb mb gb tb kib mib gib tib byte bytes kbyte kbytes mbyte mbytes gbyte gbytes k m g".split(" "),
);
/** As the bytes read, in small letters: the micro sign and the Greek letter have two. */
export const DURATION_UNITS: ReadonlySet<string> = new Set(
  (
    "ns us \u00e2\u00b5s \u00ee\u00bcs ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days " +
    "msec msecs millis millisecond milliseconds usec microseconds nanoseconds"
  ).split(" "),
);

/** The unit from `from` up to `to`, in small letters. */
export function unitText(source: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(source[i]!);
  return text.toLowerCase();
}

/** More units would make texts that fit nearly, one after the other, slow to read. */
const MAX_DURATION_UNITS = 8;

/**
 * The end of a duration of several units without a blank, such as `1h2m3.5s`, that begins at `at` and ends with its
 * word; -1 if there is none.
 */
export function durationEnd(bytes: Uint8Array, at: number, end: number): number {
  let units = 0;
  let i = at;
  while (isDigit(byteAt(bytes, i, end))) {
    i = afterDigits(bytes, i, end);
    if (byteAt(bytes, i, end) === DOT && isDigit(byteAt(bytes, i + 1, end))) i = afterDigits(bytes, i + 1, end);
    const length = durationUnitLength(byteAt(bytes, i, end) | 0x20, byteAt(bytes, i + 1, end) | 0x20);
    if (length === 0) return -1;
    i += length;
    if (++units > MAX_DURATION_UNITS) return -1;
  }
  return units > 1 && !isSmall(byteAt(bytes, i, end) | 0x20) ? i : -1;
}

const [D, H, M, N, R, S, U] = [..."dhmnrsu"].map((letter) => letter.charCodeAt(0));

/** The length of the unit in such a duration that two small letters begin: `d`, `h`, `hr`, `m`, `s` and the like. */
function durationUnitLength(first: number, second: number): number {
  if (second === S && (first === M || first === U || first === N)) return 2;
  if (first === H && second === R) return 2;
  return !isSmall(second) && (first === D || first === H || first === M || first === S) ? 1 : 0;
}
