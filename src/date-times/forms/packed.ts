// A shortcut for `241115 100002`, as Hadoop's file system writes it. Like that in iso.ts it recognises no form of its
// own: whatever it rejects goes to the functions for all forms, which take several times as long.

import { byteAt, COMMA, DOT, isAlphanumeric, isDigit } from "../../bytes/ascii.ts";
import { wordView } from "../../bytes/machine-words.ts";
import { WordShape } from "./word-shape.ts";

const LENGTH = "YYMMDD HHMMSS".length;

const DIGITS = new WordShape("9999");
const DAY_HOUR = new WordShape("99 9");

/** As `dateTimeEnds`, but only for a date-time of this form. Fills `ends` and returns their count, or -1 if there is none. */
export function packedEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + LENGTH > end) return -1;
  const words = wordView(bytes);
  if (DAY_HOUR.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const others = DIGITS.misfit(words.getInt32(at, true)) | DIGITS.misfit(words.getInt32(at + 8, true));
  if (others !== 0 || !isDigit(bytes[at + 12]!)) return -1;
  const next = byteAt(bytes, at + LENGTH, end);
  if (isDigit(next) || next === DOT || next === COMMA) return -1;
  if (isAlphanumeric(next)) return 0;
  ends[0] = at + LENGTH;
  return 1;
}
