// Makes elements of the nodes of an expression. What follows a node decides what can stand for it, so nodes are
// translated from the last to the first.
//
// An element takes at least the texts of its node. It ends where the node does if nothing that can follow could also be
// in it: a field of any text ends at the first offset where the rest fits, and a typed field at the last.

import { type Element, fieldElements } from "../../../matcher/pattern.ts";
import { DOT } from "../../../text/bytes/ascii.ts";
import { ANYTHING, areDisjoint, type ByteSet, isSubset, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { ANY_TEXT, BLANKS, DROPPED, fieldName, OPTIONAL_BLANKS, OPTIONAL_WORD } from "../fields.ts";
import { BLANK, NON_BLANK, NON_SPACE } from "./characters.ts";
import { branchesOf, choiceOf, isAny, isAnyOrWord, isOptional, isWord, mayBe, mayRepeat } from "./elements.ts";
import {
  type Expression,
  LINE_BREAK,
  offsetOf,
  type Reference,
  type Repeat,
  sourceOf,
  UnsupportedError,
} from "./expression.ts";
import { isBlankSet, isEndless, isGreedyAny, lastOf } from "./expression-texts.ts";
import { fieldFor, isDateTime, UP_TO_BLANK } from "./field-for.ts";
import { capturedBy, extended, spannedBy, trimmed } from "./spans.ts";
import {
  DROPPED_NEXT,
  firstByte,
  LINE_END_NEXT,
  type Next,
  nextOf,
  type Spanned,
  TAIL_NEXT,
  type TranslationState,
} from "./translation-state.ts";

/** The remark on a field that takes more before a part that may be missing. */
const FOR_NEXT_PART = "perhaps what is meant for the part after it";

/** Sets and repeats with more texts become fields. */
const MAX_LITERALS = 8;

export class Translator {
  private readonly state: TranslationState;

  constructor(state: TranslationState) {
    this.state = state;
  }

  /** The elements for nodes in a row. */
  sequence(nodes: readonly Expression[], after: Next): Element[] {
    const only = nodes.length === 1 ? nodes[0]! : undefined;
    if (only?.kind === "sequence") return this.sequence(only.nodes, after);
    const last = nodes.at(-1);
    if (last?.kind === "end" && (after.hasTail || after === LINE_END_NEXT))
      return this.sequence(nodes.slice(0, -1), LINE_END_NEXT);
    if (!after.hasTail || (last !== undefined && this.takesTail(last))) return this.row(nodes, after);
    if (last === undefined) return [ANY_TEXT];
    const ways = [
      () => this.row(nodes, DROPPED_NEXT, [ANY_TEXT]),
      // Of several branches, perhaps only one must end the line.
      ...(this.isBranched(last) ? [() => this.row(nodes, TAIL_NEXT)] : []),
    ];
    const found = this.firstOf(ways);
    if (found !== undefined) return found;
    const elements = this.row(nodes, LINE_END_NEXT);
    this.state.remark(sourceOf(last), "must end the line, as nothing else shows where it ends");
    return elements;
  }

  /** What the first of several ways returns that does not meet something that rules cannot say. */
  private firstOf<T>(ways: readonly (() => T)[]): T | undefined {
    const { remarks } = this.state;
    const { length } = remarks;
    for (const way of ways) {
      try {
        return way();
      } catch (error) {
        if (!(error instanceof UnsupportedError)) throw error;
        remarks.length = length;
      }
    }
    return undefined;
  }

  /** The elements for nodes and, after them, for `tail`. */
  private row(nodes: readonly Expression[], after: Next, tail: readonly Element[] = []): Element[] {
    const parts = nodes.map((node) => this.partsOf(node));
    const some = parts.filter((one) => one !== undefined);
    const withParts = (): Element[] => {
      this.state.spanned.push(...some);
      // What follows a capture then also follows its parts.
      const all = nodes.flatMap((node, i) => {
        const own = parts[i]?.node;
        return own?.kind === "sequence" ? own.nodes : (own ?? node);
      });
      return this.row(all, after, tail);
    };
    return (some.length > 0 ? this.firstOf([withParts]) : undefined) ?? this.rowOf(nodes, after, tail);
  }

  /** A capture whose parts are fields; undefined for any other node. */
  private partsOf(node: Expression): Spanned | undefined {
    const whole = capturedBy(node);
    if (whole === undefined || this.state.texts.traitsOf(whole.node).fields.length === 0) return undefined;
    return spannedBy(whole.node, whole.name, this.state);
  }

  private rowOf(nodes: readonly Expression[], after: Next, tail: readonly Element[]): Element[] {
    let [elements, next] = [tail, after];
    for (const [i, node] of [...nodes.entries()].reverse()) {
      this.state.count(node);
      if (node.kind === "ignored" && node.field !== undefined) {
        const rest: Expression = { kind: "sequence", nodes: nodes.slice(i + 1) };
        const spanned = spannedBy(rest, fieldName(node.field), this.state, []);
        if (spanned !== undefined) {
          this.state.spanned.push(spanned);
          continue;
        }
      }
      const required = elements.findIndex((element) => !isOptional(element));
      const optional = elements.slice(0, required < 0 ? elements.length : required);
      const rest = elements.slice(optional.length);
      const split = optional.length === 0 ? undefined : this.split(node, optional, next, nextOf(rest, after));
      const piece = split ?? this.fullStop(node, nodes[i - 1], next) ?? this.part(node, next);
      elements = [...this.lastFirst(piece, elements, i === 0), ...(split === undefined ? elements : rest)];
      if (node.kind === "boundary") continue;
      const { first, mayBeEmpty } = this.state.texts.traitsOf(node);
      const regex = mayBeEmpty ? unionOf([first, next.regex]) : first;
      // A piece at the end has the tail in its branches.
      next = { ...nextOf(piece, next.hasTail ? LINE_END_NEXT : next), regex, isSplit: false };
    }
    return [...elements];
  }

  /**
   * Before a text that the field after it cannot contain in grok, as in `%{DATA:thread}:%{WORD:class}@`, lazy text goes
   * up to its last occurrence. So does a word, which is tried first.
   */
  private lastFirst(
    piece: readonly Element[],
    [text, field, end]: readonly Element[],
    isFirst: boolean,
  ): readonly Element[] {
    const [lazy] = piece;
    const bytes = field && this.state.widened.get(field);
    if (!lazy || !isAny(lazy) || this.state.widened.has(lazy) || !bytes || !mayBe(field, isAnyOrWord)) return piece;
    if (!text || !("text" in text) || /\s/.test(text.text) || !end || !("text" in end)) return piece;
    if (!("field" in lazy) || !areDisjoint(bytes, firstByte(text.text))) return piece;
    if (lazy.field === DROPPED && mayBe(field, isWord)) return [lazy, OPTIONAL_WORD];
    return isFirst ? piece : choiceOf([[{ ...lazy, type: { typeName: "word" } }], [lazy]]);
  }

  /**
   * A dot that is meant as a full stop, after a field at the end of a pattern or after what no digit may follow;
   * undefined for any other node.
   */
  private fullStop(node: Expression, previous: Expression | undefined, next: Next): Element[] | undefined {
    if (node.kind !== "set" || node.source !== "." || previous === undefined) return undefined;
    const { fields, bytes } = this.state.texts.traitsOf(previous);
    const isLast = next === DROPPED_NEXT && fields.length > 0 && bytes[DOT] === 0;
    const last = lastOf(previous, this.state.definitions);
    const endsDigits = last.kind === "ignored" && /^\(\?!(?:\[0-9\]|\\d)\)$/.test(last.source);
    if (!isLast && !endsDigits) return undefined;
    this.state.remark(undefined, "only a full stop, unlike .");
    return [{ text: "." }];
  }

  /**
   * Translates a node without blanks that optional elements follow. If the field for it would be one of any text, there
   * is a branch for each element that may be next, so that what shows the end of the field is known: `{p:word}[{n}]` or
   * `{p:word}`, as `{p}` and an optional `[{n}]` would also take blanks. Returns undefined if no branches are needed.
   */
  private split(node: Expression, optional: readonly Element[], next: Next, after: Next): Element[] | undefined {
    const { remarks, texts } = this.state;
    const { bytes, mayBeEmpty } = texts.traitsOf(node);
    if (next.isFirst || !isSubset(bytes, after.isDropped ? NON_SPACE : NON_BLANK)) return undefined;
    const { length } = remarks;
    const whole = this.firstOf([() => this.part(node, next)]);
    const isCut = remarks.slice(length).some(({ words }) => words === UP_TO_BLANK);
    remarks.length = length;
    if (whole !== undefined && !isCut && !fieldElements(whole).some(isAny)) return undefined;
    /** The elements for the node before a tail, those that are not empty apart. */
    const before = (tail: readonly Element[]): (readonly Element[])[] => {
      const elements = this.part(node, { ...nextOf(tail, after), isSplit: true });
      if (mayRepeat(tail) || elements.length === 0 || fieldElements(elements).some(isAny))
        throw new UnsupportedError("no branch");
      const mayBeMissing = elements.length === 1 && isOptional(elements[0]!);
      return (mayBeMissing ? branchesOf(elements[0]!) : [elements]).map((branch) => [...branch, ...tail]);
    };
    const tails = optional.flatMap((one, i) => branchesOf(one).map((branch) => [...branch, ...optional.slice(i + 1)]));
    const withMissing = mayBeEmpty ? [...tails, []] : [];
    const branched = (beforeTails: () => (readonly Element[])[]) => () =>
      this.state.nested(() => {
        const branches = [...beforeTails(), ...before([])];
        this.remarkTaken(branches.flat(), node);
        return choiceOf([...branches, ...withMissing]);
      });
    return this.firstOf([
      branched(() => tails.flatMap(before)),
      // The first place where a tail fits is right, if each of them begins with what the node cannot have.
      branched(() => {
        const all = choiceOf(tails);
        const follows = nextOf(all, after);
        if (!follows.isDefinite || (whole !== undefined && !isCut)) throw new UnsupportedError("no branch");
        return [[...this.part(node, { ...follows, isFirst: true }), ...all]];
      }),
    ]);
  }

  /** Whether a node ends with one of several branches that have no name. */
  private isBranched(node: Expression): boolean {
    const last = lastOf(node, this.state.definitions, false);
    return last.kind === "choice" || (last.kind === "repeat" && last.max === 1);
  }

  /** Whether a node ends with `.*` or the line, so that nothing has to be added for what follows. */
  private takesTail(node: Expression): boolean {
    this.state.count(node);
    const inner = (one: Expression): boolean => this.takesTail(one);
    const last = lastOf(node, this.state.definitions);
    if (last.kind === "choice") return last.branches.some(inner);
    if (last.kind === "repeat") return isGreedyAny(last) || (last.max === 1 && !last.isLazy && inner(last.node));
    return last.kind === "capture" ? inner(last.node) : last.kind === "end";
  }

  private part(node: Expression, next: Next): Element[] {
    const { state } = this;
    if (node.kind === "text") {
      if (LINE_BREAK.test(node.text)) throw new UnsupportedError("contains a line break, which no line has");
      return [{ text: node.text }];
    }
    if (node.kind === "set") return this.literals(node) ?? fieldFor(node, undefined, next, state);
    if (node.kind === "sequence") return this.sequence(node.nodes, next);
    if (node.kind === "choice") return state.nested(() => choiceOf(this.longestFirst(node.branches, next)));
    if (node.kind === "repeat") return this.repeat(node, next);
    if (node.kind === "capture") return this.named(node.node, node.field, node.offset, next);
    if (node.kind === "reference") return this.reference(node, next);
    if (node.kind === "boundary" || node.kind === "ignored") {
      if (!state.definitions.isReadingWellKnown() || node.field)
        state.remark(node.field && fieldName(node.field), node.words);
      return [];
    }
    const source = quoted(node.source);
    const isAssertion = node.kind === "assertion";
    const reason = isAssertion ? `an assertion about the surrounding text: ${source}` : `${source} inside the pattern`;
    throw new UnsupportedError(reason, node.offset);
  }

  /** The elements of branches, those before others with less text whose first field may also take how they begin. */
  private longestFirst(branches: readonly Expression[], next: Next): (readonly Element[])[] {
    const ordered: { isText: boolean; first: ByteSet; length: number; elements: readonly Element[] }[] = [];
    for (const branch of branches) {
      const elements = this.sequence([branch], next);
      const lengths = elements.map((one) => ("text" in one ? one.text.length : 0));
      // A text alone goes before all that cannot begin with it.
      const length = branch.kind === "text" ? Number.POSITIVE_INFINITY : lengths.reduce((sum, one) => sum + one, 0);
      const traits = this.state.texts.traitsOf(branch);
      const first = traits.mayBeEmpty ? ANYTHING : traits.first;
      // grok never takes branches for each other that begin with other bytes.
      const before = ordered.findLastIndex(
        (one) => one.isText || one.length >= length || !areDisjoint(one.first, first),
      );
      const isText = elements[0] !== undefined && "text" in elements[0];
      ordered.splice(before + 1, 0, { isText, first, length, elements });
    }
    return ordered.map(({ elements }) => elements);
  }

  /** The field for a node, or the fields in it, unless they are parts of a date-time or may all be missing. */
  private named(node: Expression, field: string, offset: number, next: Next): Element[] {
    const { state } = this;
    const { fields, needsField } = state.texts.traitsOf(node);
    if (needsField && !isDateTime(node, state)) {
      state.remark(fieldName(field), "left out, as its parts are fields");
      return this.part(node, next);
    }
    for (const part of fields) state.remark(fieldName(part), `left out, as it is a part of ${field}`);
    const name = fieldName(field);
    const whole = (): Element[] => fieldFor(node, name, next, state, offset);
    if (state.unspanned.has(name)) return whole();
    const { length } = state.remarks;
    const made = this.firstOf([whole]);
    if (made !== undefined && !fieldElements(made).some((one) => state.widened.has(one))) return made;
    const said = state.remarks.splice(length);
    // Where a word is right, blanks are not.
    const isRunOn = made !== undefined && fieldElements(made).some(isWord);
    const follows = isRunOn ? { ...next, isSplit: true } : next;
    const inParts = this.firstOf([
      () => this.trimmed(node, name, follows, offset),
      ...(made === undefined ? [() => this.composed(node, name, next)] : []),
    ]);
    if (inParts !== undefined) {
      if (isRunOn && next.text === "") state.remark(name, FOR_NEXT_PART);
      return inParts;
    }
    state.remarks.push(...said);
    return made ?? whole();
  }

  /** A field for what a node has between the texts that it begins and ends with, and these. */
  private trimmed(node: Expression, name: string, next: Next, offset: number): Element[] {
    const { state } = this;
    const start = trimmed(node, 0, state);
    const end = trimmed(start?.rest ?? node, 1, state);
    const rest = end?.rest ?? start?.rest;
    if (rest === undefined) throw new UnsupportedError("no text");
    const { bytes, mayBeEmpty, isLazy } = state.texts.traitsOf(rest);
    const set: Expression = { kind: "set", set: bytes, source: sourceOf(rest) };
    const run: Expression = { kind: "repeat", node: set, min: 0, max: Number.POSITIVE_INFINITY, isLazy };
    const [before, after] = [start, end].map((one): Element[] => (one === undefined ? [] : [{ text: one.text }]));
    const field = fieldFor(mayBeEmpty ? run : rest, name, nextOf(after!, next), state, offset);
    state.spanned.push(extended(name, rest, [start?.text ?? "", end?.text ?? ""]));
    return [...before!, ...field, ...after!];
  }

  /** A capture that would contain what follows it, as a field for its first part, and others up to the next field. */
  private composed(node: Expression, name: string, next: Next): Element[] {
    const { state } = this;
    const to = next.until && [{ ...next.until, isBeyond: true as const }];
    const parts = to && spannedBy(node, name, state, to);
    if (parts === undefined) throw new UnsupportedError("no parts");
    const elements = this.part(parts.node, next);
    state.spanned.push(parts);
    return elements;
  }

  /** A node with few texts as alternatives; undefined for any other. */
  private literals(node: Expression): Element[] | undefined {
    const texts = isBlankSet(node) ? [" ", "\t"] : this.state.texts.textsOf(node);
    if (texts === undefined || texts.length > MAX_LITERALS) return undefined;
    return choiceOf(texts.map((text) => (text === "" ? [] : [{ text }])));
  }

  private repeat(node: Repeat, next: Next): Element[] {
    const { min, max, isLazy } = node;
    if (max === 0) return [];
    const { fields } = this.state.texts.traitsOf(node);
    if (isBlankSet(node.node) && isEndless(node) && !next.hasTail) {
      if (node.node.kind !== "set" || !isSubset(BLANK, node.node.set))
        this.state.remark(sourceOf(node), "any white space");
      if (min === 0) return [OPTIONAL_BLANKS];
      if (min <= MAX_LITERALS) return Array.from({ length: min }, () => BLANKS);
    }
    if (min === 0 && max === 1) {
      const part = this.state.nested(() => this.sequence([node.node], next));
      const without = next.hasTail ? [ANY_TEXT] : [];
      if (!next.hasTail) this.remarkTaken(part, node);
      return choiceOf(isLazy ? [without, part] : [part, without]);
    }
    if (fields.length > 0) {
      if (min !== 1 || node.node.kind !== "reference")
        throw new UnsupportedError("a field inside a repetition", offsetOf(node));
      this.state.remark(sourceOf(node), "only once");
      return this.part(node.node, next);
    }
    return this.literals(node) ?? fieldFor(node, undefined, next, this.state);
  }

  /** Says of fields in a part that may be missing that they may take what is meant for what follows. */
  private remarkTaken(part: readonly Element[], node: Expression): void {
    for (const one of fieldElements(part))
      if (this.state.widened.has(one))
        this.state.remark(one.field === DROPPED ? sourceOf(node) : one.field, FOR_NEXT_PART);
  }

  private reference(node: Reference, next: Next): Element[] {
    const { name, field, offset } = node;
    const { definitions, texts } = this.state;
    if (field !== undefined) return this.named({ ...node, field: undefined }, field, offset, next);
    const isKnown = definitions.isWellKnown(name) || definitions.knownType(name) !== undefined;
    if (isKnown && texts.traitsOf(node).fields.length === 0) {
      if (name === "SPACE") return [OPTIONAL_BLANKS];
      const made = this.firstOf([() => fieldFor(node, undefined, next, this.state, offset)]);
      if (made !== undefined) return made;
    }
    return definitions.within(node, (definition) => this.sequence([definition], next));
  }
}
