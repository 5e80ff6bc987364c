import type { PatternElement } from "../../matcher/pattern.ts";
import { spansIn } from "../../rules/node-reader.ts";
import { bracedTexts, isIdentifier, isType, transformCalled, unclosedBraces } from "../../rules/notation.ts";
import { rewritesOf } from "../../rules/rule.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { nearest } from "../../text/messages/nearest.ts";
import { quoted } from "../../text/messages/phrases.ts";
import type { PendingFinding } from "./finding.ts";

/** How many different texts in braces, and after open ones, are looked at in each output. Real outputs have fewer. */
const MAX_TEXTS = 100;

/**
 * Finds texts in braces that are nearly a placeholder but that the output shows as they are. The loader refuses only
 * plain identifiers, because other texts in braces may be intended. Those that the pattern has too are intended: the
 * output repeats the line.
 */
export function outputPlaceholders({ rules, text }: LoadedRules): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    rewritesOf(leader).flatMap((rewrite, i) => {
      const { written, pattern } = rewrite;
      if (!written?.text.includes("{")) return [];
      const spanOfNext = spansIn(text, written.span, written.text);
      const owner = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
      const ofLine = braceTexts(pattern.elements);
      return nearTexts(written.text, new Set(pattern.fields), ofLine).map(
        ({ source, start, reason, help }): PendingFinding => {
          const message = `in the output of ${owner}, ${quoted(source)} is plain text: ${reason}`;
          const span = spanOfNext(source, start);
          return { level: "warning", code: "NO_PLACEHOLDER", rule, span, message, help, ...(i > 0 && { follower: i }) };
        },
      );
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

/**
 * What follows each brace in literals of a pattern, up to the next brace or the end of the literal. Never blank, and
 * without blanks at its end, which outputs may lack.
 */
function braceTexts(elements: readonly PatternElement[]): string[] {
  return elements.flatMap((element) => {
    if ("branches" in element) return element.branches.flatMap(braceTexts);
    if (!("literal" in element)) return [];
    const text = Buffer.from(element.literal).toString();
    return Array.from(text.matchAll(/\{([^{}]*[^{}\s][^{}]*)/g), ([, following]) => following!.trimEnd());
  });
}

/**
 * The distinct texts that are nearly placeholders of these fields, from left to right. Those that begin with one of
 * `ofLine` are not.
 */
function nearTexts(text: string, fields: ReadonlySet<string>, ofLine: readonly string[]): NearText[] {
  const near = new Map<string, NearText>();
  const seen = new Set<string>();
  const isNew = (content: string): boolean => {
    if (seen.has(content) || seen.size === MAX_TEXTS) return false;
    seen.add(content);
    return !ofLine.some((start) => content.startsWith(start));
  };
  for (const { content, start, end } of bracedTexts(text)) {
    // An identifier that is not a field is in double braces, so it is intended.
    if (fields.has(content) || isIdentifier(content) || !isNew(content)) continue;
    const source = text.slice(start, end);
    const slip = slipIn(content, fields);
    if (slip !== undefined) near.set(source, { source, start, ...slip });
  }
  seen.clear();
  // From left to right, so that the first of equal texts is reported.
  for (const { content, start } of [...unclosedBraces(text)].reverse()) {
    const name = [/^[^\s:|]+/, /^\w+/].map((word) => word.exec(content)?.[0] ?? "").find((word) => fields.has(word));
    const source = `{${name}`;
    if (name !== undefined && isNew(content) && !near.has(source))
      near.set(source, { source, start, reason: "the brace is not closed", help: meant(name) });
  }
  return [...near.values()].sort((a, b) => a.start - b.start);
}

/** What is wrong with a text between braces, if it was probably meant as a placeholder. */
function slipIn(content: string, fields: ReadonlySet<string>): Pick<NearText, "reason" | "help"> | undefined {
  const [, name = "", rest = ""] = /^([^\s:|]+)\s*(.*)$/s.exec(content.trim()) ?? [];
  if (!fields.has(name)) {
    const field = nearest(content, fields);
    return field === undefined ? undefined : { reason: "no field has that name", help: meant(field) };
  }
  const word = rest.replace(/^[\s:|]+/, "");
  const transform = transformCalled(word);
  // Other texts may be members of an object, as in `{ state: ready }`.
  const isFormat = /^(?:\|[\w\s.|-]*|:[^\s"'<,]*)?$/.test(rest) || transform !== undefined || isType(word);
  if (!isFormat) return undefined;
  const fieldsKey = `fields: { ${name}: { transform: ${transform} } }`;
  const help = transform === undefined ? "" : ` a transform is part of the rule: ${quoted(fieldsKey)}`;
  return { reason: "only a field's name alone makes a placeholder", help: meant(name) + help };
}

function meant(field: string): string {
  return `did you mean ${quoted(`{${field}}`)}?`;
}
