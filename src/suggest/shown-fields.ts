// What outputs have in place of fields. Addresses, times and composite ids differ in every environment and are masked.
// Numbers are shown if there are few different ones: most of these are codes, whose changes a comparison must not miss.

import type { ContentField } from "./content-pattern.ts";
import { FieldValues } from "./field-values.ts";
import { isCodeName, isMeasured, isProcessName, saysMeaning } from "./naming.ts";
import { keepsAll, type SuggestedTransform, transformFor } from "./suggested-fields.ts";
import { areSurelyHex, hasId, isDecimal, isNumeric, isPrefixedHex, maskOfType, typeOfAll } from "./value-types.ts";

/** A field of a draft that has a name. */
export interface NamedField {
  readonly field: ContentField;
  readonly name: string;
  /** The text of the pattern after it. */
  readonly after: string;
  /** Whether it is one of several values in a word, such as `job_17_0020`. */
  readonly isInId: boolean;
  /** What it captured in all lines; undefined as long as its rule has not been run. */
  readonly captured: FieldValues | undefined;
}

/** A field as a rule has it. */
export interface ShownField {
  readonly name: string;
  readonly type: string | undefined;
  /** What the output has for all values; undefined if it shows each. */
  readonly mask: string | undefined;
  readonly transform: SuggestedTransform | undefined;
  /** Whether it hides few different numbers, which may be codes. */
  readonly mayHideCodes: boolean;
}

/** Decides for the fields of all rules together, so that rules for few lines learn from the others. */
export function shownFields(all: readonly NamedField[]): Map<ContentField, ShownField> {
  const types = numericTypes(all);
  const typeOf = ({ field, name }: NamedField): string | undefined =>
    isNumeric(field.type) ? types.get(name) : field.type;
  const known = new Map<string, FieldValues>();
  for (const one of all) {
    if (one.captured === undefined || !saysMeaning(one.name)) continue;
    const key = meaningKey(one.name, typeOf(one));
    const values = known.get(key) ?? new FieldValues();
    values.addAll(one.captured);
    known.set(key, values);
  }
  return new Map(
    all.map((one) => {
      const type = typeOf(one);
      return [one.field, shownField(one, type, known.get(meaningKey(one.name, type)))];
    }),
  );
}

/** The same for fields with one name that are numbers, and for all others with it. */
function meaningKey(name: string, type: string | undefined): string {
  return `${name} ${isDecimal(type)}`;
}

/**
 * The types of numeric fields by name: the narrowest that fits the values of all rules. So a rule for few lines learns
 * from others that a number may have a sign, or that an id may have any letter.
 */
function numericTypes(all: readonly NamedField[]): Map<string, string> {
  const values = new Map<string, string[]>();
  const others = new Set<string>();
  for (const { field, name } of all) {
    if (!isNumeric(field.type)) {
      others.add(name);
      continue;
    }
    const known = values.get(name);
    if (known === undefined) values.set(name, [...field.values]);
    else known.push(...field.values);
  }
  return new Map(
    [...values].map(([name, words]) => {
      const type = typeOfAll(words) ?? "word";
      return [name, type === "hex" && (others.has(name) || !areSurelyHex(words)) ? "word" : type];
    }),
  );
}

/** `known` is what all fields of this name captured, if the name says what they mean. */
function shownField(named: NamedField, type: string | undefined, known: FieldValues | undefined): ShownField {
  const { field, name } = named;
  const shown = { name, type, mask: undefined, transform: undefined, mayHideCodes: false };
  const mask = maskOfType(type);
  const evidence = evidenceFor(named, known);
  if (isDecimal(type) || (mask !== undefined && isHexCode(named))) {
    if (evidence !== undefined && showsNumber(named, evidence)) return shown;
    return { ...shown, mask, mayHideCodes: mayBeCodes(named, evidence) };
  }
  if (mask !== undefined) return { ...shown, mask };
  if (field.values.some(hasId)) return { ...shown, transform: transformFor(field.values) };
  const hasDigits = field.values.filter((value) => /\d/.test(value)).length > field.values.length / 2;
  if (!hasDigits) return shown;
  const hasLong = field.values.some((value) => LONG_NUMBER.test(value));
  if (evidence?.repeat(hasLong ? MIN_TIMES : MIN_TIMES_OF_SHORT)) return shown;
  const transform = transformFor(field.values);
  const mayHideCodes = !hasLong && evidence?.areFew === true && !keepsAll(transform, field.values);
  return { ...shown, transform, mayHideCodes };
}

/** Whether the field has codes that are written like `0x80070005`. */
function isHexCode({ name, field }: NamedField): boolean {
  return isCodeName(name) && field.values.some(isPrefixedHex);
}

/**
 * Whether outputs show a number. In doubt they show codes: a changed code that is masked goes unnoticed, but a shown
 * number that means nothing is seen in the first comparison.
 */
function showsNumber(named: NamedField, values: FieldValues): boolean {
  const { name } = named;
  if (isNoCode(named)) return false;
  if (isCodeName(name)) return values.areFew;
  const { longest } = values;
  const times = longest <= MAX_SHORT_DIGITS ? MIN_TIMES_OF_SHORT : MIN_TIMES;
  return longest <= MAX_CODE_DIGITS && values.repeat(times);
}

/** Whether masked numbers may be codes nevertheless, so that somebody should look. */
function mayBeCodes(named: NamedField, evidence: FieldValues | undefined): boolean {
  if (evidence === undefined || isNoCode(named)) return false;
  return isCodeName(named.name) || (evidence.areFew && evidence.longest <= MAX_CODE_DIGITS);
}

function isNoCode({ name, after, isInId }: NamedField): boolean {
  return isInId || isProcessName(name) || (isMeasured(name, after) && !isCodeName(name));
}

/** Ports have up to five digits, and most ids more. */
const MAX_CODE_DIGITS = 5;
/** Codes rarely have more digits. */
const MAX_SHORT_DIGITS = 3;
const LONG_NUMBER = /\d{4}/;
/** How often each value must occur on average. Of ids such as those of users, some occur again. */
const MIN_TIMES_OF_SHORT = 3;
const MIN_TIMES = 20;

/** A rule with fewer lines learns from the other rules. */
const MIN_LINES = 20;

function evidenceFor({ captured }: NamedField, known: FieldValues | undefined): FieldValues | undefined {
  return captured !== undefined && captured.count >= MIN_LINES ? captured : (known ?? captured);
}
