import type { LineTemplate } from "../../workloads/line-template.ts";
import { type ConvertibleRule, convertibleRules } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

const SPELLING: Spelling = { ...LAZY, literal: (text) => LAZY.literal(text).replaceAll("@", "\\@") };

/**
 * The rules as a script in perl, which reads bytes and writes bytes. The expressions stand in the code, where perl
 * compiles each once; in a list of `qr//`, with a function each for the output, they take longer.
 */
export function perlScript(templates: readonly LineTemplate[]): string {
  return `use strict;
use warnings;

$\\ = "\\n";
while (<>) {
    chomp;
    chop if substr($_, -1) eq "\\r";
${convertibleRules(templates).map(statementOf).join("")}    print;
}
`;
}

function statementOf(rule: ConvertibleRule): string {
  const output = rule.output.map((piece) => (typeof piece === "string" ? quoted(piece) : `$${piece.number}`));
  return `    if (/^${regularExpression(rule, SPELLING)}\\z/) { print ${output.join(", ") || "''"}; next }\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
