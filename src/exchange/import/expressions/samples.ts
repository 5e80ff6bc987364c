// Texts that an expression matches, to try what was made of it.

import { Matcher } from "../../../matcher/matcher.ts";
import { DATE_TIME, pattern } from "../../../matcher/pattern.ts";
import { typeEntry } from "../../../matcher/types/type-registry.ts";
import type { KnownType } from "./definitions.ts";
import { type Expression, UnsupportedError } from "./expression.ts";
import type { TranslationState } from "./translation-state.ts";

/** Samples of the parts of date-times, by their usual names. */
const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ YEAR: "2018", MONTH: "Feb", MONTHNUM: "02", MONTHNUM2: "02", MONTHDAY: "15", DAY: "Thu" },
    ...{ HOUR: "23", MINUTE: "06", SECOND: "56", TIME: "23:06:56", ISO8601_TIMEZONE: "+01:00", TZ: "UTC" },
    ...{ DATE_US: "02/15/2018", DATE_EU: "15-02-2018", ISO8601_HOUR: "23", ISO8601_SECOND: "56" },
  }),
);
const MAX_LENGTH = 5000;

/** A text of an expression. Another `variant` takes other branches; even ones have the parts that may be missing. */
function sampleOf(node: Expression, state: TranslationState, variant: number): string {
  state.count(node);
  const inner = (one: Expression): string => sampleOf(one, state, variant);
  if (node.kind === "text") return node.text;
  if (node.kind === "sequence") return node.nodes.map(inner).join("");
  if (node.kind === "choice") return inner(node.branches[variant % node.branches.length]!);
  if (node.kind === "capture") return inner(node.node);
  if (node.kind === "set") {
    if (node.source === ".") return ".";
    return node.set[0x61] === 1 ? "a" : (state.texts.textsOf(node)?.[0] ?? "");
  }
  if (node.kind === "repeat") {
    const count = variant % 2 === 0 ? Math.max(node.min, Math.min(node.max, 1)) : node.min;
    const text = count === 0 ? "" : inner(node.node);
    if (text.length * count > MAX_LENGTH) throw new UnsupportedError("is too long to be tried");
    return text.repeat(count);
  }
  if (node.kind !== "reference") return "";
  const type = state.definitions.knownType(node.name);
  const known =
    PARTS.get(node.name) ?? (type && (type.typeName === "float" ? "42" : typeEntry(type.typeName).samples[0]));
  return known ?? state.definitions.within(node, inner);
}

export const DATE = {
  ...DATE_TIME,
  ...{ differs: "a date and time in any known form", relation: "not only" },
} as const satisfies KnownType;

/** The day or the month of a sample. A time alone may also be how long something took. */
const DATE_PART = /15|Feb/;
/** Longer samples are no date-times. */
const MAX_DATE_LENGTH = 60;

let matcher: Matcher | undefined;

/** Whether an expression stands for date-times that rules know, with its optional parts and without them. */
export function isDateTime(node: Expression, state: TranslationState): boolean {
  return [0, 1].every((variant) => {
    const sample = sampleOf(node, state, variant);
    if (sample.length > MAX_DATE_LENGTH || !DATE_PART.test(sample)) return false;
    const bytes = Buffer.from(sample);
    matcher ??= new Matcher([pattern([{ field: "time", type: DATE_TIME }])]);
    return matcher.match(bytes, 0, bytes.length) === 0;
  });
}
