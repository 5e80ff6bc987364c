// Grok patterns as elements of ours. What follows a part decides what can stand for it, so parts are translated from the
// last to the first.
//
// An element takes at least the texts of its part. It ends where the part does if nothing that can follow it could also
// be in it: a field of any text ends at the first place where the rest fits, and a typed field at the last one.

import {
  ANYTHING,
  areDisjoint,
  type ByteSet,
  isSubset,
  ONLY_LINE_END,
  singleByte,
  unionOf,
} from "../../bytes/byte-set.ts";
import { quoted } from "../../diagnostics/phrases.ts";
import { type Element, type FieldElement, type FieldKind, TIMESTAMP } from "../../matcher/pattern.ts";
import { ANY_TEXT, BLANKS, DROPPED, OPTIONAL_BLANKS } from "../blanks.ts";
import type { Definitions } from "./definitions.ts";
import {
  ANY,
  BLANK,
  DIGIT,
  type GrokNode,
  HEX_DIGIT,
  NON_BLANK,
  type Reference,
  type Repeat,
  WORD,
} from "./grok-pattern.ts";
import { ANYTHING_NEXT, afterWord, firstOf, isDefinite, LINE_END_NEXT, type Next, TAIL_NEXT } from "./next.ts";
import { NotSayable } from "./not-sayable.ts";
import { type Remark, remarkLines } from "./remarks.ts";
import { sourceOf } from "./source-of.ts";
import { WELL_KNOWN } from "./well-known.ts";

/** A grok pattern in our terms. */
export interface Translation {
  readonly elements: readonly Element[];
  /** What differs, a line each. */
  readonly remarks: readonly string[];
}

/** Parts of one rule, with those of the definitions that it uses. */
const MAX_PARTS = 5000;
/** The limit of rules files. */
const MAX_FIELDS = 1000;
/** How deep alternatives may contain others. A rules file has a limit, too. */
const MAX_NESTING = 20;
/** Sets and repeats with more texts become fields. */
const MAX_LITERALS = 8;
/** More numbers than these are not worth a list. */
const MAX_LISTED_NUMBERS = 10;

const HEX_PARTS = unionOf([HEX_DIGIT, singleByte(0x78), singleByte(0x58)]);

/** Translates a whole pattern. Throws NotSayable for one that rules cannot say. */
export function translate(pattern: GrokNode, definitions: Definitions): Translation {
  return new Translator(definitions).whole(pattern);
}

class Translator {
  private readonly definitions: Definitions;
  private readonly remarks: Remark[] = [];
  /** Fields of any text that take more than their part. */
  private readonly widened = new Set<Element>();
  /** Whether some part that was translated, which is to the right of what comes, became a field that takes more. */
  private hasWiderFields = false;
  private parts = 0;
  private nesting = 0;
  /** How many of the definitions that are being read are well known. */
  private wellKnown = 0;

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  whole(pattern: GrokNode): Translation {
    const { node, isStart, isEnd } = this.withoutAnchors(pattern);
    const elements = this.sequence([node], isEnd ? LINE_END_NEXT : TAIL_NEXT);
    const [first] = elements;
    const begins = !isStart && !(first !== undefined && isAny(first));
    if (!isStart && first !== undefined && this.widened.has(first))
      this.remark(subjectOf(first), "all from the beginning of the line, as the pattern has no ^");
    const named = this.withUniqueNames(begins ? [ANY_TEXT, ...elements] : elements);
    if (named.length === 0) throw new NotSayable("matches only empty lines", 0);
    const timestamp = fieldsIn(named).find(({ field }) => field === TIMESTAMP);
    if (timestamp !== undefined && timestamp.kind === undefined)
      this.remark(TIMESTAMP, "a field of this name prefers to end with a date and time");
    return { elements: named, remarks: remarkLines(this.remarks.reverse()) };
  }

  /** Bounds what is done for a rule, whose definitions may use each other many times. */
  private count(node: GrokNode): void {
    if (++this.parts > MAX_PARTS) throw new NotSayable(`has more than ${MAX_PARTS} parts`, offsetOf(node));
  }

