// Which expressions are date-times that rules know, however they are called: those whose samples are.

import { Matcher } from "../../../matcher/matcher.ts";
import { DATE_TIME, pattern } from "../../../matcher/pattern.ts";
import type { KnownType } from "./definitions.ts";
import type { Expression } from "./expression.ts";
import { sampleOf } from "./samples.ts";
import type { TranslationState } from "./translation-state.ts";

export const DATE = {
  ...DATE_TIME,
  ...{ differs: "a date and time in any known form", relation: "not only" },
} as const satisfies KnownType;

/** The day or the month of a sample. A time alone may also be how long something took. */
const DATE_PART = /15|Feb/;
/** Longer samples are no date-times. */
const MAX_LENGTH = 60;

let matcher: Matcher | undefined;

/** Whether an expression stands for date-times that rules know, with its optional parts and without them. */
export function isDateTime(node: Expression, state: TranslationState): boolean {
  return [0, 1].every((variant) => {
    const sample = sampleOf(node, state, variant);
    if (sample.length > MAX_LENGTH || !DATE_PART.test(sample)) return false;
    const bytes = Buffer.from(sample);
    matcher ??= new Matcher([pattern([{ field: "time", type: DATE_TIME }])]);
    return matcher.match(bytes, 0, bytes.length) === 0;
  });
}
