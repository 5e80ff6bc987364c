// What outputs have in place of fields: one decision over the values that all fields of a name have. Addresses, times
// and ids differ in every environment and are masked. Numbers are shown if few come again and again: most of these are
// codes, whose changes a comparison must not miss.

import { addToGroup } from "../../text/collections/polyfills.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import type { ContentField } from "./content-pattern.ts";
import { FieldValues, MAX_CODE_DIGITS, MAX_SHORT_DIGITS } from "./field-values.ts";
import { isMeasured } from "./naming.ts";
import { areSurelyHex, isDecimal, isPrefixedHex, typeOfAll } from "./value-types.ts";

/** A field of a draft or a header that has a name. */
export interface NamedField {
  readonly field: ContentField;
  readonly name: string;
  readonly isInHeader: boolean;
  /** The text of the pattern after it. */
  readonly after: string;
  /** Whether it is one of several values in a word, such as `job_17_0020`. */
  readonly isInId: boolean;
  /** What it captured in all lines; undefined as long as its rule has not been run. */
  readonly captured: FieldValues | undefined;
  readonly isFollower: boolean;
}

/** A field as a rule has it. */
export interface ShownField {
  readonly name: string;
  readonly type: string | undefined;
  /** What the output has for all values: nothing for those of headers; undefined if it shows each. */
  readonly mask: string | undefined;
  /** Whether the output masks what varies in the values. */
  readonly isMasked: boolean;
  /** Whether it hides few different numbers, which may be codes. */
  readonly mayHideCodes: boolean;
}

/** Decides for the fields of all rules together, so that rules for few lines learn from the others. */
export function shownFields(all: readonly NamedField[]): Map<ContentField, ShownField> {
  // Fields have one meaning if they have one name, unless the name only says what their values look like.
  const byMeaning = new Map<unknown, NamedField[]>();
  for (const one of all)
    addToGroup(byMeaning, NO_MEANING.test(one.name) ? one.field : `${one.isInHeader} ${one.name}`, one);
  return new Map([...byMeaning.values()].flatMap(shownAlike));
}

const NO_MEANING = /^(?:[a-z]+_)?(?:number|name|id|ip|text|time)(?:_\d+)?$/;

function shownAlike(alike: readonly NamedField[]): [ContentField, ShownField][] {
  const values = new FieldValues();
  for (const { captured } of alike) if (captured !== undefined) values.addAll(captured);
  // A rule for few lines learns from others that a number may have a sign, or that an id may have any letter. Fields
  // that take any text leave the others as they are.
  const typed = alike.filter(({ field }) => field.type !== undefined).map(({ field }) => field);
  const types = new Set(typed.map(({ type }) => type));
  const all = typed.flatMap((field) => field.values);
  const narrowest = types.size > 1 ? typeOfAll(all) : [...types][0];
  const common = narrowest === "hex" && !areSurelyHex(all) ? "word" : narrowest;
  return alike.map((one) => {
    const { field, name, isInHeader } = one;
    const type = field.type && common;
    const isLeftOut = isInHeader && LEFT_OUT.test(name);
    const shown = isLeftOut ? leftOut(type, values) : (provenValue(one, type) ?? shownValue(alike, type, values));
    return [field, { name, type, ...shown }];
  });
}

/** Columns of headers that differ from run to run, or from machine to machine. */
const LEFT_OUT =
  /^(?:timestamp|date|time|epoch|pid|tid|thread|host|client|ident|(?:\w+_)?(?:ip|port)|priority|version|duration|request|_)(?:_\d+)?$/;

type Shown = Omit<ShownField, "name" | "type">;

const SHOWN: Shown = { mask: undefined, isMasked: false, mayHideCodes: false };

/** A column that is left out, although short numbers in it may be codes. */
function leftOut(type: string | undefined, { areFew, longest }: FieldValues): Shown {
  return { ...SHOWN, mask: "", mayHideCodes: isDecimal(type) && areFew && longest > 0 && longest <= MAX_SHORT_DIGITS };
}

const CODE =
  /(?:^|_)(?:code|err|errno|error|exit|hresult|rc|response|result|ret|returned|signal|status|version)(?:_\d+)?$/;
const PROCESS = /(?:^|_)(?:p?pid|tid|(?:process|thread)_id)(?:_\d+)?$/;

/** What outputs show of a field if runs prove what that should be. */
function provenValue(
  { name, after, captured, isInHeader, isFollower }: NamedField,
  type: string | undefined,
): Shown | undefined {
  const proof = captured?.runs?.proof({ isInHeader, areStates: CODE.test(name) });
  if (captured === undefined || proof === undefined) return undefined;
  if (proof === "same") {
    // Times are those of a run, even if two have the same. That two measured one digit or a fraction may be chance.
    const isByChance = isMeasured(name, after) && (type === "float" || captured.longest < 2);
    return type === "timestamp" || isByChance ? undefined : SHOWN;
  }
  const mask = maskOfType(type);
  // What is masked in a follower is masked in all rules, also in those that should show it.
  if (mask === undefined && !isFollower && (proof === "masked" || hasMore(type, captured)))
    return { ...SHOWN, isMasked: true };
  const arePaths = [...captured.samples].every((value) => value.includes("/"));
  return { ...SHOWN, mask: isInHeader ? "" : (mask ?? (arePaths ? "<path>" : `<${name}>`)) };
}

/** Whether the values say more than what varies in them: texts of several words, and URLs and paths with a query. */
function hasMore(type: string | undefined, { samples }: FieldValues): boolean {
  return type === undefined || [...samples].every((value) => value.includes("/") && value.includes("?"));
}

/**
 * What outputs show of the fields with one name. In doubt they show codes: a changed code that is masked goes
 * unnoticed, but a shown number that means nothing is seen in the first comparison.
 */
function shownValue(alike: readonly NamedField[], type: string | undefined, values: FieldValues): Shown {
  const { name, isInHeader } = alike[0]!;
  const { randomPath, vary, haveIds, areFew, longest, samples } = values;
  const mask = randomPath === undefined ? maskOfType(type) : randomPath.startsWith("/") ? "<path>" : "<id>";
  const isCode = CODE.test(name);
  const isNumber = mask === "<n>" || (type === "hex" && isCode && [...samples].some(isPrefixedHex));
  // An id says nothing in front of a message.
  const hidden =
    mask === undefined && !(isInHeader && haveIds)
      ? { ...SHOWN, isMasked: true }
      : { ...SHOWN, mask: isInHeader ? "" : mask };
  if (mask === undefined && !vary) return SHOWN;
  if (mask !== undefined && !isNumber) return hidden;
  const isAmount = alike.some(({ isInId, after }) => isInId || (!isCode && isMeasured(name, after)));
  if (values.count === 0 || (isNumber && (isAmount || PROCESS.test(name)))) return hidden;
  if (values.repeat || (isCode && areFew && (isNumber || !haveIds))) return SHOWN;
  return { ...hidden, mayHideCodes: isCode || (areFew && !haveIds && longest <= MAX_CODE_DIGITS) };
}
