// Translates patterns of tools that scan a line from left to right: each field takes what its type says, and no other
// length is ever tried. Parts are translated from the last to the first, because what follows a field decides what can
// stand for it.
//
// An element takes at least the texts of its part. On lines that the tool matches, it ends where the part does: what
// follows the part cannot be in it, and a rule tries that end first. So a rule matches all lines that the tool matches,
// with the same values, unless a remark says otherwise.

import { type Element, type FieldElement, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { MAX_FIELDS } from "../../rules/limits.ts";
import { LeftOut } from "../../rules/rules-error.ts";
import {
  ANYTHING,
  areDisjoint,
  type ByteSet,
  isSubset,
  ONLY_LINE_END,
  singleByte,
  unionOf,
} from "../../text/bytes/byte-set.ts";
import { quoted } from "../../text/messages/phrases.ts";
import { ANY_TEXT, BLANKS, BLANKS_TYPE, DROPPED } from "./blanks.ts";
import { BLANK, type Expression, NON_BLANK } from "./expressions/expression.ts";
import { ANYTHING_NEXT, type Next } from "./expressions/next.ts";
import { type PartTranslation, translatePart } from "./expressions/translate.ts";
import { fieldName } from "./imported.ts";

/** What a field takes. */
export type ScannedTexts =
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
}

/** The first text that a regular expression finds where the part begins. */
interface ScannedExpression {
  readonly field: string | undefined;
  readonly expression: Expression;
  /** The tool that has it, for remarks. */
  readonly tool: string;
  readonly source: string;
}

