import type { PatternElement } from "../../matcher/pattern.ts";
import { spansIn } from "../../rules/location.ts";
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
      const ofLine = new Set(braceTexts(pattern.elements));
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
 * `ofLine` are not, unless they end with the name of a transform or a type.
 */
function nearTexts(text: string, fields: ReadonlySet<string>, ofLine: ReadonlySet<string>): NearText[] {
  const near = new Map<string, NearText>();
  const seen = new Set<string>();
  for (const { content, start, end } of bracedTexts(text)) {
    // An identifier that is not a field is in double braces, so it is intended.
    if (fields.has(content) || isIdentifier(content) || seen.has(content)) continue;
    if (seen.size === MAX_TEXTS) break;
    seen.add(content);
    if (isOfLine(content, ofLine)) continue;
    const source = text.slice(start, end);
    const slip = slipIn(content, fields);
    if (slip !== undefined) near.set(source, { source, start, ...slip });
  }
  seen.clear();
  // From left to right, so that the first of equal texts is reported.
  for (const { content, start } of [...unclosedBraces(text)].reverse()) {
    const name = [/^[^\s:|]+/, /^\w+/].map((word) => word.exec(content)?.[0] ?? "").find((word) => fields.has(word));
    if (name === undefined || seen.has(content)) continue;
    if (seen.size === MAX_TEXTS) break;
    seen.add(content);
    const source = `{${name}`;
    if (near.has(source) || isOfLine(content, ofLine)) continue;
    near.set(source, { source, start, reason: "the brace is not closed", help: meant(name) });
  }
  return [...near.values()].sort((a, b) => a.start - b.start);
}

function isOfLine(content: string, ofLine: ReadonlySet<string>): boolean {
  if (ofLine.has(content.trimEnd())) return true;
  // The line may have a field's value where the output has this word, but hardly the name of a transform or a type. A
  // sign such as `<ip>` stands for a value.
  const last = content.split(/\W+/).findLast((word) => word !== "") ?? "";
  if (!content.includes("<") && (transformCalled(last) !== undefined || isType(last))) return false;
  return [...ofLine].some((text) => content.startsWith(text));
}

/** What is wrong with a text between braces, if it was probably meant as a placeholder. */
function slipIn(content: string, fields: ReadonlySet<string>): Pick<NearText, "reason" | "help"> | undefined {
  const [, name = "", separator = "", rest = ""] = /^([^\s:|]+)(\s*[:|]?\s*)(.*)$/s.exec(content.trim()) ?? [];
  if (fields.has(name)) {
    const transform = transformCalled(/\w+/.exec(rest)?.[0] ?? "");
    if (!isFormat(separator, rest, transform)) return undefined;
    const fieldsKey = `fields: { ${name}: { transform: ${transform} } }`;
    const help =
      transform === undefined ? meant(name) : `${meant(name)} a transform is part of the rule: ${quoted(fieldsKey)}`;
    return { reason: "only a field's name alone makes a placeholder", help };
  }
  const same = [...fields].find((field) => content.normalize("NFKC") === field.normalize("NFKC"));
  const field = same ?? nearest(content, fields);
  if (field === undefined) return undefined;
  const help =
    same === undefined
      ? meant(field)
      : `write it exactly like the field ${quoted(field)}: they look alike, but differ in Unicode normalization`;
  return { reason: "no field has that name", help };
}

/**
 * Whether what follows the name of a field is probably to say how it is shown. Other texts may be members of an object,
 * as in `{ state: ready }` and `{ id: 1, state: ready }`.
 */
function isFormat(separator: string, rest: string, transform: string | undefined): boolean {
  if (rest === "") return true;
  if (separator.includes("|")) return /^[\w.-]+(?:\s*\|\s*[\w.-]+)*$/.test(rest);
  if (separator === ":") return /^[^\s"'<,]+$/.test(rest);
  return /^\w+$/.test(rest) && (transform !== undefined || isType(rest));
}

function meant(field: string): string {
  return `did you mean ${quoted(`{${field}}`)}?`;
}
