import type { Literal } from "../search/literal.ts";
import { isDateTimeByte } from "../timestamp/bytes.ts";

/** Of more literals than this nothing is worked out, as it would cost their square. */
const MOST = 300;

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
  for (let inside = 1; inside <= literal.length && isDateTimeByte(literal[inside - 1]!); inside++) {
    if (agree(literal, inside, after)) return true;
  }
  return false;
}

/** Whether a literal's rest from a place on and the other literal agree, as far as both go. */
function agree(literal: Uint8Array, from: number, other: Uint8Array): boolean {
  const common = Math.min(literal.length - from, other.length);
  for (let i = 0; i < common; i++) {
    if (literal[from + i] !== other[i]) return false;
  }
  return true;
}