export type ScannedPart =
  | { readonly text: string }
  | ScannedField
  | ScannedExpression
  /** No text: only a blank or the end of the line may follow the part before it. */
  | { readonly endsWord: true; readonly source: string }
  /** The first of several lists that fits. */
  | { readonly branches: readonly (readonly ScannedPart[])[] };

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
  private readonly taken: Set<string>;
  private readonly names = new Map<string, string>();
  private readonly nameRemarks: string[] = [];
  /** From the last part to the first. */
  private readonly remarks: string[] = [];
  private fields = 0;
  /** Whether the last part takes all up to the end of the line. */
  private endsLine = false;

  constructor(taken: readonly string[]) {
    this.taken = new Set([DROPPED, ...taken]);
  }

  whole(parts: readonly ScannedPart[], hasTail: boolean): Scanned {
    const named = this.withNames(parts, new Set());
    const elements = this.sequence(named, [hasTail ? "tail" : "end"], 0);
    const isOpen = hasTail && !this.endsLine;
    // An expression that takes no text, such as one for the end of a word, becomes no field.
    const { fields } = pattern(elements);
    return {
      elements: isOpen ? [...elements, ANY_TEXT] : elements,
      names: new Map([...this.names].filter(([, name]) => fields.includes(name))),
      remarks: [...new Set([...this.nameRemarks, ...this.remarks.reverse()])],
    };
  }

  /** The parts with valid, unique names. A name that occurs again gets a number, except in another branch. */
  private withNames(parts: readonly ScannedPart[], used: Set<string>): ScannedPart[] {
    return parts.map((part) => {
      if ("text" in part || "endsWord" in part) return part;
      if ("branches" in part) {
        const sets = part.branches.map(() => new Set(used));
        const branches = part.branches.map((branch, i) => this.withNames(branch, sets[i]!));
        for (const set of sets) for (const name of set) used.add(name);
        return { branches };
      }
      if (++this.fields > MAX_BODY_FIELDS) throw new LeftOut(`has more than ${MAX_BODY_FIELDS} fields`);
      const { field } = part;
      if (field === undefined) return part;
      const plain = fieldName(field);
      let name = plain;
      for (let number = 2; used.has(name) || this.taken.has(name); number++) name = `${plain}_${number}`;
      used.add(name);
      if (name !== plain) this.nameRemarks.push(`${name}: the name ${plain} occurs more than once, or is taken`);
      if (name === TIMESTAMP_FIELD)
        this.nameRemarks.push(`${name}: a field of this name prefers to end with a date and time`);
      this.names.set(field, name);
      return { ...part, field: name };
    });
  }

  private sequence(parts: readonly ScannedPart[], after: readonly Follower[], nesting: number): Element[] {
    if (nesting > MAX_NESTING) throw new LeftOut("is nested too deep");
    const elements: Element[][] = [];
    let next = after;
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i]!;
      if ("text" in part) {
        if (part.text === "") continue;
        if (/[\r\n]/.test(part.text)) throw new LeftOut("a line break, which no line has");
        if (/\p{Cs}/u.test(part.text)) throw new LeftOut("half of a surrogate pair, which is not a character");
        elements.push([{ text: part.text }]);
        next = [{ text: part.text + textOf(next), isOpen: next.every(isOpen) }];
      } else if ("endsWord" in part) this.refuseTaken(NON_BLANK, part.source, next);
      else if ("branches" in part) {
        const branches = part.branches.map((branch) => this.sequence(branch, next, nesting + 1));
        elements.push([{ alternatives: branches }]);
        const following = next;
        next = branches.flatMap((branch) => (branch.length === 0 ? following : [followerOf(branch[0]!)]));
      } else {
        const field = "expression" in part ? this.expression(part, next) : this.field(part, next);
        elements.push([...field.elements]);
        const first = field.elements.slice(0, 1).map(followerOf);
        next = field.mayBeEmpty ? [...first, ...next] : first;
      }
    }
    return elements.reverse().flat();
  }

  private field(part: ScannedField, next: readonly Follower[]): Pick<PartTranslation, "elements" | "mayBeEmpty"> {
    const { texts } = part;
    return { elements: this.fieldElements(part, next), mayBeEmpty: "run" in texts && texts.mayBeEmpty === true };
  }

  private fieldElements({ field, texts, source }: ScannedField, next: readonly Follower[]): Element[] {
    const name = field ?? DROPPED;
    if ("rest" in texts) {
      if (next.some((follower) => follower !== "end" && follower !== "tail"))
        throw new LeftOut(`never matches, as ${source} leaves nothing for what follows it`);
      this.endsLine = true;
      return [{ field: name }];
    }
    if ("type" in texts) return this.typed(name, texts, source, next);
    if ("until" in texts) return [this.until(name, texts.until, source, next)];
    if ("form" in texts) {
      // A text with another byte cannot be inside the field.
      const isAfter = ({ text }: { text: string }): boolean => Buffer.from(text).some((byte) => texts.form[byte] === 0);
      const isWord = next.every((follower) => isOutside(follower, NON_BLANK));
      if (isWord || !next.every((follower) => typeof follower === "object" && isAfter(follower)))
        return [this.run(name, texts.form, source, next)];
      this.widened(name, "any text", source);
      return [{ field: name }];
    }
    const element = this.run(name, texts.run, source, next);
    const isAnyText = element.type === undefined;
    return texts.mayBeEmpty && !isAnyText ? [{ alternatives: [[element], []] }] : [element];
  }

  private expression(part: ScannedExpression, next: readonly Follower[]): PartTranslation {
    const { field, expression, tool, source } = part;
    try {
      const translation = translatePart(expression, field, nextOf(next), tool);
      this.remarks.push(...[...translation.remarks].reverse());
      this.endsLine ||= translation.endsLine;
      return translation;
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      throw new LeftOut(`in ${source}: ${error.message}`);
    }
  }

  private typed(
    name: string,
    { type, isWider, first }: Extract<ScannedTexts, { type: string }>,
    source: string,
    next: readonly Follower[],
  ): Element[] {
    if (type === "word") this.refuseTaken(NON_BLANK, source, next);
    const field = { field: name, type: { typeName: type } };
    if (isWider) this.widened(name, `any ${typeEntry(type).noun.replace(/^an? /, "")}`, source);
    if (first === undefined || next.every((follower) => isOutside(follower, typeEntry(type).bytes))) return [field];
    return [{ alternatives: [[{ field: name, type: { typeName: first } }], [field]] }];
  }

  private until(name: string, stop: string, source: string, next: readonly Follower[]): FieldElement {
    if (!next.every((follower) => typeof follower === "object" && follower.text.startsWith(stop)))
      throw new LeftOut(`${quoted(stop)} does not follow ${source}`);
    // If a field of any text follows, a later occurrence of the text is never better.
    const isFirst = next.every((follower) => isOpen(follower) && textOf([follower]) === stop);
    if (!isFirst) this.widened(name, "any text", `${source} up to the first ${quoted(stop)}`);
    return { field: name };
  }

  private run(name: string, run: ByteSet, source: string, next: readonly Follower[]): FieldElement {
    if (isSubset(run, BLANK)) {
      this.refuseTaken(run, source, next);
      if (!isSubset(BLANK, run)) this.widened(name, "any white space", source);
      return { ...BLANKS, field: name };
    }
    for (const type of TYPES_OF_RUNS) {
      const { bytes } = typeEntry(type);
      if (isSubset(run, bytes) && isSubset(bytes, run)) {
        this.refuseTaken(run, source, next);
        return { field: name, type: { typeName: type } };
      }
    }
    const isWord = isSubset(run, NON_BLANK);
    if (isWord && next.every((follower) => isOutside(follower, NON_BLANK))) {
      this.widened(name, "any text without blanks", source);
      return { field: name, type: { typeName: "word" } };
    }
    if (next.every((follower) => follower === "end" || (typeof follower === "object" && isOutside(follower, run)))) {
      this.widened(name, "any text", source);
      return { field: name };
    }
    if (isWord && next.every((follower) => follower === "tail" || isOutside(follower, NON_BLANK))) {
      this.remarks.push(`${name}: all up to the next blank, not only ${source}`);
      return { field: name, type: { typeName: "word" } };
    }
    throw new LeftOut(`nothing shows where ${source} ends`);
  }

  /** Throws a LeftOut if one of these bytes always follows a field that ends only before other bytes. */
  private refuseTaken(bytes: ByteSet, source: string, next: readonly Follower[]): void {
    if (next.every((follower) => typeof follower === "object" && isSubset(firstOf(follower), bytes)))
      throw new LeftOut(`never matches, as ${source} cannot end before what follows it`);
  }

  private widened(name: string, words: string, source: string): void {
    this.remarks.push(`${name === DROPPED ? "" : `${name}: `}${words}, not only ${source}`);
  }
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
  return { regex: first, ours: first, isDefinite: followers.every((one) => one !== "tail" && one !== "field") };
}

/** What a follower may begin with. */
function firstOf(follower: Follower): ByteSet {
  if (typeof follower === "object") return singleByte(Buffer.from(follower.text)[0]!);
  if (follower === "blanks") return BLANK;
  return follower === "end" ? ONLY_LINE_END : ANYTHING;
}

/** Whether what follows begins with none of these bytes. */
function isOutside(follower: Follower, bytes: ByteSet): boolean {
  return areDisjoint(bytes, firstOf(follower));
}