  /** The pattern without `^` and `$` around it. */
  private withoutAnchors(node: GrokNode): { node: GrokNode; isStart: boolean; isEnd: boolean } {
    this.count(node);
    if (node.kind === "start" || node.kind === "end")
      return { node: { kind: "sequence", nodes: [] }, isStart: node.kind === "start", isEnd: node.kind === "end" };
    if (node.kind === "reference" && node.field === undefined) {
      const inner = this.definitions.within(node.name, node.offset, (definition) => this.withoutAnchors(definition));
      return inner.isStart || inner.isEnd ? inner : { node, isStart: false, isEnd: false };
    }
    if (node.kind === "choice") {
      const branches = node.branches.map((branch) => this.withoutAnchors(branch));
      const [isStart, isEnd] = [branches.every((one) => one.isStart), branches.every((one) => one.isEnd)];
      // Anchors of some branches are refused where they are.
      if (branches.some((one) => one.isStart !== isStart || one.isEnd !== isEnd))
        return { node, isStart: false, isEnd: false };
      return { node: { kind: "choice", branches: branches.map((one) => one.node) }, isStart, isEnd };
    }
    if (node.kind !== "sequence" || node.nodes.length === 0) return { node, isStart: false, isEnd: false };
    const first = this.withoutAnchors(node.nodes[0]!);
    const nodes = first.isStart ? [first.node, ...node.nodes.slice(1)] : node.nodes;
    const last = this.withoutAnchors(nodes.at(-1)!);
    const rest = last.isEnd ? [...nodes.slice(0, -1), last.node] : nodes;
    return { node: { kind: "sequence", nodes: rest }, isStart: first.isStart, isEnd: last.isEnd };
  }

  /** The elements of parts, with what they need of what follows. */
  private sequence(nodes: readonly GrokNode[], after: Next): Element[] {
    const only = nodes.length === 1 ? nodes[0]! : undefined;
    if (only?.kind === "sequence") return this.sequence(only.nodes, after);
    let next = after;
    const pieces: Element[][] = [];
    const last = nodes.at(-1);
    if (after.hasTail && (last === undefined || !this.takesTail(last))) {
      pieces.push([ANY_TEXT]);
      next = ANYTHING_NEXT;
    }
    for (const [i, node] of [...nodes.entries()].reverse()) {
      this.count(node);
      const isLast = after.hasTail && i === nodes.length - 1 && !next.hasTail;
      const piece = isLast ? this.lastPart(node, next, pieces) : this.part(node, next);
      pieces.push(piece);
      next = this.before(node, nodes[i - 1], piece, next);
    }
    return pieces.reverse().flat();
  }

  /**
   * The last part of a pattern without `$`. If nothing shows where it ends, it has to end the line, and the field for what
   * follows is dropped.
   */
  private lastPart(node: GrokNode, next: Next, pieces: Element[][]): Element[] {
    const remarks = this.remarks.length;
    try {
      return this.part(node, next);
    } catch (error) {
      if (!(error instanceof NotSayable)) throw error;
      this.remarks.length = remarks;
      const piece = this.part(node, LINE_END_NEXT);
      this.remark(sourceOf(node), "must end the line, as nothing else shows where it ends");
      pieces.length = 0;
      return piece;
    }
  }

  /** What follows `previous`, the part before this one. */
  private before(node: GrokNode, previous: GrokNode | undefined, piece: readonly Element[], next: Next): Next {
    if (node.kind === "boundary") {
      return previous !== undefined && this.isWords(previous) ? afterWord(next) : next;
    }
    const { first, mayBeEmpty } = this.definitions.traitsOf(node);
    return {
      regex: mayBeEmpty ? unionOf([first, next.regex]) : first,
      ours: firstOf(piece, next.ours),
      isDefinite: isDefinite(piece, next.isDefinite),
    };
  }

  /** What follows a part that may end with `\b`. */
  private afterBoundary(node: GrokNode, next: Next): Next {
    if (node.kind === "reference")
      return this.definitions.within(node.name, node.offset, (definition) => this.afterBoundary(definition, next));
    const hasBoundary = node.kind === "sequence" && node.nodes.at(-1)?.kind === "boundary";
    return hasBoundary && this.isWords(node) ? afterWord(next) : next;
  }

  /** Whether a part takes some characters of words, and no others. */
  private isWords(node: GrokNode): boolean {
    const { bytes, mayBeEmpty } = this.definitions.traitsOf(node);
    return !mayBeEmpty && isSubset(bytes, WORD);
  }

