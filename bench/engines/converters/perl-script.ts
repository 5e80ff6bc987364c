import type { LineTemplate } from "../../workloads/line-template.ts";
import { type ConvertibleRule, convertibleRules, type OutputField } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

const SPELLING: Spelling = { ...LAZY, literal: (text) => LAZY.literal(text).replaceAll("@", "\\@") };

/** Functions for transforms. Those that need a substitution are missing, because it would overwrite the groups. */
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
 * The rules as a perl script that reads and writes bytes. The expressions are part of the code, where perl compiles
 * each once. A list of `qr//` with a function for each output is slower.
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
