// Translates patterns of tools that scan a line from left to right: each field takes what its type says, and no other
// length is ever tried. Parts are translated from the last to the first, because what follows a field decides what can
// stand for it.
//
// An element takes at least the texts of its part. On lines that the tool matches, it ends where the part does: what
// follows the part cannot be in it, and a rule tries that end first. So a rule matches all lines that the tool matches,
// with the same values, unless a remark says otherwise.

import type { Element, FieldElement } from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { LeftOut } from "../../rules/rules-error.ts";
import { ANYTHING, areDisjoint, type ByteSet, isSubset, ONLY_LINE_END } from "../../text/bytes/byte-set.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { ANY, BLANK, isSame, NON_BLANK } from "./expressions/characters.ts";
import { firstByte } from "./expressions/translation-state.ts";
import { ANY_TEXT, BLANKS_TYPE, DROPPED, fieldName, nameRemarks, withUniqueNames } from "./fields.ts";

/** What a field takes. */
export type ScannedTexts =
  /** One of these texts. */
  | { readonly values: readonly string[] }
  /** A text of this type, or of a narrower one if `isWider`. */
  | { readonly type: string; readonly isWider?: true }
  /** The longest run of these bytes, at least one unless `mayBeEmpty`. */
  | { readonly run: ByteSet; readonly mayBeEmpty?: true }
  /** All up to the first occurrence of a text, which follows. */
  | { readonly until: string }
  /** All that is left. */
  | { readonly rest: true };

interface ScannedField {
  /** Its name in the other tool; undefined if its text is dropped. */
  readonly field: string | undefined;
  readonly texts: ScannedTexts;
  /** As it is written there, for remarks. */
  readonly source: string;
  /** What else differs. */
  readonly remarks?: readonly string[];
}

export type ScannedPart =
  | { readonly text: string }
  | ScannedField
  /** The first of several lists that fits. */
  | { readonly alternatives: readonly (readonly ScannedPart[])[] };

/** What parts become. */
interface Scanned {
  readonly elements: readonly Element[];
  /** The name of each field of the other tool in the rule. */
  readonly names: ReadonlyMap<string, string>;
  /** What differs, a line each. */
  readonly remarks: readonly string[];
}

/** What may follow a part. */
interface Follower {
  /** Any text up to the end of the line is the tail. */
  readonly kind: "text" | "field" | "end" | "tail";
  readonly text: string;
  /** What it may begin with. */
  readonly first: ByteSet;
  /** Whether it is the tail, or a text before a field of any text. */
  readonly isOpen: boolean;
}

const SPACE: Follower = { kind: "field", text: "", first: BLANK, isOpen: false };
const FIELD: Follower = { kind: "field", text: "", first: ANY, isOpen: false };
const END: Follower = { kind: "end", text: "", first: ONLY_LINE_END, isOpen: false };
const TAIL: Follower = { kind: "tail", text: "", first: ANYTHING, isOpen: true };

/**
 * Translates the parts of a whole message. If `hasTail`, anything may follow them. The names in `taken` are not used
 * for fields. Throws a LeftOut for what rules cannot express.
 */
export function elementsOfParts(
  parts: readonly ScannedPart[],
  hasTail: boolean,
  taken: readonly string[] = [],
): Scanned {
  const remarks: string[] = [];
  const elements = sequence(parts, [hasTail ? TAIL : END], remarks);
  const last = parts.at(-1);
  const endsLine = last !== undefined && "texts" in last && "rest" in last.texts;
  const { named, renamed } = withUniqueNames(elements, taken);
  return {
    elements: hasTail && !endsLine ? [...named, ANY_TEXT] : named,
    names: new Map(renamed.map(({ field, name }) => [field, name])),
    remarks: [...new Set([...nameRemarks(renamed), ...remarks.reverse()])],
  };
}

/** Adds remarks from the last part to the first. */
function sequence(parts: readonly ScannedPart[], after: readonly Follower[], remarks: string[]): Element[] {
  const elements: Element[] = [];
  let next = after;
  for (const part of [...parts].reverse()) {
    if ("text" in part) {
      if (part.text === "") continue;
      checkLineText(part.text);
      elements.push(part);
      const isOpen = next.every((follower) => follower.isOpen);
      next = [textFollower(part.text + (next.length === 1 ? next[0]!.text : ""), isOpen)];
      continue;
    }
    const made: Element =
      "alternatives" in part
        ? { alternatives: part.alternatives.map((branch) => sequence(branch, next, remarks)) }
        : elementOf(part, next, remarks);
    elements.push(made);
    next = followersOf([made], next);
  }
  return elements.reverse();
}

