// What two runs of the same work prove of fields: which vary from run to run, which are the same, and what outputs
// should have of them.

import { type Pattern, patternFields } from "../../matcher/pattern.ts";
import type { Span } from "../../rules/location.ts";
import { bracedTexts } from "../../rules/notation.ts";
import type { Rewrite, Rule } from "../../rules/rule.ts";
import type { Transform } from "../../rules/transforms/transform-registry.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { MASK_NAMES } from "../../text/masks/varying-parts.ts";
import {
  type Advice,
  adviceOf,
  columnsWithSharedValues,
  isHidden,
  isSameInBoth,
  type Variation,
  type Verdict,
  variationOf,
  verdictOn,
} from "./advice.ts";
import type { FieldColumn } from "./field-columns.ts";

/** What is found out about the fields of one name in one line pattern. */
export interface FieldFinding {
  readonly column: FieldColumn;
  readonly shown: ShownField;
  /** Undefined for a single run, or if one has no value. */
  readonly variation: Variation | undefined;
  readonly verdict: Verdict | undefined;
  /** The edit that the output needs, or would need if a doubt turned out to be none. */
  readonly advice: Advice | undefined;
  readonly span: Span | undefined;
}

interface ShownField {
  readonly isShown: boolean;
  /** Whether it is shown by itself, and not as a part of a line that stays as it is. */
  readonly isEditable: boolean;
  readonly transforms: readonly Transform[];
  /** The transforms that the rules give it, whether it is shown or not. */
  readonly written: readonly Transform[];
}

/** The rewrite of each line pattern, in the order of a rulebook. */
export function rewritesInOrder(rules: readonly Rule[]): Rewrite[] {
  return [...rules, ...rules.flatMap(({ followers }) => followers)];
}

/** Finds out about all columns. `rules` are those that captured the values, perhaps with other outputs. */
export function findingsOf(columns: readonly FieldColumn[], rules: readonly Rule[]): FieldFinding[] {
  const rewrites = rewritesInOrder(rules);
  const shared = columnsWithSharedValues(columns);
  const drafts = columns.map((column) => {
    const variation = variationOf(column.values.sampled(), column.values.totals);
    return { column, variation, verdict: variation && verdictOn(column, variation) };
  });
  const proven = namesThatVary(drafts);
  return drafts.map(({ column, variation, verdict: own }) => {
    const rewrite = rewrites[column.linePattern]!;
    const shown = shownOf(column, rewrite);
    const verdict = own === "few_values" && proven.has(column.name) ? true : own;
    const varying =
      variation && verdict && shown.isEditable
        ? adviceOf(column, variation, shown.transforms, shared.has(column))
        : undefined;
    const advice = varying ?? (verdict === false && shouldBeShown(column, shown, rewrite) ? "show" : undefined);
    return { column, shown, variation, verdict, advice, span: advice && spanFor(advice, column, shown, rewrite) };
  });
}

/** Names of fields that vary in some rules and recur in none: where few values prove nothing, they vary, too. */
function namesThatVary(drafts: readonly Pick<FieldFinding, "column" | "verdict">[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, all] of groupBy(drafts, ({ column }) => column.name)) {
    const verdicts = all.map(({ verdict }) => verdict).filter((verdict) => verdict !== undefined);
    if (verdicts.includes(true) && verdicts.every((one) => one === true || one === "few_values")) names.add(name);
  }
  return names;
}

/** Whether an output hides a field that both runs have alike, by transforms or by a mask in its place. */
function shouldBeShown(column: FieldColumn, shown: ShownField, { written, pattern }: Rewrite): boolean {
  const { fields, name } = column;
  if (!isSameInBoth(column)) return false;
  if (shown.isShown) return shown.isEditable && isHidden(column, shown.transforms);
  // People drop fields by a `_`.
  if (fields.length > 1 || name.startsWith("_") || written === undefined) return false;
  return placesOfMasks(written.text, pattern).has(fields[0]!);
}

