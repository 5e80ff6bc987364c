// Which expressions are date-times that rules know, however they are called: those whose samples are.

import { Matcher } from "../../../matcher/matcher.ts";
import { DATE_TIME, pattern } from "../../../matcher/pattern.ts";
import type { KnownType } from "./definitions.ts";
import type { Expression } from "./expression.ts";
import type { TranslationState } from "./translation-state.ts";

export const DATE: KnownType = { ...DATE_TIME, differs: "a date and time in any known form", relation: "not only" };

/** Samples of the parts, by their usual names. */
const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ YEAR: "2018", MONTH: "Feb", MONTHNUM: "02", MONTHNUM2: "02", MONTHDAY: "15", DAY: "Thu" },
    ...{ HOUR: "23", MINUTE: "06", SECOND: "56", TIME: "23:06:56", ISO8601_TIMEZONE: "+01:00", TZ: "UTC" },
    ...{ DATE_US: "02/15/2018", DATE_EU: "15-02-2018", ISO8601_HOUR: "23", ISO8601_SECOND: "56" },
  }),
);
/** The day or the month of a sample. A time alone may also be how long something took. */
const DATE_PART = /15|Feb/;
/** Longer samples are no date-times. */
const MAX_LENGTH = 60;

let matcher: Matcher | undefined;

/** Whether an expression stands for date-times that rules know, with its optional parts and without them. */
export function isDateTime(node: Expression, state: TranslationState): boolean {
  const samples = [sampleOf(node, state, true), sampleOf(node, state, false)];
  return samples.every((sample) => {
    if (sample === undefined || sample.length > MAX_LENGTH || !DATE_PART.test(sample)) return false;
    const bytes = Buffer.from(sample);
    matcher ??= new Matcher([pattern([{ field: "time", type: DATE_TIME }])]);
    return matcher.match(bytes, 0, bytes.length) === 0;
  });
}

/** A text of an expression that consists of parts of date-times and what is between them; undefined for any other. */
function sampleOf(node: Expression, state: TranslationState, isFull: boolean): string | undefined {
  state.count(node);
  switch (node.kind) {
    case "text":
      return node.text;
    case "set":
      return state.texts.textsOf(node)?.[0];
    case "boundary":
      return "";
    case "sequence": {
      let text: string | undefined = "";
      for (const one of node.nodes) {
        const next: string | undefined = sampleOf(one, state, isFull);
        if (next === undefined || text.length > MAX_LENGTH) return undefined;
        text += next;
      }
      return text;
    }
    case "repeat":
      if (node.max === 0 || (node.min === 0 && !isFull)) return "";
      return node.min <= 1 ? sampleOf(node.node, state, isFull) : undefined;
    case "choice":
      return sampleOf(node.branches.at(isFull ? 0 : -1)!, state, isFull);
    case "reference":
      return PARTS.get(node.name) ?? state.definitions.within(node, (inner) => sampleOf(inner, state, isFull));
    default:
      return undefined;
  }
}
