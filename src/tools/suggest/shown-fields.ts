// What outputs have in place of fields: one decision over the values that all fields of a name have. Addresses, times
// and ids differ in every environment and are masked. Numbers are shown if few come again and again: most of these are
// codes, whose changes a comparison must not miss.

import { maskOfType } from "../../text/masks/varying-parts.ts";
import type { ContentField } from "./content-pattern.ts";
import { FieldValues, MAX_CODE_DIGITS } from "./field-values.ts";
import { isMeasured } from "./naming.ts";
import type { RunValues } from "./run-values.ts";
import { areSurelyHex, isDecimal, isFieldNameOfType, isPrefixedHex, typeOfAll } from "./value-types.ts";

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
  /** What it captured in each run; undefined if the lines are not known to be of several. */
  readonly runs: RunValues | undefined;
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
  const byName = new Map<unknown, NamedField[]>();
  for (const one of all) {
    const key = meaningOf(one);
    const alike = byName.get(key);
    if (alike === undefined) byName.set(key, [one]);
    else alike.push(one);
  }
  return new Map([...byName.values()].flatMap((alike) => shownAlike(alike)));
}

/** Fields have one meaning if they have one name, unless the name only says what their values look like. */
function meaningOf({ name, field, isInHeader }: NamedField): unknown {
  const bare = name.replace(NUMBERED, "");
  return isFieldNameOfType(bare) || TYPE_IN_NAME.test(bare) ? field : `${isInHeader} ${name}`;
}

const NUMBERED = /_\d+$/;
const TYPE_IN_NAME = /^[a-z]+_(?:number|name|id|text)$/;

function shownAlike(alike: readonly NamedField[]): [ContentField, ShownField][] {
  const values = new FieldValues();
  for (const { captured } of alike) if (captured !== undefined) values.addAll(captured);
  const commonType = typeOfFields(alike);
  return alike.map((one) => {
    const { field, name, isInHeader } = one;
    const type = field.type === undefined ? undefined : commonType;
    const isLeftOut = isInHeader && LEFT_OUT.test(name);
    const shown = isLeftOut ? LEFT : (provenValue(one, type) ?? shownValue(alike, type, values, isInHeader));
    return [field, { name, type, ...shown }];
  });
}

/**
 * The narrowest type that all values of the fields have. So a rule for few lines learns from others that a number may
 * have a sign, or that an id may have any letter. Fields that take any text leave the others as they are.
 */
function typeOfFields(alike: readonly NamedField[]): string | undefined {
  const typed = alike.filter(({ field }) => field.type !== undefined).map(({ field }) => field);
  const types = new Set(typed.map(({ type }) => type));
  const [first] = types;
  const words = types.size > 1 || first === "hex" ? typed.flatMap(({ values }) => values) : [];
  const type = types.size > 1 ? typeOfAll(words) : first;
  return type === "hex" && !areSurelyHex(words) ? "word" : type;
}

/** Columns of headers that differ from run to run, or from machine to machine. */
const LEFT_OUT = /^(?:timestamp|epoch|pid|tid|thread|host|ip|port|request|_)(?:_\d+)?$/;

type Shown = Omit<ShownField, "name" | "type">;

const SHOWN: Shown = { mask: undefined, isMasked: false, mayHideCodes: false };
const LEFT: Shown = { ...SHOWN, mask: "" };

const CODE = /(?:^|_)(?:code|err|errno|error|exit|hresult|rc|response|result|ret|returned|signal|status)(?:_\d+)?$/;
const PROCESS = /(?:^|_)(?:p?pid|tid|(?:process|thread)_id)(?:_\d+)?$/;

/** What outputs show of a field if runs prove what that should be. */
function provenValue(
  { name, after, runs, captured, isInHeader, isFollower }: NamedField,
  type: string | undefined,
): Shown | undefined {
  const proof = runs?.proof({ isInHeader, areStates: CODE.test(name) });
  if (proof === undefined) return undefined;
  if (proof === "same") {
    // Times are those of a run, even if two have the same. That two measured one digit alike may be chance.
    return type === "timestamp" || (isMeasured(name, after) && captured!.longest < 2) ? undefined : SHOWN;
  }
  const mask = maskOfType(type);
  // What is masked in a follower is masked in all rules, also in those that should show it.
  if (proof === "masked" && mask === undefined && !isFollower) return { ...SHOWN, isMasked: true };
  const arePaths = [...captured!.samples].every((value) => value.includes("/"));
  return hidden(mask ?? (arePaths ? "<path>" : `<${name}>`), isInHeader);
}

/**
 * What outputs show of the fields with one name. In doubt they show codes: a changed code that is masked goes
 * unnoticed, but a shown number that means nothing is seen in the first comparison.
 */
function shownValue(
  alike: readonly NamedField[],
  type: string | undefined,
  values: FieldValues,
  isInHeader: boolean,
): Shown {
  const { name } = alike[0]!;
  const mask = maskOfType(type);
  const isCode = CODE.test(name);
  const isNumber = isDecimal(type) || (type === "hex" && isCode && [...values.samples].some(isPrefixedHex));
  if (values.randomPath !== undefined) return hidden(values.randomPath.startsWith("/") ? "<path>" : "<id>", isInHeader);
  if (!isNumber && mask !== undefined) return hidden(mask, isInHeader);
  if (mask === undefined && !values.vary) return SHOWN;
  const isAmount =
    alike.some(({ isInId, after }) => isInId || (isMeasured(name, after) && !isCode)) || PROCESS.test(name);
  const mayBeCodes = values.count > 0 && !(isNumber && isAmount);
  if (mayBeCodes && (values.repeat || (isNumber && isCode && values.areFew))) return SHOWN;
  const mayHideCodes =
    mayBeCodes && ((isNumber && isCode) || (values.areFew && !values.haveIds && values.longest <= MAX_CODE_DIGITS));
  // An id says nothing in front of a message.
  return mask === undefined && !(isInHeader && values.haveIds)
    ? { ...SHOWN, isMasked: true, mayHideCodes }
    : { ...hidden(mask ?? "", isInHeader), mayHideCodes };
}

function hidden(mask: string, isInHeader: boolean): Shown {
  return { ...SHOWN, mask: isInHeader ? "" : mask };
}
