// What is known about nodes of expressions, and about the texts that they match.

import { type ByteSet, bytesOf, isSubset, LINE_END, singleByte, unionOf } from "../../../text/bytes/byte-set.ts";
import { ANY, BLANK } from "./characters.ts";
import type { Definitions } from "./definitions.ts";
import { type Expression, LINE_BREAK, type Repeat } from "./expression.ts";

/** What is known about the texts that a node matches. The sets may be too large, but never too small. */
interface Traits {
  /** The bytes that they contain. */
  readonly bytes: ByteSet;
  /** The bytes that they begin with. */
  readonly first: ByteSet;
  readonly mayBeEmpty: boolean;
  /** The fields in the node, and whether one of them is in no part that may be missing. */
  readonly fields: readonly string[];
  readonly needsField: boolean;
  /** Whether the node contains a lazy quantifier. */
  readonly isLazy: boolean;
}

const MAX_TEXTS = 100;
const MAX_TEXTS_LENGTH = 2000;

const EMPTY: Traits = sequenceTraits([]);

/** What is known about the texts of nodes. Each node is examined once. */
export class ExpressionTexts {
  readonly definitions: Definitions;
  private readonly traits = new WeakMap<Expression, Traits>();
  private readonly lists = new WeakMap<Expression, readonly string[] | undefined>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  traitsOf(node: Expression): Traits {
    const traits = this.traits.get(node) ?? this.newTraits(node);
    this.traits.set(node, traits);
    return traits;
  }

  private newTraits(node: Expression): Traits {
    if (node.kind === "text")
      return { ...EMPTY, bytes: bytesOf(node.text), first: singleByte(Buffer.from(node.text)[0]!), mayBeEmpty: false };
    if (node.kind === "set") return { ...EMPTY, bytes: node.set, first: node.set, mayBeEmpty: false };
    if (node.kind === "sequence") return sequenceTraits(node.nodes.map((one) => this.traitsOf(one)));
    if (node.kind === "choice") {
      const all = node.branches.map((branch) => this.traitsOf(branch));
      const first = unionOf(all.map((traits) => traits.first));
      return { ...sequenceTraits(all), first, mayBeEmpty: all.some(({ mayBeEmpty }) => mayBeEmpty) };
    }
    if (node.kind === "repeat") {
      const traits = this.traitsOf(node.node);
      if (node.max === 0) return { ...EMPTY, fields: traits.fields };
      const [mayBeEmpty, isLazy] = [traits.mayBeEmpty || node.min === 0, traits.isLazy || node.isLazy];
      return { ...traits, mayBeEmpty, needsField: traits.needsField && node.min > 0, isLazy };
    }
    if (node.kind === "capture") return withField(node.field, this.traitsOf(node.node));
    if (node.kind !== "reference") return EMPTY;
    const traits = this.definitions.within(node, (definition) => this.traitsOf(definition));
    return node.field === undefined ? traits : withField(node.field, traits);
  }

  /** All texts of a node in the order in which they are tried; undefined if they are many, unknown or in no line. */
  textsOf(node: Expression): readonly string[] | undefined {
    if (!this.lists.has(node)) this.lists.set(node, this.newTexts(node));
    return this.lists.get(node);
  }

  private newTexts(node: Expression): readonly string[] | undefined {
    if (node.kind === "text") return LINE_BREAK.test(node.text) ? undefined : [node.text];
    if (node.kind === "set") return charactersOf(node.set);
    if (node.kind === "sequence") return this.sequenceTexts(node.nodes);
    if (node.kind === "choice") return together(node.branches.map((branch) => this.textsOf(branch)));
    if (node.kind === "repeat") return this.repeatedTexts(node);
    if (node.kind === "reference") return this.definitions.within(node, (definition) => this.textsOf(definition));
    if (node.kind === "capture") return this.textsOf(node.node);
    return node.kind === "boundary" || node.kind === "ignored" ? [""] : undefined;
  }

