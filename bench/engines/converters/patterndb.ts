import type { LineTemplate } from "../../workloads/line-template.ts";
import { type Capture, isOpen, type PlainRule, plainRules } from "./convertible-rule.ts";

/** What to print for a message: its line, or the output that the matching rule has put in its place. */
export const PRINTED = "$MESSAGE\\n";

/** The rules as a pattern database for syslog-ng, which tries them in this order. */
export function patterndb(templates: readonly LineTemplate[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<patterndb version="5" pub_date="2024-01-01">
<ruleset name="rules" id="rules">
<patterns></patterns>
<rules>
${plainRules(templates).map(ruleOf).join("")}</rules>
</ruleset>
</patterndb>
`;
}

function ruleOf(rule: PlainRule, index: number): string {
  return `<rule id="${index}" class="rule">
<patterns><pattern>${escaped(patternOf(rule))}</pattern></patterns>
<values><value name="MESSAGE">${escaped(replacement(rule))}</value></values>
</rule>
`;
}

function patternOf({ elements }: PlainRule): string {
  return elements
    .map((element, i) => {
      if (typeof element === "string") return isOpen(elements[i - 1]) ? "" : literalPattern(element);
      // An expression is exact, and also slightly faster than numbers with literals between them.
      if (element.dateTime !== undefined) return `@PCRE:${name(element)}:${element.dateTime}@`;
      return fieldAndLiteral(name(element), elements[i + 1]);
    })
    .join("");
}

/** A field includes the literal that ends it, up to an `@`, which needs a literal of its own. */
function fieldAndLiteral(field: string, next: string | Capture | undefined): string {
  if (next === undefined) return `@ANYSTRING:${field}@`;
  // Of adjacent fields the first captures nothing, which no parser can do.
  if (typeof next !== "string") return "";
  const [stop = ""] = next.split("@");
  if (stop === "") throw new Error("in a pattern database no field can end at an @");
  return `@ESTRING:${field}:${stop}@${literalPattern(next.slice(stop.length))}`;
}

function replacement({ output }: PlainRule): string {
  const value = output
    .map((piece) => (typeof piece === "string" ? piece.replaceAll("$", "$$$$") : `\${${name(piece)}}`))
    .join("");
  // `word(text)` would be read as a text with its type.
  return /^\w+\(/.test(value) ? `string(${value})` : value;
}

/** A field without a name is matched and dropped. */
function name({ number }: Capture): string {
  return number === undefined ? "" : `c${number}`;
}

function literalPattern(text: string): string {
  return text.replaceAll("@", "@@");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
