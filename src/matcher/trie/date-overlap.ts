import type { Literal } from "../search/literal.ts";
import { isDateTimeByte } from "../timestamp/bytes.ts";

/** Of more literals than this nothing is worked out, as it would cost their square. */
const MOST = 128;

/** No date-time is longer, so no literal begins further before its end. */
const LONGEST_DATE_TIME = 64;

/** Texts that agree so far are taken to agree: comparing long ones at every place would cost the square of their length. */
const TELLING = 32;

/**
 * For each literal: whether one of the list may begin within a date-time that the literal follows at once. None may whose
 * bytes, up to where it meets the literal, are not all such as date-times have, or which then differs from it. May say
 * so of too many, never of too few.
 */
export function beginWithinDateTime(literals: readonly Literal[]): boolean[] {
  if (literals.length > MOST) return literals.map(() => true);
  return literals.map((after) => literals.some((literal) => mayBeginBefore(literal.bytes, after.bytes)));
}

function mayBeginBefore(literal: Uint8Array, after: Uint8Array): boolean {
  const most = Math.min(literal.length, LONGEST_DATE_TIME);
  for (let inside = 1; inside <= most && isDateTimeByte(literal[inside - 1]!); inside++) {
    if (agree(literal, inside, after)) return true;
  }
  return false;
}

/** Whether a literal's rest from a place on and the other literal agree, as far as both go and it is told. */
function agree(literal: Uint8Array, from: number, other: Uint8Array): boolean {
  const common = Math.min(literal.length - from, other.length, TELLING);
  for (let i = 0; i < common; i++) {
    if (literal[from + i] !== other[i]) return false;
  }
  return true;
}
