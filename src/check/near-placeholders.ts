import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/quoted.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import type { PlacedMatch } from "../rules/rule.ts";
import { IDENTIFIER } from "../rules/template.ts";
import type { PendingFinding } from "./finding.ts";

/** A text in braces. What literals hold of these are no placeholders. */
const BRACED = /\{([^{}]+)\}/g;

/** So many different texts in braces are looked at for each output. No real one has more. */
const MAX_TEXTS = 100;

/**
 * Texts in braces that outputs show as they stand although they are nearly the name of a field. The loader refuses only
 * those that are plain identifiers, since others may well be meant as text.
 */
export function nearPlaceholders({ rules, text }: RulesSource): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    [leader, ...leader.followers].flatMap((match, i) => {
      const whose = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
      return nearIn(match).map(({ name, field }): PendingFinding => {
        const placeholder = quoted(`{${name}}`);
        const message = `in the output of ${whose} ${placeholder} is text, as no field has that name`;
        const help = isSameInUnicode(name, field)
          ? `write it as the field ${quoted(field)} is written: they look alike, but are in different forms of Unicode`
          : `did you mean ${quoted(`{${field}}`)}?`;
        return {
          ...{ level: "warning", code: "NO_PLACEHOLDER", rule, span: placeOf(`{${name}}`, match, text), message, help },
          ...(i > 0 && { follower: i }),
        };
      });
    }),
  );
}

/** The texts in braces, each once and without these, that are nearly a field's name. */
function nearIn({ pattern, template }: PlacedMatch): { readonly name: string; readonly field: string }[] {
  const fields = [...new Set(pattern.fields)];
  const literals = template.literals.map((literal) => Buffer.from(literal).toString());
  const names = new Set(literals.flatMap((literal) => Array.from(literal.matchAll(BRACED), ([, name]) => name!)));
  return [...names].slice(0, MAX_TEXTS).flatMap((name) => {
    // An identifier in braces was written in double ones, so it is meant as text.
    if (IDENTIFIER.test(name)) return [];
    const field = fields.find((one) => isSameInUnicode(name, one)) ?? nearest(name, fields);
    return field === undefined ? [] : [{ name, field }];
  });
}

function isSameInUnicode(a: string, b: string): boolean {
  return a.normalize("NFKC") === b.normalize("NFKC");
}

/** Where the text stands in the file; the output as a whole where escapes or an alias hide it. */
function placeOf(braced: string, { outputSpan, span }: PlacedMatch, text: string) {
  const { start, end } = outputSpan ?? span;
  const place = text.slice(start, end).indexOf(braced);
  return place === -1 ? { start, end } : { start: start + place, end: start + place + braced.length };
}