  /** Whether a part ends with `.*`, so that nothing has to be added for what follows. */
  private takesTail(node: GrokNode): boolean {
    this.count(node);
    switch (node.kind) {
      case "sequence":
        return node.nodes.length > 0 && this.takesTail(node.nodes.at(-1)!);
      case "choice":
        return node.branches.some((branch) => this.takesTail(branch));
      case "repeat":
        return isGreedyAny(node) || (node.max === 1 && !node.isLazy && this.takesTail(node.node));
      case "capture":
        return this.takesTail(node.node);
      case "reference":
        return this.definitions.within(node.name, node.offset, (definition) => this.takesTail(definition));
      default:
        return false;
    }
  }

  private part(node: GrokNode, next: Next): Element[] {
    switch (node.kind) {
      case "text":
        if (/[\n\r]/.test(node.text)) throw new NotSayable("holds a line break, which no line has", 0);
        return [{ text: node.text }];
      case "set":
        return this.literals(node) ?? this.field(node, undefined, next);
      case "sequence":
        return this.sequence(node.nodes, next);
      case "choice":
        return this.nested(() => choiceOf(node.branches.map((branch) => this.sequence([branch], next))));
      case "repeat":
        return this.repeat(node, next);
      case "capture":
        return this.field(node.node, node.field, next, node.offset);
      case "reference":
        return this.reference(node, next);
      case "boundary":
        if (this.wellKnown === 0) this.remark(undefined, "without \\b, so it fits inside words, too");
        return [];
      case "atomic":
        this.remark(undefined, "without (?>…) and the last sign of a++, so it may match more");
        return [];
      case "assertion":
        throw new NotSayable(`looks at what surrounds a place: ${quoted(node.source)}`, node.offset);
      default:
        throw new NotSayable(`${quoted(node.source)} inside the pattern`, node.offset);
    }
  }

  private nested<T>(work: () => T): T {
    if (this.nesting === MAX_NESTING) throw new NotSayable(`has alternatives more than ${MAX_NESTING} levels deep`, 0);
    this.nesting++;
    try {
      return work();
    } finally {
      this.nesting--;
    }
  }

  /** A part with few texts as alternatives; undefined for any other. */
  private literals(node: GrokNode): Element[] | undefined {
    const texts = isBlankSet(node) ? [" ", "\t"] : this.definitions.textsOf(node);
    if (texts === undefined || texts.length > MAX_LITERALS || texts.some((text) => /[\n\r]/.test(text)))
      return undefined;
    return choiceOf(texts.map((text) => (text === "" ? [] : [{ text }])));
  }

  private repeat(node: Repeat, next: Next): Element[] {
    const { min, max, isLazy } = node;
    if (max === 0) return [];
    if (isBlankSet(node.node) && max === Number.POSITIVE_INFINITY && !next.hasTail) {
      if (node.node.kind !== "set" || !isSame(node.node.set, BLANK)) this.remark(sourceOf(node), "any white space");
      if (min === 0) return [OPTIONAL_BLANKS];
      if (min <= MAX_LITERALS) return Array.from({ length: min }, () => BLANKS);
    }
    if (min === 0 && max === 1) {
      const part = this.nested(() => this.sequence([node.node], next));
      const without = next.hasTail ? [ANY_TEXT] : [];
      return choiceOf(isLazy ? [without, part] : [part, without]);
    }
    if (this.definitions.traitsOf(node).hasFields) throw new NotSayable("a field in what is repeated", offsetOf(node));
    return this.literals(node) ?? this.field(node, undefined, next);
  }

  private reference(node: Reference, next: Next): Element[] {
    const { name, field, offset } = node;
    const { definitions } = this;
    if (field !== undefined) return this.field({ ...node, field: undefined }, field, next, offset);
    const isKnown = definitions.definition(name) === undefined && WELL_KNOWN.has(name);
    if (!definitions.traitsOf(node).hasFields && (isKnown || definitions.knownType(name))) {
      try {
        return this.structural(node) ?? this.field(node, undefined, next, offset);
      } catch (error) {
        if (!(error instanceof NotSayable)) throw error;
      }
    }
    return definitions.within(name, offset, (definition) => {
      this.wellKnown += Number(isKnown);
      try {
        return this.sequence([definition], next);
      } finally {
        this.wellKnown -= Number(isKnown);
      }
    });
  }

  /** White space by its name. */
  private structural({ name }: Reference): Element[] | undefined {
    return name === "SPACE" ? [OPTIONAL_BLANKS] : undefined;
  }

