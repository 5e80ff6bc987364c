// Translates patterns of tools that scan a line from left to right: each field takes what its type says, and no other
// length is ever tried. Parts are translated from the last to the first, because what follows a field decides what can
// stand for it.
//
// An element takes at least the texts of its part. On lines that the tool matches, it ends where the part does: what
// follows the part cannot be in it, and a rule tries that end first. So a rule matches all lines that the tool matches,
// with the same values, unless a remark says otherwise.

import type { Element, FieldElement } from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { MAX_FIELDS } from "../../rules/rule.ts";
import { LeftOut } from "../../rules/rules-error.ts";
import { ANYTHING, areDisjoint, type ByteSet, isSubset, ONLY_LINE_END } from "../../text/bytes/byte-set.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { ANY, BLANK, isSame, NON_BLANK } from "./expressions/characters.ts";
import { firstByte } from "./expressions/translation-state.ts";
import { ANY_TEXT, BLANKS, BLANKS_TYPE, DROPPED, nameRemarks, withUniqueNames } from "./fields.ts";

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

export type ScannedPart =
  | { readonly text: string }
  | ScannedField
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

/** What may follow a part. */
interface Follower {
  /** Any text up to the end of the line is the tail. */
  readonly kind: "text" | "blanks" | "field" | "end" | "tail";
  readonly text: string;
  /** What it may begin with. */
  readonly first: ByteSet;
  /** Whether it is the tail, or a text before a field of any text. */
  readonly isOpen: boolean;
}

const SPACE: Follower = { kind: "blanks", text: "", first: BLANK, isOpen: false };
const FIELD: Follower = { kind: "field", text: "", first: ANY, isOpen: false };
const END: Follower = { kind: "end", text: "", first: ONLY_LINE_END, isOpen: false };
const TAIL: Follower = { kind: "tail", text: "", first: ANYTHING, isOpen: true };

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
  const translator = new PartsTranslator();
  const { named, renamed } = withUniqueNames(parts, undefined, [DROPPED, ...taken], MAX_FIELDS);
  const elements = translator.sequence(named, [hasTail ? TAIL : END]);
  return {
    elements: hasTail && !translator.endsLine ? [...elements, ANY_TEXT] : elements,
    names: new Map(renamed.map(({ field, name }) => [field, name])),
    remarks: [...new Set([...nameRemarks(renamed), ...translator.remarks.reverse()])],
  };
}

class PartsTranslator {
  /** From the last part to the first. */
  readonly remarks: string[] = [];
  /** Whether the last part takes all up to the end of the line. */
  endsLine = false;

  sequence(parts: readonly ScannedPart[], after: readonly Follower[]): Element[] {
    const pieces: (readonly Element[])[] = [];
    let next = after;
    for (const part of [...parts].reverse()) {
      if ("text" in part) {
        if (part.text === "") continue;
        checkLineText(part.text);
        pieces.push([part]);
        next = [
          textFollower(
            part.text + textOf(next),
            next.every((follower) => follower.isOpen),
          ),
        ];
      } else if ("endsWord" in part) refuseTaken(NON_BLANK, part.source, next);
      else if ("alternatives" in part) {
        const following = next;
        const alternatives = part.alternatives.map((branch) => this.sequence(branch, following));
        pieces.push([{ alternatives }]);
        next = alternatives.flatMap(([first]) => (first === undefined ? following : [followerOf(first)]));
      } else {
        const { elements, mayBeEmpty } = this.field(part, next);
        pieces.push(elements);
        const first = elements.slice(0, 1).map(followerOf);
        next = mayBeEmpty ? [...first, ...next] : first;
      }
    }
    return pieces.reverse().flat();
  }

