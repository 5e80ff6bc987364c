// What outputs have in place of fields. Addresses, times and composite ids differ in every environment and are masked.
// Numbers are shown if there are few different ones: most of these are codes, whose changes a comparison must not miss.

import { maskOfType } from "../../text/masks/varying-parts.ts";
import { MAX_CODE_DIGITS, MAX_SHORT_DIGITS, MIN_TIMES, MIN_TIMES_OF_SHORT } from "./code-limits.ts";
import type { ContentField } from "./content-pattern.ts";
import { FieldValues } from "./field-values.ts";
import { isCodeName, isMeasured, isProcessName, saysMeaning } from "./naming.ts";
import { keepsAll, type SuggestedTransform, transformFor } from "./suggested-fields.ts";
import { areInRandomFolder, areSurelyHex, isDecimal, isNumeric, isPrefixedHex, typeOfAll } from "./value-types.ts";

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
}

/** A field as a rule has it. */
export interface ShownField {
  readonly name: string;
  readonly type: string | undefined;
  /** What the output has for all values: nothing for those of headers; undefined if it shows each. */
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
  const known = new Map<string, NameValues>();
  for (const one of all) {
    if (!saysMeaning(one.name)) continue;
    const key = meaningKey(one.name, typeOf(one));
    const values = known.get(key) ?? new NameValues();
    values.add(one);
    known.set(key, values);
  }
  return new Map(
    all.map((one) => {
      const type = typeOf(one);
      return [one.field, shownField(one, type, known.get(meaningKey(one.name, type)) ?? valuesOf(one))];
    }),
  );
}

/** What fields of one name have in all rules, or one field whose name says nothing. */
class NameValues {
  readonly captured = new FieldValues(true);
  /** Some of the values. */
  readonly samples: string[] = [];
  private chosen: SuggestedTransform | undefined;
  private isKept: boolean | undefined;

  add({ captured, field }: NamedField): void {
    if (captured !== undefined) this.captured.addAll(captured);
    for (const value of field.values) this.samples.push(value);
  }

  /** The transform that outputs have if they change what varies in these values. */
  get transform(): SuggestedTransform {
    this.chosen ??= transformFor(this.samples);
    return this.chosen;
  }

  /** Whether outputs with the transform tell the samples apart as well as without it. */
  get keepsAll(): boolean {
    this.isKept ??= keepsAll(this.transform, this.samples);
    return this.isKept;
  }
}

function valuesOf(one: NamedField): NameValues {
  const values = new NameValues();
  values.add(one);
  return values;
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

/** Columns of headers that differ from run to run, or from machine to machine. */
const LEFT_OUT =
  /^(?:timestamp|epoch|pid|tid|thread|host|client|ident|ip|(?:\w+_)?port|priority|version|duration|request|_)(?:_\d+)?$/;

function shownField(named: NamedField, type: string | undefined, known: NameValues): ShownField {
  const shown = named.isInHeader && LEFT_OUT.test(named.name) ? LEFT : shownValue(named, type, known);
  // An id says nothing in front of a message.
  const isId = shown.transform !== undefined && (named.captured?.hasId ?? false);
  const mask = named.isInHeader && (shown.mask !== undefined || isId) ? "" : shown.mask;
  return { ...shown, name: named.name, type, mask };
}

const LEFT = { mask: "", transform: undefined, mayHideCodes: false };

function shownValue(named: NamedField, type: string | undefined, known: NameValues): Omit<ShownField, "name" | "type"> {
  const shown = { mask: undefined, transform: undefined, mayHideCodes: false };
  const mask = maskOfType(type);
  const evidence = evidenceFor(named, known);
  if (isDecimal(type) || (mask !== undefined && isHexCode(named))) {
    if (showsNumber(named, evidence)) return shown;
    return { ...shown, mask, mayHideCodes: mayBeCodes(named, evidence) };
  }
  if (mask !== undefined) return { ...shown, mask };
  if (areInRandomFolder(known.samples))
    return { ...shown, mask: known.samples[0]!.startsWith("/") ? "<path>" : "<id>" };
  const { captured = known.captured } = named;
  if (captured.hasId) return { ...shown, transform: known.transform };
  const hasCodes = evidence.repeat(evidence.hasLong ? MIN_TIMES : MIN_TIMES_OF_SHORT);
  // Ids in the lines of other rules say nothing of codes in these.
  if (known.captured.hasId && !(hasCodes && captured.haveDigits)) return { ...shown, transform: known.transform };
  if (hasCodes || (!evidence.areNumbered && !known.captured.areNumbered)) return shown;
  const areFewCodes = !evidence.hasLong && evidence.areFew && known.captured.areFew;
  const mayHideCodes = areFewCodes && !known.keepsAll;
  return { ...shown, transform: known.transform, mayHideCodes };
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
  if (values.count === 0 || isNoCode(named)) return false;
  if (isCodeName(name)) return values.areFew;
  const { longest } = values;
  const times = longest <= MAX_SHORT_DIGITS ? MIN_TIMES_OF_SHORT : MIN_TIMES;
  return longest <= MAX_CODE_DIGITS && values.repeat(times);
}

/** Whether masked numbers may be codes nevertheless, so that somebody should look. */
function mayBeCodes(named: NamedField, evidence: FieldValues): boolean {
  if (evidence.count === 0 || isNoCode(named)) return false;
  return isCodeName(named.name) || (evidence.areFew && evidence.longest <= MAX_CODE_DIGITS);
}

function isNoCode({ name, after, isInId }: NamedField): boolean {
  return isInId || isProcessName(name) || (isMeasured(name, after) && !isCodeName(name));
}

/** A rule with fewer lines learns from the other rules. */
const MIN_LINES = 20;

function evidenceFor({ captured }: NamedField, known: NameValues): FieldValues {
  return captured !== undefined && captured.count >= MIN_LINES ? captured : known.captured;
}
