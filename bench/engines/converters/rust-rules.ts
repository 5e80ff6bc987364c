import type { LineTemplate } from "../../workloads/line-template.ts";
import { type ConvertibleRule, convertibleRules, type OutputField } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

/** A bracket within a class begins another one, and `&` and `~` may be operators. */
const SPELLING: Spelling = {
  ...LAZY,
  typed: ({ expression }) => expression?.replaceAll(/\[(?:\\.|[^\]\\])*\]/g, plainClass),
};

function plainClass(text: string): string {
  return text[0] + text.slice(1).replaceAll(/\\.|[[&~]/g, (part) => (part.length > 1 ? part : `\\${part}`));
}

/** The transforms that programs/regex-rules.rs has. */
const TRANSFORMS = new Set(["lowercase", "uppercase", "trim", "digits_to_n", "alias"]);

/** Whether it has all transforms of the rules. */
export function hasTransforms(templates: readonly LineTemplate[]): boolean {
  return convertibleRules(templates).every(({ output }) =>
    output.every((piece) => typeof piece === "string" || piece.transforms.every((name) => TRANSFORMS.has(name))),
  );
}

/**
 * The rules for programs/regex-rules.rs, in order of precedence: a line `R` with the expression, and a line for each
 * piece of the output, `T` with a text or `F` with a field.
 */
export function rustRules(templates: readonly LineTemplate[]): string {
  return convertibleRules(templates).map(linesOf).join("");
}

function linesOf(rule: ConvertibleRule): string {
  const pieces = rule.output.map((piece) => (typeof piece === "string" ? `T${piece}\n` : `F${fieldOf(piece)}\n`));
  return `R^${regularExpression(rule, SPELLING)}$\n${pieces.join("")}`;
}

function fieldOf({ field, captures, transforms }: OutputField): string {
  return `${captures.map(({ number }) => number).join(",")} ${transforms.join(",")} ${field}`;
}
