// Translates patterns of tools that scan a line from left to right: each field takes what its type says, and no other
// length is ever tried. Parts are translated from the last to the first, because what follows a field decides what can
// stand for it.
//
// An element takes at least the texts of its part. On lines that the tool matches, it ends where the part does: what
// follows the part cannot be in it, and a rule tries that end first. So a rule matches all lines that the tool matches,
// with the same values, unless a remark says otherwise.

import { type Element, type FieldElement, pattern } from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { MAX_FIELDS } from "../../rules/rule.ts";
import { LeftOut } from "../../rules/rules-error.ts";
import { ANYTHING, areDisjoint, type ByteSet, isSubset, ONLY_LINE_END, unionOf } from "../../text/bytes/byte-set.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { ANY, BLANK, isSame, NON_BLANK } from "./expressions/characters.ts";
import type { Expression } from "./expressions/expression.ts";
import { type PartTranslation, translatePart } from "./expressions/translate.ts";
import { ANYTHING_NEXT, firstByte, type Next } from "./expressions/translation-state.ts";
import { ANY_TEXT, BLANKS, BLANKS_TYPE, DROPPED, nameRemarks, withUniqueNames } from "./fields.ts";
import { leftOutIn } from "./imported.ts";

/** What a field takes. */
export type ScannedTexts =
  /** One of these texts. */
  | { readonly values: readonly string[] }
  /**
   * A text of this type, or of a narrower one if `isWider`. The type `first` is tried first where either may follow.
   */
  | { readonly type: string; readonly isWider?: true; readonly first?: string }
  /** The longest run of these bytes, at least one unless `mayBeEmpty`. */
  | { readonly run: ByteSet; readonly mayBeEmpty?: true }
  /** A text of these bytes in a fixed form, such as a date. It begins and ends with none that separates its parts. */
  | { readonly form: ByteSet }
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

/** The first text that a regular expression matches here. */
interface ScannedExpression {
  readonly field: string | undefined;
  readonly expression: Expression;
  readonly source: string;
}

export type ScannedPart =
  | { readonly text: string }
  | ScannedField
  | ScannedExpression
  /** No text: only a blank or the end of the line may follow the part before it. */
  | { readonly endsWord: true; readonly source: string }
  /** The first of several lists that fits. */
  | { readonly alternatives: readonly (readonly ScannedPart[])[] };

/** What parts become. */
export interface Scanned {
  readonly elements: readonly Element[];
  /** The name of each field of the other tool in the rule. */
  readonly names: ReadonlyMap<string, string>;
  /** What differs, a line each. */
  readonly remarks: readonly string[];
}

/**
 * What may follow a part: a text, which a field of any text may follow (`isOpen`); blanks; the end of the line;
 * anything up to it (the tail), as for a field of any text; or another field.
 */
type Follower = { readonly text: string; readonly isOpen: boolean } | "blanks" | "end" | "tail" | "field";

/** Far more than the fields and alternatives of a header. */
const ROOM_FOR_HEADER = 100;
const MAX_BODY_FIELDS = MAX_FIELDS - ROOM_FOR_HEADER;
const MAX_NESTING = 20;

const TYPES_OF_RUNS = ["number", "word"] as const;

/**
 * Translates the parts of a whole message. If `hasTail`, anything may follow them. The names in `taken` are not used
 * for fields. Throws a LeftOut for what rules cannot express.
 */
export function elementsOfParts(
  parts: readonly ScannedPart[],
  hasTail: boolean,
  taken: readonly string[] = [],
): Scanned {
  return new PartsTranslator(taken).whole(parts, hasTail);
}

class PartsTranslator {
  private readonly taken: readonly string[];
  /** From the last part to the first. */
  private readonly remarks: string[] = [];
  /** Whether the last part takes all up to the end of the line. */
  private endsLine = false;

  constructor(taken: readonly string[]) {
    this.taken = [DROPPED, ...taken];
  }

  whole(parts: readonly ScannedPart[], hasTail: boolean): Scanned {
    const { named, renamed } = withUniqueNames(parts, undefined, this.taken, MAX_BODY_FIELDS);
    const elements = this.sequence(named, [hasTail ? "tail" : "end"], 0);
    // An expression that takes no text, such as one for the end of a word, becomes no field.
    const { fields } = pattern(elements);
    return {
      elements: hasTail && !this.endsLine ? [...elements, ANY_TEXT] : elements,
      names: new Map(renamed.flatMap(({ field, name }) => (fields.includes(name) ? [[field, name]] : []))),
      remarks: [...new Set([...nameRemarks(renamed), ...this.remarks.reverse()])],
    };
  }

