// Texts in patterns that are probably meant as placeholders. They stay texts: a line may well contain them.

import { ANY_TYPE, TYPE_NAMES } from "../matcher/types/type-registry.ts";
import { quoted } from "../text/messages/phrases.ts";
import { bracedTexts, isIdentifier, unclosedBraces } from "./braces.ts";
import { placeholderIn } from "./notation.ts";
import { TRANSFORM_NAMES } from "./transforms/transform-registry.ts";

/** A text in a pattern that is nearly a placeholder. */
export interface NearPlaceholder {
  /** The text as written, and where it begins, in code units. */
  readonly source: string;
  readonly start: number;
  /** Why it is none, as a main clause, and what to write for a field. */
  readonly reason: string;
  readonly remedy: string;
}

/** One name that is no identifier, such as `request-id`. */
const OTHER_NAME = /^[^\s:,"'|]+$/;

/** In other tools these begin a reference in braces, which a line may contain as it is. */
const SIGILS = ["$", "%", "#"];

/** The shortest beginning of a transform's name that is taken for it. */
const MIN_WORD = 3;

const TYPES: readonly string[] = [ANY_TYPE, ...TYPE_NAMES];

/** What in a text in notation is nearly a placeholder, from left to right. */
export function nearPlaceholders(text: string): NearPlaceholder[] {
  if (!text.includes("{")) return [];
  return [...nearInBraces(text), ...nearUnclosed(text)].sort((a, b) => a.start - b.start);
}

function* nearInBraces(text: string): Generator<NearPlaceholder> {
  for (const { content, start, end, isDoubled } of bracedTexts(text)) {
    if (placeholderIn(content) !== undefined) continue;
    if (OTHER_NAME.test(content)) {
      yield { source: text.slice(start, end), start, ...otherName(content) };
      continue;
    }
    const slip = slipIn(content);
    // In templates of other tools, two braces make a placeholder.
    const more = isDoubled ? 1 : 0;
    if (slip === undefined || hasSigil(text, start - more)) continue;
    yield { source: text.slice(start - more, end + more), start: start - more, ...slip };
  }
}

function* nearUnclosed(text: string): Generator<NearPlaceholder> {
  for (const { content, start } of unclosedBraces(text)) {
    const written = /^\S+/.exec(content)?.[0] ?? "";
    const { type, field } = placeholderIn(written) ?? {};
    if (field === undefined || (type !== undefined && !isType(type)) || hasSigil(text, start)) continue;
    yield { source: `{${written}`, start, reason: "the brace is not closed", remedy: `for a field ${write(written)}` };
  }
}

function hasSigil(text: string, start: number): boolean {
  return SIGILS.includes(text[start - 1] ?? "");
}

/** Whether a word is the name of a type, in any case. */
export function isType(name: string): boolean {
  return TYPES.includes(name.toLowerCase());
}

function write(content: string): string {
  return `write ${quoted(`{${content}}`)}`;
}

type Slip = Pick<NearPlaceholder, "reason" | "remedy">;

function otherName(name: string): Slip {
  return {
    reason: "only letters, digits and '_' make a name in braces",
    remedy: `for a field of that name write the element { field: ${quoted(name)} }`,
  };
}

/** What is wrong with a text between braces, if it was probably meant as a placeholder. */
function slipIn(content: string): Slip | undefined {
  const colon = content.indexOf(":");
  const name = (colon === -1 ? content : content.slice(0, colon)).trim();
  if (colon === -1 && name.includes("|")) return withoutColon(name.split("|").map((word) => word.trim()));
  if (!isIdentifier(name)) return undefined;
  if (colon === -1) return withBlanks(name);
  const asked = content.slice(colon + 1);
  const type = asked.replace(/\s/g, "");
  if (type === "") {
    return {
      reason: "no type follows the colon",
      remedy: `for a field ${write(name)} or, with its type, '{${name}:number}'`,
    };
  }
  if (asked.includes("|")) return withBlanks(`${name}:${asked.trim()}`);
  return isType(type) ? withBlanks(`${name}:${type}`) : undefined;
}

function withBlanks(meant: string): Slip {
  return { reason: "there are blanks in it", remedy: `for a field ${write(meant)}` };
}

/** Words with bars between them, of which the first may be a field, and the next what shall be made of its text. */
function withoutColon(words: readonly string[]): Slip | undefined {
  if (!words.every((word) => /^[\w.-]+$/.test(word))) return undefined;
  const [name = "", second = ""] = words;
  const transform = transformCalled(second);
  if (isIdentifier(name) && transform !== undefined) {
    const fields = `fields: { ${name}: { transform: ${transform} } }`;
    return {
      reason: "transforms are not part of a placeholder",
      remedy: `for a field ${write(name)}, and in the rule ${quoted(fields)}`,
    };
  }
  return {
    reason: "no name of a field comes first",
    remedy: `for a field ${write(`name:${words.join("|")}`)}; for a choice without a field write the element { alternatives: [${words.join(", ")}] }`,
  };
}

/** The transform that is probably meant: other tools say `upper` for `uppercase`. */
export function transformCalled(word: string): string | undefined {
  return word.length < MIN_WORD ? undefined : TRANSFORM_NAMES.find((name) => name.startsWith(word.toLowerCase()));
}