function shownOf({ fields }: FieldColumn, { pattern, template, transforms }: Rewrite): ShownField {
  const written = transforms?.[fields[0]!] ?? [];
  // The slot of the whole line belongs to followers whose lines stay as they are.
  const isWhole = template.slots.includes(pattern.fields.length);
  // A field that is shown has a name of its own.
  const isEditable = !isWhole && template.slots.includes(fields[0]!);
  return { isShown: isWhole || isEditable, isEditable, transforms: isEditable ? written : [], written };
}

/** Whether an edit is one of the output, and not of the transforms of the field. */
export function isEditOfOutput({ advice, shown }: Pick<FieldFinding, "advice" | "shown">): boolean {
  return advice === "leave_out" || (advice === "show" && !shown.isShown);
}

/** Where an edit is to be made: at the output, or at the field itself. */
function spanFor(
  advice: Advice,
  { fields }: FieldColumn,
  shown: ShownField,
  { pattern, fieldSpans, written, span }: Rewrite,
): Span {
  const index = patternFields(pattern.elements).findIndex(({ field }) => field === fields[0]);
  return (isEditOfOutput({ advice, shown }) ? written?.span : fieldSpans[index]) ?? span;
}

interface OutputPart {
  readonly start: number;
  readonly end: number;
  /** The field that it shows, by its index; undefined for a mask. */
  readonly field: number | undefined;
}

const MASK = new RegExp(`<(?:${MASK_NAMES.join("|")})>`, "g");
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const decoder = new TextDecoder();

/**
 * The masks in an output that stand for fields of its pattern, by the indexes of the fields. A mask does if the texts
 * beside it are those beside the field in the pattern, and if it comes in the same order as the fields that are shown.
 */
export function placesOfMasks(text: string, pattern: Pattern): Map<number, Pick<OutputPart, "start" | "end">> {
  const parts = partsOf(text, pattern);
  const masks = new Map<number, OutputPart>();
  const shown = new Map(parts.map(({ field }, i) => [field, i]));
  let next = 0;
  for (const [at, element] of pattern.elements.entries()) {
    if (!("field" in element)) continue;
    const own = shown.get(element.field);
    if (own !== undefined) {
      next = Math.max(next, own + 1);
      continue;
    }
    const [before, after] = [textAt(pattern, at - 1), textAt(pattern, at + 1)];
    for (let i = next; i < parts.length && parts[i]!.field === undefined; i++) {
      const left = text.slice(parts[i - 1]?.end ?? 0, parts[i]!.start);
      const right = text.slice(parts[i]!.end, parts[i + 1]?.start);
      if (!isSameStart(reversed(before), reversed(left), i === 0)) continue;
      if (!isSameStart(after, right, i === parts.length - 1)) continue;
      masks.set(element.field, parts[i]!);
      next = i + 1;
      break;
    }
  }
  return masks;
}

/** The placeholders of fields and the masks of an output, in order. */
function partsOf(text: string, { fields }: Pattern): OutputPart[] {
  const placeholders = Array.from(bracedTexts(text), ({ content, start, end }) => {
    return { start, end, field: fields.indexOf(content) };
  });
  const masks = Array.from(text.matchAll(MASK), ({ 0: mask, index }) => {
    return { start: index, end: index + mask.length, field: undefined };
  });
  return [...placeholders.filter(({ field }) => field !== -1), ...masks].sort((a, b) => a.start - b.start);
}

function textAt({ elements }: Pattern, at: number): string {
  const element = elements[at];
  return element !== undefined && "literal" in element ? decoder.decode(element.literal) : "";
}

/** Whether a text after a field and one after a mask begin alike. At its ends an output may leave some out. */
function isSameStart(inPattern: string, inOutput: string, isOuter: boolean): boolean {
  const text = isOuter ? inPattern.trimEnd() : inPattern;
  let length = 0;
  while (length < text.length && text[length] === inOutput[length]) length++;
  const common = text.slice(0, length);
  return common === text || (isOuter && common === inOutput) || LETTER_OR_DIGIT.test(common);
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}
