// Parts of dates that several shapes share.

import { COMMA, DASH, SPACE } from "./bytes.ts";
import type { Draft } from "./draft.ts";
import { month } from "./names.ts";

/** What a year of two digits counts from. */
export const CENTURY = 2000;

/** Reads a year of four digits. */
export function year(draft: Draft): boolean {
  draft.year = draft.number(4, 4);
  return draft.year >= 0;
}

/** Reads a comma or none, and a blank. */
export function commaBlank(draft: Draft): boolean {
  draft.take(COMMA);
  return draft.take(SPACE);
}

/** Reads a blank or a dash. */
export function gap(draft: Draft): boolean {
  return draft.takeEither(SPACE, DASH);
}

/** Reads the name of a month and a gap. */
export function monthGap(draft: Draft): boolean {
  return month(draft) && gap(draft);
}
