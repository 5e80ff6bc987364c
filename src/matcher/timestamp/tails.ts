// What may follow a time of day. No tail starts with a byte that a fraction could give back, so a tail is looked for
// at the one place where the time ended: what a backtracking engine would find, without going back.

import { byteAt, COLON, DASH, DOT, isPair, PLUS, SPACE } from "../line/bytes.ts";
import { zoneName } from "./names.ts";

const LETTER_Z = 0x5a;
const SMALL_A = 0x61;
const SMALL_M = 0x6d;
const SMALL_P = 0x70;

/** The position after AM or PM in any case, with or without dots, after a blank or at once; -1 without. */
export function meridiem(bytes: Uint8Array, at: number, end: number): number {
  let i = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  const half = toSmall(byteAt(bytes, i++, end));
  if (half !== SMALL_A && half !== SMALL_P) return -1;
  if (byteAt(bytes, i, end) === DOT) i++;
  if (toSmall(byteAt(bytes, i++, end)) !== SMALL_M) return -1;
  return byteAt(bytes, i, end) === DOT ? i + 1 : i;
}

/** The position after a zone, which is `Z`, an offset, or a blank and an offset or a name; -1 without. */
export function zone(bytes: Uint8Array, at: number, end: number): number {
  const first = byteAt(bytes, at, end);
  if (first === LETTER_Z) return at + 1;
  if (isSign(first)) return offset(bytes, at, end);
  if (first !== SPACE) return -1;
  if (!isSign(byteAt(bytes, at + 1, end))) return zoneName(bytes, at + 1, end);
  // After a blank, `-12` is more often a value of its own than a zone.
  const stop = offset(bytes, at + 1, end);
  return stop > at + 4 ? stop : -1;
}

/** The position after the sign at `at`, two digits, and two more with or without a colon before them; -1 without. */
function offset(bytes: Uint8Array, at: number, end: number): number {
  if (!isPair(bytes, at + 1, end)) return -1;
  const minute = byteAt(bytes, at + 3, end) === COLON ? at + 4 : at + 3;
  return isPair(bytes, minute, end) ? minute + 2 : at + 3;
}

function isSign(byte: number): boolean {
  return byte === PLUS || byte === DASH;
}

function toSmall(letter: number): number {
  return letter | 0x20;
}