  /** The field that stands for a part. Without a name, its text is dropped. */
  private field(node: GrokNode, name: string | undefined, next: Next, offset = offsetOf(node)): Element[] {
    const { definitions } = this;
    this.count(node);
    const traits = definitions.traitsOf(node);
    if (traits.hasFields)
      throw new NotSayable(
        name === undefined ? "a field in a part that is none" : `the field ${quoted(name)} contains other fields`,
        offset,
      );
    // At the end of the pattern `.*` takes what follows, too.
    const follows = this.afterBoundary(node, next.hasTail ? LINE_END_NEXT : next);
    const field = name === undefined ? DROPPED : fieldName(name);
    const subject = name === undefined ? sourceOf(node) : field;
    const source = name === undefined ? undefined : sourceOf(node);
    const element = (kind?: FieldKind): FieldElement => (kind === undefined ? { field } : { field, kind });
    const wider = (words: string, one: FieldElement): Element[] => {
      this.remark(subject, words, "not only", source);
      if (one.kind === undefined) this.widened.add(one);
      if (one.kind === undefined || words === NON_BLANKS) this.hasWiderFields = true;
      return [one];
    };

    const known = this.knownType(node);
    if (known !== undefined) {
      if (known.differs !== undefined) this.remark(subject, known.differs, known.relation, source);
      return [element({ parser: known.parser })];
    }
    const core = this.coreOf(node);
    if (core.kind === "repeat" && core.max === Number.POSITIVE_INFINITY && core.node.kind === "set") {
      const { set } = core.node;
      const isPlain = !core.isLazy && core.min === 1;
      if (isSame(set, ANY)) return this.anyText(core, element(), subject, follows);
      if (isPlain && isSame(set, DIGIT)) return [element({ parser: "number" })];
      if (isPlain && isSame(set, NON_BLANK)) return [element({ parser: "word" })];
      if (isPlain && isSame(set, BLANK)) return [element({ parser: "whitespace" })];
    }
    const texts = definitions.textsOf(node);
    if (texts !== undefined && !this.isNumberList(texts) && texts.every((text) => !/[\n\r]/.test(text)))
      return this.values(texts, element, subject, follows);

    const { bytes, mayBeEmpty } = traits;
    const ends = (set: ByteSet): boolean => areDisjoint(follows.regex, set);
    if (!mayBeEmpty) {
      if (isSubset(bytes, DIGIT) && ends(DIGIT)) return wider("any digits", element({ parser: "number" }));
      if (isSubset(bytes, HEX_DIGIT) && ends(HEX_PARTS))
        return wider("any hexadecimal digits", element({ parser: "hex" }));
      if (isSubset(bytes, NON_BLANK) && ends(NON_BLANK)) return wider(NON_BLANKS, element({ parser: "word" }));
    }
    if (areDisjoint(follows.ours, bytes)) return wider("any text", element());
    if (core.kind === "choice")
      return this.nested(() =>
        choiceOf(core.branches.map((branch) => this.field(branch, name ?? DROPPED, next, offset))),
      );
    if (core.kind === "repeat" && core.min === 0) {
      const some = this.nested(() => this.field({ ...core, min: 1 }, name ?? DROPPED, next, offset));
      return choiceOf(core.isLazy ? [[], some] : [some, []]);
    }
    if (follows.isDefinite) {
      this.remark(subject, SHORTEST);
      return wider("any text", element());
    }
    if (!mayBeEmpty && isSubset(bytes, NON_BLANK) && follows.ours === ANYTHING) {
      this.remark(subject, "up to the next blank");
      return wider(NON_BLANKS, element({ parser: "word" }));
    }
    throw new NotSayable(`nothing shows where ${subject} ends`, offset);
  }

  /** A field for `.*` and its like. */
  private anyText({ min, isLazy }: Repeat, element: FieldElement, subject: string, next: Next): Element[] {
    if (min > 0) this.remark(subject, "may be empty");
    if (isLazy && this.hasWiderFields)
      this.remark(subject, "may end earlier than in grok, as a field after it takes more");
    if (isLazy || next.ours === ONLY_LINE_END) return [element];
    if (!next.isDefinite) throw new NotSayable(`nothing shows where ${subject} ends`, 0);
    this.remark(subject, SHORTEST);
    return [element];
  }

  private values(
    texts: readonly string[],
    element: (kind: FieldKind) => FieldElement,
    subject: string,
    next: Next,
  ): Element[] {
    const values = texts.filter((text) => text !== "");
    const cut = values.some((value, i) =>
      values
        .slice(i + 1)
        .some((longer) => longer.startsWith(value) && next.regex[Buffer.from(longer.slice(value.length))[0]!] === 1),
    );
    if (cut) this.remark(subject, "the longest text that fits, in grok the first");
    if (values.length === 0) return [];
    const field = element({ values });
    if (values.length === texts.length) return [field];
    return [{ alternatives: texts[0] === "" ? [[], [field]] : [[field], []] }];
  }

