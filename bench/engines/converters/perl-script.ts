import type { LineTemplate } from "../../workloads/line-template.ts";
import { type ConvertibleRule, convertibleRules, type OutputField } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

const SPELLING: Spelling = { ...LAZY, literal: (text) => LAZY.literal(text).replaceAll("@", "\\@") };

/** Functions for transforms. Those that would take a substitution are missing: it would change the groups. */
const TRANSFORMS: Readonly<Record<string, string>> = { lowercase: "lc", uppercase: "uc" };

const ALIASES = `my %known;
sub alias {
    my ($field, $text) = @_;
    return '' if $text eq '';
    my $aliases = $known{$field} //= {};
    my $next = 1 + keys %$aliases;
    return $aliases->{$text} //= "$field#$next";
}

`;

/**
 * The rules as a script in perl, which reads bytes and writes bytes. The expressions stand in the code, where perl
 * compiles each once; in a list of `qr//`, with a function each for the output, they take longer.
 */
export function perlScript(templates: readonly LineTemplate[]): string {
  const statements = convertibleRules(templates).map(statementOf).join("");
  return `use strict;
use warnings;

${statements.includes("alias(") ? ALIASES : ""}$\\ = "\\n";
while (<>) {
    chomp;
    chop if substr($_, -1) eq "\\r";
${statements}    print;
}
`;
}

function statementOf(rule: ConvertibleRule): string {
  const output = rule.output.map((piece) => (typeof piece === "string" ? quoted(piece) : shown(piece)));
  return `    if (/^${regularExpression(rule, SPELLING)}\\z/) { print(${output.join(", ") || "''"}); next }\n`;
}

function shown({ field, captures, mayLack, transforms }: OutputField): string {
  const values = captures.map(({ number }) => `$${number}`);
  const text = mayLack ? `(${values.join(" // ")} // '')` : values[0]!;
  return transforms.reduce((source, transform) => {
    if (transform === "alias") return `alias(${quoted(field)}, ${source})`;
    const known = TRANSFORMS[transform];
    if (known === undefined) throw new Error(`perl knows no transform ${transform}`);
    return `${known}(${source})`;
  }, text);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