  private sequence(parts: readonly ScannedPart[], after: readonly Follower[], nesting: number): Element[] {
    if (nesting > MAX_NESTING) throw new LeftOut("is nested too deep");
    const pieces: (readonly Element[])[] = [];
    let next = after;
    for (const part of [...parts].reverse()) {
      if ("text" in part) {
        if (part.text === "") continue;
        checkLineText(part.text);
        pieces.push([{ text: part.text }]);
        next = [{ text: part.text + textOf(next), isOpen: next.every(isOpen) }];
      } else if ("endsWord" in part) this.refuseTaken(NON_BLANK, part.source, next);
      else if ("alternatives" in part) {
        const following = next;
        const alternatives = part.alternatives.map((branch) => this.sequence(branch, following, nesting + 1));
        pieces.push([{ alternatives }]);
        next = alternatives.flatMap(([first]) => (first === undefined ? following : [followerOf(first)]));
      } else {
        const { elements, mayBeEmpty } = "expression" in part ? this.expression(part, next) : this.field(part, next);
        pieces.push(elements);
        const first = elements.slice(0, 1).map(followerOf);
        next = mayBeEmpty ? [...first, ...next] : first;
      }
    }
    return pieces.reverse().flat();
  }

  private expression(part: ScannedExpression, next: readonly Follower[]): PartTranslation {
    const { field, expression, source } = part;
    const translation = leftOutIn(source, () => translatePart(expression, field, nextOf(next)));
    this.remarks.push(...[...translation.remarks].reverse());
    this.endsLine ||= translation.endsLine;
    return translation;
  }

  private field(
    { field = DROPPED, texts, source, remarks = [] }: ScannedField,
    next: readonly Follower[],
  ): Pick<PartTranslation, "elements" | "mayBeEmpty"> {
    for (const remark of remarks) this.remarks.push(subject(field) + remark);
    if ("values" in texts) {
      for (const text of texts.values) checkLineText(text);
      if (texts.values.includes("")) throw new LeftOut(`${source} may be empty`);
      return { elements: [{ field, type: texts }], mayBeEmpty: false };
    }
    if ("type" in texts) return { elements: this.typed(field, texts, source, next), mayBeEmpty: false };
    if (!("run" in texts)) return { elements: [this.anyText(field, texts, source, next)], mayBeEmpty: false };
    const { run, mayBeEmpty = false } = texts;
    const element = this.run(field, run, source, next);
    const isOptional = mayBeEmpty && element.type !== undefined;
    return { elements: isOptional ? [{ alternatives: [[element], []] }] : [element], mayBeEmpty };
  }

  private typed(
    field: string,
    { type, isWider, first }: Extract<ScannedTexts, { type: string }>,
    source: string,
    next: readonly Follower[],
  ): Element[] {
    if (type === "word") this.refuseTaken(NON_BLANK, source, next);
    const { noun, bytes } = typeEntry(type);
    if (isWider) this.widened(field, `any ${noun.replace(/^an? /, "")}`, source);
    const element = { field, type: { typeName: type } };
    if (first === undefined || areOutside(next, bytes)) return [element];
    return [{ alternatives: [[{ field, type: { typeName: first } }], [element]] }];
  }

  /** The field for a fixed form, for all up to a text, or for all that is left. */
  private anyText(
    field: string,
    texts: Exclude<ScannedTexts, { values: readonly string[] } | { type: string } | { run: ByteSet }>,
    source: string,
    next: readonly Follower[],
  ): FieldElement {
    if ("rest" in texts) {
      if (next.some((follower) => follower !== "end" && follower !== "tail"))
        throw new LeftOut(`never matches, as ${source} leaves nothing for what follows it`);
      this.endsLine = true;
    } else if ("until" in texts) {
      const { until } = texts;
      if (!next.every((follower) => typeof follower === "object" && follower.text.startsWith(until)))
        throw new LeftOut(`${quoted(until)} does not follow ${source}`);
      // If a field of any text follows, a later occurrence of the text is never better.
      const isFirst = next.every((follower) => isOpen(follower) && textOf([follower]) === until);
      if (!isFirst) this.widened(field, "any text", `${source} up to the first ${quoted(until)}`);
    } else {
      // A text with another byte cannot be inside the field.
      const isAfter = ({ text }: { text: string }): boolean => Buffer.from(text).some((byte) => texts.form[byte] === 0);
      if (areOutside(next, NON_BLANK) || !next.every((follower) => typeof follower === "object" && isAfter(follower)))
        return this.run(field, texts.form, source, next);
      this.widened(field, "any text", source);
    }
    return { field };
  }