  private field(
    { field = DROPPED, texts, source, remarks = [] }: ScannedField,
    next: readonly Follower[],
  ): { elements: readonly Element[]; mayBeEmpty: boolean } {
    for (const remark of remarks) this.remark(field, remark);
    if ("values" in texts) {
      for (const text of texts.values) checkLineText(text);
      if (texts.values.includes("")) throw new LeftOut(`${source} may be empty`);
      return { elements: [{ field, type: texts }], mayBeEmpty: false };
    }
    if ("type" in texts) {
      const { type, isWider, first } = texts;
      if (type === "word") refuseTaken(NON_BLANK, source, next);
      const { noun, bytes } = typeEntry(type);
      if (isWider) this.widened(field, `any ${noun.replace(/^an? /, "")}`, source);
      const element = { field, type: { typeName: type } };
      if (first === undefined || areOutside(next, bytes)) return { elements: [element], mayBeEmpty: false };
      return { elements: [{ alternatives: [[{ field, type: { typeName: first } }], [element]] }], mayBeEmpty: false };
    }
    if ("run" in texts) {
      const { run, mayBeEmpty = false } = texts;
      const element = this.run(field, run, source, next);
      const isOptional = mayBeEmpty && element.type !== undefined;
      return { elements: isOptional ? [{ alternatives: [[element], []] }] : [element], mayBeEmpty };
    }
    if ("form" in texts) {
      // A text with another byte cannot be inside the field.
      const endsBefore = ({ text }: Follower): boolean => Buffer.from(text).some((byte) => texts.form[byte] === 0);
      if (areOutside(next, NON_BLANK) || !next.every(endsBefore))
        return { elements: [this.run(field, texts.form, source, next)], mayBeEmpty: false };
      this.widened(field, "any text", source);
    } else if ("until" in texts) {
      const { until } = texts;
      if (!next.every(({ text }) => text.startsWith(until)))
        throw new LeftOut(`${quoted(until)} does not follow ${source}`);
      // If a field of any text follows, a later occurrence of the text is never better.
      const isFirst = next.every(({ text, isOpen }) => isOpen && text === until);
      if (!isFirst) this.widened(field, "any text", `${source} up to the first ${quoted(until)}`);
    } else {
      if (!next.every(({ kind }) => kind === "end" || kind === "tail"))
        throw new LeftOut(`never matches, as ${source} leaves nothing for what follows it`);
      this.endsLine = true;
    }
    return { elements: [{ field }], mayBeEmpty: false };
  }

  private run(field: string, run: ByteSet, source: string, next: readonly Follower[]): FieldElement {
    if (isSubset(run, BLANK)) {
      refuseTaken(run, source, next);
      if (!isSubset(BLANK, run)) this.widened(field, "any white space", source);
      return { ...BLANKS, field };
    }
    const exact = TYPES_OF_RUNS.find((type) => isSame(run, typeEntry(type).bytes));
    if (exact !== undefined) {
      refuseTaken(run, source, next);
      return { field, type: { typeName: exact } };
    }
    const word: FieldElement = { field, type: { typeName: "word" } };
    const isWord = isSubset(run, NON_BLANK);
    if (isWord && areOutside(next, NON_BLANK)) {
      this.widened(field, "any text without blanks", source);
      return word;
    }
    if (next.every(({ kind, first }) => kind === "end" || (kind === "text" && areDisjoint(first, run)))) {
      this.widened(field, "any text", source);
      return { field };
    }
    if (isWord && next.every(({ kind, first }) => kind === "tail" || areDisjoint(first, NON_BLANK))) {
      this.remarks.push(`${field}: all up to the next blank, not only ${source}`);
      return word;
    }
    throw new LeftOut(`nothing shows where ${source} ends`);
  }

  private widened(field: string, words: string, source: string): void {
    this.remark(field, `${words}, not only ${source}`);
  }

  private remark(field: string, remark: string): void {
    this.remarks.push(field === DROPPED ? remark : `${field}: ${remark}`);
  }
}

/** Throws a LeftOut if one of these bytes always follows a field that ends only before other bytes. */
function refuseTaken(bytes: ByteSet, source: string, next: readonly Follower[]): void {
  if (next.every(({ kind, first }) => kind === "text" && isSubset(first, bytes)))
    throw new LeftOut(`never matches, as ${source} cannot end before what follows it`);
}

/** Throws a LeftOut for a text that no line has. */
export function checkLineText(text: string): void {
  if (/[\r\n]/.test(text)) throw new LeftOut("a line break, which no line has");
  if (/\p{Cs}/u.test(text)) throw new LeftOut("half of a surrogate pair, which is not a character");
}

/** The text that follows, if only one text may follow; otherwise empty. */
function textOf(next: readonly Follower[]): string {
  return next.length === 1 ? next[0]!.text : "";
}

function followerOf(element: Element): Follower {
  if ("text" in element) return textFollower(element.text, false);
  if ("alternatives" in element) return FIELD;
  const { type } = element;
  if (type === undefined) return TAIL;
  return "typeName" in type && type.typeName === BLANKS_TYPE ? SPACE : FIELD;
}

function textFollower(text: string, isOpen: boolean): Follower {
  return { kind: "text", text, first: firstByte(text), isOpen };
}

/** Whether none of what may follow begins with one of these bytes. */
function areOutside(next: readonly Follower[], bytes: ByteSet): boolean {
  return next.every(({ first }) => areDisjoint(bytes, first));
}
