import { pattern } from "../../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../../src/matcher/precedence.ts";
import type { Field, LineTemplate } from "../../workloads/line-template.ts";

/** How text stands in the strings that the expressions run on. */
export type Encode = (text: string) => string;

export const asText: Encode = (text) => text;

/** UTF-8 read as latin1: a character a byte. */
export const asLatin1: Encode = (text) => Buffer.from(text).toString("latin1");

/**
 * The rules as the source of a module that exports `rules`: pairs of an expression and a function for the output, the
 * most specific first, as a careful person writes them. Only what the output needs is captured.
 */
export function regexpModule(rules: readonly LineTemplate[], encode: Encode): string {
  const patterns = rules.map(({ elements }) =>
    pattern(elements.map((element) => (typeof element === "string" ? { text: element } : element))),
  );
  const pairs = precedenceOrder(patterns).map((index) => pairOf(rules[index]!, encode));
  return `export const rules = [\n${pairs.map((pair) => `  ${pair},\n`).join("")}];\n`;
}

function pairOf({ elements, output }: LineTemplate, encode: Encode): string {
  const groups: string[] = [];
  const expression = elements.map((element, i) => {
    if (typeof element === "string") return escaped(encode(element), /[\\^$.*+?()[\]{}|/]/g);
    const any = anyOf(element, i === elements.length - 1);
    if (!output.includes(`{${element.field}}`)) return any;
    groups.push(element.field);
    return `(${any})`;
  });
  const text = escaped(encode(output), /[\\`$]/g).replaceAll(/\{(\w+)\}/g, (placeholder, field: string) => {
    const group = groups.indexOf(field) + 1;
    return group === 0 ? placeholder : `\${m[${group}]}`;
  });
  return `[/^${expression.join("")}$/, (m) => \`${text}\`]`;
}

function anyOf({ expression }: Field, last: boolean): string {
  return expression ?? (last ? ".*" : ".*?");
}

function escaped(text: string, special: RegExp): string {
  return text.replaceAll(special, "\\$&");
}
