import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/phrases.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { IDENTIFIER } from "../rules/notation.ts";
import type { PlacedMatch } from "../rules/rule.ts";

import type { PendingFinding } from "./finding.ts";

/** A text in braces. In a literal, it is not a placeholder. */
const BRACED = /\{([^{}]+)\}/g;

/** How many different texts in braces are looked at in each output. Real outputs have fewer. */
const MAX_TEXTS = 100;

/**
 * Finds texts in braces that are nearly the name of a field but that the output shows as they are. The loader refuses
 * only plain identifiers, because other texts in braces may be intended.
 */
export function nearPlaceholders({ rules, text }: RulesSource): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    [leader, ...leader.followers].flatMap((match, i) => {
      const owner = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
      return nearNames(match).map(({ name, field }): PendingFinding => {
        const placeholder = quoted(`{${name}}`);
        const message = `in the output of ${owner}, ${placeholder} is plain text: no field has that name`;
        const help = isSameInUnicode(name, field)
          ? `write it exactly like the field ${quoted(field)}: they look alike, but differ in Unicode normalization`
          : `did you mean ${quoted(`{${field}}`)}?`;
        return {
          ...{ level: "warning", code: "NO_PLACEHOLDER", rule, span: placeOf(`{${name}}`, match, text), message, help },
          ...(i > 0 && { follower: i }),
        };
      });
    }),
  );
}

/** The distinct texts in braces, without the braces, that are nearly the name of a field. */
function nearNames({ pattern, template }: PlacedMatch): { readonly name: string; readonly field: string }[] {
  const fields = [...new Set(pattern.fields)];
  const literals = template.literals.map((literal) => Buffer.from(literal).toString());
  const names = new Set(literals.flatMap((literal) => Array.from(literal.matchAll(BRACED), ([, name]) => name!)));
  return [...names].slice(0, MAX_TEXTS).flatMap((name) => {
    // The literal `{name}` of an identifier was written as `{{name}}`, so it is intended.
    if (IDENTIFIER.test(name)) return [];
    const field = fields.find((one) => isSameInUnicode(name, one)) ?? nearest(name, fields);
    return field === undefined ? [] : [{ name, field }];
  });
}

function isSameInUnicode(a: string, b: string): boolean {
  return a.normalize("NFKC") === b.normalize("NFKC");
}

/** The place of the text in the file, or of the whole output if escapes or an alias hide the text. */
function placeOf(braced: string, { outputSpan, span }: PlacedMatch, text: string) {
  const { start, end } = outputSpan ?? span;
  const place = text.slice(start, end).indexOf(braced);
  return place === -1 ? { start, end } : { start: start + place, end: start + place + braced.length };
}
