// Rules files in many styles, which all have to be edited in the same way.
import fc from "fast-check";
import type { Element, FieldType } from "../../src/matcher/pattern.ts";

/** A way to write a rules file. */
export interface Style {
  readonly eol: string;
  /** What follows the last rule. */
  readonly end: "" | "eol" | "comment" | "x";
  /** A byte order mark, or nothing. */
  readonly mark: string;
  /** What rules, and their keys, are indented by. */
  readonly dash: string;
  /** What follows the dash. */
  readonly gap: string;
  /** How each rule is written, in turns: in block style, as such with elements on lines of their own, or in braces. */
  readonly rules: readonly ("block" | "lines" | "flow" | "json")[];
  readonly comment: string;
  /** Whether blank lines separate rules. */
  readonly blank: boolean;
}

export const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom("\n", "\n", "\r\n"),
  end: fc.constantFrom<Style["end"][]>("", "eol", "comment", "x"),
  mark: fc.constantFrom("", "\ufeff"),
  dash: fc.constantFrom("", "  ", "    "),
  gap: fc.constantFrom(" ", "   "),
  rules: fc.array(fc.constantFrom("block", "lines", "flow", "json"), { minLength: 1, maxLength: 4 }),
  comment: fc.constantFrom("", " # comment: 'x'"),
  blank: fc.boolean(),
});

/** The name of the fields that have a transform. */
const TRANSFORMED = "p";

/** An element as a rules file holds it. */
function written(element: Element): object {
  if ("alternatives" in element) return { alternatives: element.alternatives.map((branch) => branch.map(written)) };
  if ("text" in element) return element;
  const { field, type } = element;
  return { field, ...(type && writtenType(type)), ...(field === TRANSFORMED && { transform: "trim" }) };
}

/** A type as the members that a field has in a rules file. */
export function writtenType(type: FieldType): object {
  return "values" in type ? type : { parser: type.typeName };
}

/** Rules with these patterns, as a file that is written in a style. */
export function styledFile(patterns: readonly (readonly Element[])[], style: Style): string {
  const { comment, eol, blank } = style;
  const items = patterns.map((pattern, i) => styledRule(`r${i}`, pattern, style, style.rules[i % style.rules.length]!));
  const end = { "": "", eol, comment: `${eol}# the end`, x: `${eol}x-end: 1${eol}` }[style.end];
  const between = blank ? `${eol}${eol}${comment.trim()}${eol}` : eol;
  return `${style.mark}rules:${comment}${eol}${items.join(between)}${end}`;
}

function styledRule(name: string, pattern: readonly Element[], style: Style, way: Style["rules"][number]): string {
  const { dash, gap, comment, eol } = style;
  const elements = pattern.map((element) => JSON.stringify(written(element)));
  const keys = [`name: ${name}`, `pattern: [${elements.join(", ")}]`, `output: "${name}: ${shownField(elements)}"`];
  const item = `${dash}-${gap}`;
  if (way === "json") return `${item}{${keys.map((key) => key.replace(/^\w+/, '"$&"')).join(", ")}}${comment}`;
  if (way === "flow") return `${item}{ ${keys.join(", ")}, }${comment}`;
  const inner = `${dash} ${gap}`;
  if (way === "lines") {
    keys[1] = `pattern:${elements.map((element) => `${eol}${inner}  - ${element}`).join("")}`;
    keys.reverse();
  }
  return `${item}${keys.join(`${comment}${eol}${inner}`)}${comment}`;
}

/** A placeholder for a field that occurs only once, if there is one. */
function shownField(elements: readonly string[]): string {
  const names = Array.from(elements.join().matchAll(/"field":"(\w+)"/g), ([, name]) => name!);
  const name = names.find((one) => names.indexOf(one) === names.lastIndexOf(one));
  return name === undefined ? "{" : `{${name}}`;
}

/** Whether a text is left of another one if some of its characters are removed. */
export function isLeftOf(text: string, longer: string): boolean {
  let at = 0;
  for (const character of longer) if (character === text[at]) at++;
  return at === text.length;
}