  /** Whether these are so many numbers that a type says it better. */
  private isNumberList(texts: readonly string[]): boolean {
    return texts.length > MAX_LISTED_NUMBERS && texts.every((text) => /^\d+$/.test(text));
  }

  /** The type that is meant for the pattern that a part refers to, also by way of other names. */
  private knownType(node: GrokNode): ReturnType<Definitions["knownType"]> {
    const core = node.kind === "sequence" && node.nodes.length === 1 ? node.nodes[0]! : node;
    if (core.kind !== "reference") return undefined;
    const { name, offset } = core;
    return (
      this.definitions.knownType(name) ??
      this.definitions.within(name, offset, (definition) => this.knownType(definition))
    );
  }

  /** What a part is without names and parentheses around it. */
  private coreOf(node: GrokNode): GrokNode {
    if (node.kind === "reference")
      return this.definitions.within(node.name, node.offset, (definition) => this.coreOf(definition));
    if (node.kind !== "sequence") return node;
    return node.nodes.length === 1 ? this.coreOf(node.nodes[0]!) : node;
  }

  private remark(subject: string | undefined, words: string, relation = "", source?: string): void {
    this.remarks.push({ subject, words, relation, source });
  }

  /** The elements with a number at names that occur again, except in another branch. */
  private withUniqueNames(elements: readonly Element[]): Element[] {
    let count = 0;
    const rename = (all: readonly Element[], taken: Set<string>): Element[] =>
      all.map((element) => {
        if ("text" in element) return element;
        if ("field" in element) {
          if (++count > MAX_FIELDS) throw new NotSayable(`has more than ${MAX_FIELDS} fields`, 0);
          const { field } = element;
          if (field === DROPPED) return element;
          let name = field;
          for (let number = 2; taken.has(name); number++) name = `${field}_${number}`;
          taken.add(name);
          if (name === field) return element;
          this.remark(name, `the name ${field} occurs more than once, or is taken`);
          return { ...element, field: name };
        }
        const names = element.alternatives.map(() => new Set(taken));
        const alternatives = element.alternatives.map((branch, i) => rename(branch, names[i]!));
        for (const set of names) for (const name of set) taken.add(name);
        return { alternatives };
      });
    return rename(elements, new Set());
  }
}

const NON_BLANKS = "any text without blanks";
const SHORTEST = "the shortest text that fits, in grok the longest";

/** One of several sequences of elements, in their order. */
function choiceOf(branches: readonly (readonly Element[])[]): Element[] {
  // A second empty branch is never needed, as nothing tells the two apart.
  const empty = branches.findIndex((branch) => branch.length === 0);
  const distinct = branches.filter((branch, i) => branch.length > 0 || i === empty);
  return distinct.length === 1 ? [...distinct[0]!] : [{ alternatives: distinct }];
}

/** The name as one that placeholders can have: `[url][path]` becomes `url_path`. */
function fieldName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=.)_+$|^_+(?=.)/g, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

function subjectOf(element: Element): string {
  return "field" in element && element.field !== DROPPED ? element.field : "it";
}

function isAny(element: Element): boolean {
  return "field" in element && element.kind === undefined;
}

function isSame(a: ByteSet, b: ByteSet): boolean {
  return isSubset(a, b) && isSubset(b, a);
}

function isGreedyAny({ node, min, max, isLazy }: Repeat): boolean {
  return node.kind === "set" && isSame(node.set, ANY) && min <= 1 && max === Number.POSITIVE_INFINITY && !isLazy;
}

/** Whether a part is one blank, or any white space. */
function isBlankSet(node: GrokNode): boolean {
  if (node.kind === "text") return node.text === " ";
  return node.kind === "set" && node.set[0x20] === 1 && isSubset(node.set, BLANK);
}

function offsetOf(node: GrokNode): number {
  if ("offset" in node) return node.offset;
  if (node.kind === "repeat") return offsetOf(node.node);
  const inner = node.kind === "sequence" ? node.nodes : node.kind === "choice" ? node.branches : [];
  return inner.length === 0 ? 0 : offsetOf(inner[0]!);
}

function fieldsIn(elements: readonly Element[]): FieldElement[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return element.alternatives.flatMap(fieldsIn);
    return "field" in element ? [element] : [];
  });
}
