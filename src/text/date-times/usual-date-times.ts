// The usual forms of date-times as a regular expression, for programs that know no others. Each form is described where
// it is recognised. With all forms, the expression would be too long to be read in each rule.

import { TIME_EXPRESSION } from "./forms/clock.ts";
import { DAY_FIRST_EXPRESSION } from "./forms/day-first.ts";
import { MONTH_FIRST_EXPRESSION, WEEKDAY_FIRST_EXPRESSION } from "./forms/name-first.ts";
import { SIX_DIGITS_EXPRESSION } from "./forms/unseparated.ts";
import { YEAR_FIRST_EXPRESSION } from "./forms/year-first.ts";
import { ZONE_EXPRESSION, ZONE_NAME_EXPRESSION } from "./forms/zone.ts";

const DATES = [YEAR_FIRST_EXPRESSION, MONTH_FIRST_EXPRESSION, DAY_FIRST_EXPRESSION];

/** Whatever it matches as a whole is a date-time. It takes as much as it can. */
export const USUAL_DATE_TIMES = `(?:${[
  SIX_DIGITS_EXPRESSION,
  `(?:${DATES.join("|")})${TIME_EXPRESSION}${ZONE_EXPRESSION}?`,
  WEEKDAY_FIRST_EXPRESSION,
].join("|")})`;

/**
 * Matches a text of a pattern that may belong to such a date-time before it, as a fraction, a zone or a year. A mark at
 * the end of the text is one too, because digits may follow.
 */
export const MAY_BELONG_TO_DATE_TIME = new RegExp(
  `^(?:[.,:+-](?:\\d|$)|Z| (?:[+-]\\d|${ZONE_NAME_EXPRESSION}|(?:19|20)\\d\\d))`,
);