  private run(field: string, run: ByteSet, source: string, next: readonly Follower[]): FieldElement {
    if (isSubset(run, BLANK)) {
      this.refuseTaken(run, source, next);
      if (!isSubset(BLANK, run)) this.widened(field, "any white space", source);
      return { ...BLANKS, field };
    }
    const exact = TYPES_OF_RUNS.find((type) => isSame(run, typeEntry(type).bytes));
    if (exact !== undefined) {
      this.refuseTaken(run, source, next);
      return { field, type: { typeName: exact } };
    }
    const word: FieldElement = { field, type: { typeName: "word" } };
    const isWord = isSubset(run, NON_BLANK);
    if (isWord && areOutside(next, NON_BLANK)) {
      this.widened(field, "any text without blanks", source);
      return word;
    }
    if (next.every((follower) => follower === "end" || (typeof follower === "object" && areOutside([follower], run)))) {
      this.widened(field, "any text", source);
      return { field };
    }
    if (isWord && next.every((follower) => follower === "tail" || areOutside([follower], NON_BLANK))) {
      this.remarks.push(`${field}: all up to the next blank, not only ${source}`);
      return word;
    }
    throw new LeftOut(`nothing shows where ${source} ends`);
  }

  /** Throws a LeftOut if one of these bytes always follows a field that ends only before other bytes. */
  private refuseTaken(bytes: ByteSet, source: string, next: readonly Follower[]): void {
    if (next.every((follower) => typeof follower === "object" && isSubset(firstOf(follower), bytes)))
      throw new LeftOut(`never matches, as ${source} cannot end before what follows it`);
  }

  private widened(field: string, words: string, source: string): void {
    this.remarks.push(`${subject(field)}${words}, not only ${source}`);
  }
}

/** Throws a LeftOut for a text that no line has. */
export function checkLineText(text: string): void {
  if (/[\r\n]/.test(text)) throw new LeftOut("a line break, which no line has");
  if (/\p{Cs}/u.test(text)) throw new LeftOut("half of a surrogate pair, which is not a character");
}

/** What a remark on a field begins with. */
function subject(field: string): string {
  return field === DROPPED ? "" : `${field}: `;
}

/** The text that follows, if only one text may follow; otherwise empty. */
function textOf(next: readonly Follower[]): string {
  const [follower] = next;
  return next.length === 1 && typeof follower === "object" ? follower.text : "";
}

function isOpen(follower: Follower): boolean {
  return follower === "tail" || (typeof follower === "object" && follower.isOpen);
}

function followerOf(element: Element): Follower {
  if ("text" in element) return { text: element.text, isOpen: false };
  if ("alternatives" in element) return "field";
  const { type } = element;
  if (type === undefined) return "tail";
  return "typeName" in type && type.typeName === BLANKS_TYPE ? "blanks" : "field";
}

/** What follows, for expressions. */
function nextOf(followers: readonly Follower[]): Next {
  if (followers.every((follower) => follower === "tail")) return ANYTHING_NEXT;
  const first = unionOf(followers.map(firstOf));
  return {
    regex: first,
    ours: first,
    text: textOf(followers),
    isDefinite: followers.every((one) => one !== "tail" && one !== "field"),
  };
}

/** What a follower may begin with. */
function firstOf(follower: Follower): ByteSet {
  if (typeof follower === "object") return firstByte(follower.text);
  if (follower === "blanks") return BLANK;
  if (follower === "field") return ANY;
  return follower === "end" ? ONLY_LINE_END : ANYTHING;
}

/** Whether none of what may follow begins with one of these bytes. */
function areOutside(next: readonly Follower[], bytes: ByteSet): boolean {
  return next.every((follower) => areDisjoint(bytes, firstOf(follower)));
}
