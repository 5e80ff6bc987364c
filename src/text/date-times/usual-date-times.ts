// The usual forms of date-times as a regular expression, for programs that know no others. With all forms, it would be
// too long to be read in each rule.

import { TIME_EXPRESSION } from "./clock.ts";
import { expressionOf, TABLE } from "./date-time-forms.ts";
import { ZONE_EXPRESSION, ZONE_NAME_EXPRESSION } from "./zones.ts";

/** Whatever it matches as a whole is a date-time. It takes as much as it can. */
export const USUAL_DATE_TIMES = usualExpression();

function usualExpression(): string {
  const usual = TABLE.filter(([, traits]) => traits?.isUsual);
  const withZone = usual.filter(([, traits]) => traits?.hasZone).map(([picture]) => picture.replace(/\{time\}$/, ""));
  const [sixDigits, weekday] = usual.filter(([, traits]) => !traits?.hasZone).map(([picture]) => expressionOf(picture));
  const zoned = `(?:${withZone.map(expressionOf).join("|")})${TIME_EXPRESSION}${ZONE_EXPRESSION}?`;
  return `(?:${sixDigits}|${zoned}|${weekday}(?:(?: ${ZONE_NAME_EXPRESSION})? (?:19|20)\\d\\d(?!\\d))?)`;
}

/**
 * Matches a text of a pattern that may belong to such a date-time before it, as a fraction, a zone or a year. A mark at
 * the end of the text is one too, because digits may follow.
 */
export const MAY_BELONG_TO_DATE_TIME = new RegExp(
  `^(?:[.,:+-](?:\\d|$)|Z| (?:[+-]\\d|${ZONE_NAME_EXPRESSION}|(?:19|20)\\d\\d))`,
);