  private sequenceTexts(nodes: readonly Expression[]): readonly string[] | undefined {
    let texts: readonly string[] | undefined = [""];
    for (const node of nodes) {
      const next = this.textsOf(node);
      if (next === undefined || texts.length * next.length > MAX_TEXTS) return undefined;
      texts = bounded(texts.flatMap((text) => next.map((end) => text + end)));
      if (texts === undefined) return undefined;
    }
    return [...new Set(texts)];
  }

  private repeatedTexts({ node, min, max, isLazy }: Repeat): readonly string[] | undefined {
    if (max > MAX_TEXTS) return undefined;
    const once = this.textsOf(node);
    // With several texts, the order in which repeats are tried is not that of their counts.
    if (once === undefined || (once.length > 1 && max > 1 && min !== max)) return undefined;
    const counts = Array.from({ length: max - min + 1 }, (_, i) => (isLazy ? min + i : max - i));
    return together(counts.map((count) => this.sequenceTexts(Array.from({ length: count }, () => node))));
  }
}

function sequenceTraits(all: readonly Traits[]): Traits {
  const end = all.findIndex(({ mayBeEmpty }) => !mayBeEmpty);
  return {
    bytes: unionOf(all.map(({ bytes }) => bytes)),
    first: unionOf(all.slice(0, end < 0 ? all.length : end + 1).map(({ first }) => first)),
    mayBeEmpty: end < 0,
    fields: [...new Set(all.flatMap(({ fields }) => fields))],
    needsField: all.some(({ needsField }) => needsField),
    isLazy: all.some(({ isLazy }) => isLazy),
  };
}

function withField(field: string, traits: Traits): Traits {
  return { ...traits, fields: [field, ...traits.fields], needsField: true };
}

/** The characters of a small set; undefined if it has characters beyond ASCII. */
function charactersOf(set: ByteSet): readonly string[] | undefined {
  if (set.subarray(0x80, LINE_END).some((isMember) => isMember === 1)) return undefined;
  const codes = Array.from(set.subarray(0, 0x80).entries()).flatMap(([code, isMember]) => (isMember ? [code] : []));
  const characters = codes.map((code) => String.fromCharCode(code));
  return codes.length > MAX_TEXTS || LINE_BREAK.test(characters.join("")) ? undefined : characters;
}

/** The texts of several lists, each once; undefined if one of the lists is, or if they are many. */
function together(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return lists.every((list) => list !== undefined) ? bounded([...new Set(lists.flat())]) : undefined;
}

function bounded(texts: readonly string[]): readonly string[] | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return texts.length > MAX_TEXTS || length > MAX_TEXTS_LENGTH ? undefined : texts;
}

/** A node without the names and parentheses around it. */
export function coreOf(node: Expression, definitions: Definitions): Expression {
  if (node.kind === "reference") return definitions.within(node, (inner) => coreOf(inner, definitions));
  if (node.kind === "capture") return coreOf(node.node, definitions);
  if (node.kind !== "sequence") return node;
  return node.nodes.length === 1 ? coreOf(node.nodes[0]!, definitions) : node;
}

/** The last node of those in a row, also of those that a reference, or only one without a field, stands for. */
export function lastOf(node: Expression, definitions: Definitions, hasField = true): Expression {
  const inner = (one: Expression): Expression => lastOf(one, definitions, hasField);
  if (node.kind === "reference" && (hasField || node.field === undefined)) return definitions.within(node, inner);
  return node.kind === "sequence" && node.nodes.length > 0 ? inner(node.nodes.at(-1)!) : node;
}

/** Whether a node is `.*` or `.+`. */
export function isGreedyAny(node: Expression): boolean {
  return isEndless(node) && !node.isLazy && node.min <= 1 && node.node.kind === "set" && isSubset(ANY, node.node.set);
}

/** Whether a node is repeated without an end. */
export function isEndless(node: Expression): node is Repeat {
  return node.kind === "repeat" && node.max === Number.POSITIVE_INFINITY;
}

/** Whether a node is one blank, or any white space. */
export function isBlankSet(node: Expression): boolean {
  if (node.kind === "text") return node.text === " ";
  return node.kind === "set" && node.set[0x20] === 1 && isSubset(node.set, BLANK);
}