/** What a position before elements is followed by. */
function followersOf([element]: readonly Element[], next: readonly Follower[]): readonly Follower[] {
  if (element === undefined) return next;
  if ("text" in element) return [textFollower(element.text, false)];
  if ("alternatives" in element) return element.alternatives.flatMap((branch) => followersOf(branch, next));
  const { type } = element;
  if (type === undefined) return [TAIL];
  return ["typeName" in type && type.typeName === BLANKS_TYPE ? SPACE : FIELD];
}

function textFollower(text: string, isOpen: boolean): Follower {
  return { kind: "text", text, first: firstByte(text), isOpen };
}

function elementOf(part: ScannedField, next: readonly Follower[], remarks: string[]): Element {
  const { field = DROPPED, texts, source } = part;
  const remark = (words: string): unknown => remarks.push(field === DROPPED ? words : `${fieldName(field)}: ${words}`);
  for (const words of part.remarks ?? []) remark(words);
  const run = "run" in texts ? texts.run : "type" in texts && texts.type === "word" ? NON_BLANK : undefined;
  if (run !== undefined && next.some(({ kind, first }) => kind === "text" && isSubset(first, run)))
    remark(`also ends at other places, as what follows ${source} may be in it`);
  if ("values" in texts) {
    for (const text of texts.values) checkLineText(text);
    if (texts.values.includes("")) throw new LeftOut(`${source} may be empty`);
    return { field, type: texts };
  }
  if ("type" in texts) {
    const { type, isWider } = texts;
    if (isWider) remark(`any ${typeEntry(type).noun.replace(/^an? /, "")}, not only ${source}`);
    return { field, type: { typeName: type } };
  }
  if ("run" in texts) {
    const { words, type } = runType(texts.run, source, next);
    if (words !== undefined) remark(words);
    const element: FieldElement = { field, ...(type && { type: { typeName: type } }) };
    return texts.mayBeEmpty && type !== undefined ? { alternatives: [[element], []] } : element;
  }
  if ("until" in texts) {
    const { until } = texts;
    // If a field of any text follows, a later occurrence of the text is never better.
    const isFirst = next.every(({ text, isOpen }) => isOpen && text === until);
    if (!isFirst) remark(`any text, not only ${source} up to the first ${quoted(until)}`);
  } else if (!next.every(({ kind }) => kind === "end" || kind === "tail"))
    throw new LeftOut(`never matches, as ${source} leaves nothing for what follows it`);
  return { field };
}

/** The type for a run of bytes, none for any text, and what is to be said of it. */
function runType(run: ByteSet, source: string, next: readonly Follower[]): { type?: string; words?: string } {
  if (isSubset(run, BLANK))
    return { type: BLANKS_TYPE, ...(!isSame(run, BLANK) && { words: `any white space, not only ${source}` }) };
  const exact = ["number", "word"].find((type) => isSame(run, typeEntry(type).bytes));
  if (exact !== undefined) return { type: exact };
  const isWord = isSubset(run, NON_BLANK);
  if (isWord && next.every(({ first }) => areDisjoint(first, NON_BLANK)))
    return { type: "word", words: `any text without blanks, not only ${source}` };
  if (next.every(({ kind, first }) => kind === "end" || (kind === "text" && areDisjoint(first, run))))
    return { words: `any text, not only ${source}` };
  if (isWord && next.every(({ kind, first }) => kind === "tail" || areDisjoint(first, NON_BLANK)))
    return { type: "word", words: `all up to the next blank, not only ${source}` };
  throw new LeftOut(`nothing shows where ${source} ends`);
}

/** Throws a LeftOut for a text that no line has. */
export function checkLineText(text: string): void {
  if (/[\r\n]/.test(text)) throw new LeftOut("a line break, which no line has");
  if (/\p{Cs}/u.test(text)) throw new LeftOut("half of a surrogate pair, which is not a character");
}
