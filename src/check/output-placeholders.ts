import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/phrases.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { bracedTexts, isIdentifier, unclosedBraces } from "../rules/braces.ts";
import { transformCalled } from "../rules/near-placeholders.ts";
import { spansIn } from "../rules/scalar-text.ts";
import type { PendingFinding } from "./finding.ts";

/** How many different texts in braces are looked at in each output. Real outputs have fewer. */
const MAX_TEXTS = 100;

/**
 * Finds texts in braces that are nearly a placeholder but that the output shows as they are. The loader refuses only
 * plain identifiers, because other texts in braces may be intended.
 */
export function outputPlaceholders({ rules, text }: RulesSource): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    [leader, ...leader.followers].flatMap((match, i) => {
      const { written, pattern } = match;
      if (!written?.text.includes("{")) return [];
      const spanOfNext = spansIn(text, written.span, written.text);
      const owner = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
      return nearTexts(written.text, new Set(pattern.fields)).map(({ source, start, reason, help }): PendingFinding => {
        const message = `in the output of ${owner}, ${quoted(source)} is plain text: ${reason}`;
        const span = spanOfNext(source, start);
        return { level: "warning", code: "NO_PLACEHOLDER", rule, span, message, help, ...(i > 0 && { follower: i }) };
      });
    }),
  );
}

/** A text that is nearly a placeholder, with its braces, and where it begins. */
interface NearText {
  readonly source: string;
  readonly start: number;
  readonly reason: string;
  readonly help: string;
}

/** The distinct texts that are nearly placeholders of these fields, from left to right. */
function nearTexts(text: string, fields: ReadonlySet<string>): NearText[] {
  const near = new Map<string, NearText>();
  const seen = new Set<string>();
  for (const { content, start, end } of bracedTexts(text)) {
    // An identifier that is not a field is in double braces, so it is intended.
    if (fields.has(content) || isIdentifier(content) || seen.has(content)) continue;
    if (seen.size === MAX_TEXTS) break;
    seen.add(content);
    const source = text.slice(start, end);
    const slip = slipIn(content, fields);
    if (slip !== undefined) near.set(source, { source, start, ...slip });
  }
  for (const { content, start } of unclosedBraces(text)) {
    const name = [/^[^\s:|]+/, /^\w+/].map((word) => word.exec(content)?.[0] ?? "").find((word) => fields.has(word));
    if (name === undefined) continue;
    const source = `{${name}`;
    near.set(source, { source, start, reason: "the brace is not closed", help: meant(name) });
  }
  return [...near.values()].sort((a, b) => a.start - b.start);
}

/** What is wrong with a text between braces, if it was probably meant as a placeholder. */
function slipIn(content: string, fields: ReadonlySet<string>): Pick<NearText, "reason" | "help"> | undefined {
  const { 1: name = "", 2: rest = "" } = /^\s*([^\s:|]+)([\s:|].*)$/s.exec(content) ?? [];
  if (fields.has(name)) {
    const transform = transformCalled(rest.replace(/[\s:|]+/, ""));
    const fieldsKey = `fields: { ${name}: { transform: ${transform} } }`;
    const help =
      transform === undefined ? meant(name) : `${meant(name)} a transform is part of the rule: ${quoted(fieldsKey)}`;
    return { reason: "only a field's name alone makes a placeholder", help };
  }
  const same = [...fields].find((field) => isSameInUnicode(content, field));
  const field = same ?? nearest(content, fields);
  if (field === undefined) return undefined;
  const help =
    same === undefined
      ? meant(field)
      : `write it exactly like the field ${quoted(field)}: they look alike, but differ in Unicode normalization`;
  return { reason: "no field has that name", help };
}

function meant(field: string): string {
  return `did you mean ${quoted(`{${field}}`)}?`;
}

function isSameInUnicode(a: string, b: string): boolean {
  return a.normalize("NFKC") === b.normalize("NFKC");
}
