// What is known about the texts that expressions match.

import { type ByteSet, LINE_END, singleByte, unionOf } from "../../../text/bytes/byte-set.ts";
import type { Definitions } from "./definitions.ts";
import type { Expression } from "./expression.ts";

/** What is known about the texts that a node matches. The sets may be too large, but never too small. */
interface Traits {
  /** The bytes that they contain. */
  readonly bytes: ByteSet;
  /** The bytes that they begin with. */
  readonly first: ByteSet;
  readonly mayBeEmpty: boolean;
  /** Whether the node contains fields. */
  readonly hasFields: boolean;
  /** Whether the node contains a lazy quantifier. */
  readonly isLazy: boolean;
}

/** The limits of listed texts. */
const MAX_TEXTS = 100;
const MAX_TEXTS_LENGTH = 2000;

const NOTHING: ByteSet = new Uint8Array(LINE_END + 1);
const EMPTY: Traits = { bytes: NOTHING, first: NOTHING, mayBeEmpty: true, hasFields: false, isLazy: false };

/** What is known about the texts of nodes. Each node is examined once. */
export class ExpressionTexts {
  readonly definitions: Definitions;
  private readonly traits = new Map<string, Traits>();
  private readonly nodeTraits = new WeakMap<Expression, Traits>();
  private readonly lists = new Map<string, readonly string[] | undefined>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  /** What is known about the texts of a node. */
  traitsOf(node: Expression): Traits {
    let traits = this.nodeTraits.get(node);
    if (traits === undefined) {
      traits = this.newTraits(node);
      this.nodeTraits.set(node, traits);
    }
    return traits;
  }

  private newTraits(node: Expression): Traits {
    switch (node.kind) {
      case "text":
        return textTraits(node.text);
      case "set":
        return { bytes: node.set, first: node.set, mayBeEmpty: false, hasFields: false, isLazy: false };
      case "sequence":
        return this.sequenceTraits(node.nodes);
      case "choice": {
        const all = node.branches.map((branch) => this.traitsOf(branch));
        return {
          bytes: unionOf(all.map(({ bytes }) => bytes)),
          first: unionOf(all.map(({ first }) => first)),
          mayBeEmpty: all.some(({ mayBeEmpty }) => mayBeEmpty),
          hasFields: all.some(({ hasFields }) => hasFields),
          isLazy: all.some(({ isLazy }) => isLazy),
        };
      }
      case "repeat": {
        const traits = this.traitsOf(node.node);
        if (node.max === 0) return { ...EMPTY, hasFields: traits.hasFields };
        return {
          ...traits,
          mayBeEmpty: traits.mayBeEmpty || node.min === 0,
          isLazy: traits.isLazy || node.isLazy,
        };
      }
      case "capture":
        return { ...this.traitsOf(node.node), hasFields: true };
      case "reference": {
        const traits = this.namedTraits(node.name, node.offset);
        return node.field === undefined ? traits : { ...traits, hasFields: true };
      }
      default:
        return EMPTY;
    }
  }

  /** All texts of a node in the order in which they are tried; undefined if they are many or unknown. */
  textsOf(node: Expression): readonly string[] | undefined {
    switch (node.kind) {
      case "text":
        return [node.text];
      case "set":
        return charactersOf(node.set);
      case "sequence":
        return this.sequenceTexts(node.nodes);
      case "choice": {
        const lists = node.branches.map((branch) => this.textsOf(branch));
        return lists.every((list) => list !== undefined) ? bounded([...new Set(lists.flat())]) : undefined;
      }
      case "repeat":
        return this.repeatedTexts(node);
      case "reference":
        return this.namedTexts(node.name, node.offset);
      case "capture":
        return this.textsOf(node.node);
      case "boundary":
      case "atomic":
        return [""];
      default:
        return undefined;
    }
  }

  private sequenceTraits(nodes: readonly Expression[]): Traits {
    const all = nodes.map((node) => this.traitsOf(node));
    const end = all.findIndex(({ mayBeEmpty }) => !mayBeEmpty);
    return {
      bytes: unionOf(all.map(({ bytes }) => bytes)),
      first: unionOf(all.slice(0, end < 0 ? all.length : end + 1).map(({ first }) => first)),
      mayBeEmpty: end < 0,
      hasFields: all.some(({ hasFields }) => hasFields),
      isLazy: all.some(({ isLazy }) => isLazy),
    };
  }

  private namedTraits(name: string, offset: number): Traits {
    let traits = this.traits.get(name);
    if (traits === undefined) {
      traits = this.definitions.within(name, offset, (node) => this.traitsOf(node));
      this.traits.set(name, traits);
    }
    return traits;
  }

  private namedTexts(name: string, offset: number): readonly string[] | undefined {
    if (!this.lists.has(name))
      this.lists.set(
        name,
        this.definitions.within(name, offset, (node) => this.textsOf(node)),
      );
    return this.lists.get(name);
  }

  private sequenceTexts(nodes: readonly Expression[]): readonly string[] | undefined {
    let texts: readonly string[] = [""];
    for (const node of nodes) {
      const next = this.textsOf(node);
      if (next === undefined || texts.length * next.length > MAX_TEXTS) return undefined;
      const joined = bounded(texts.flatMap((text) => next.map((end) => text + end)));
      if (joined === undefined) return undefined;
      texts = joined;
    }
    return [...new Set(texts)];
  }

  private repeatedTexts({
    node,
    min,
    max,
    isLazy,
  }: Extract<Expression, { kind: "repeat" }>): readonly string[] | undefined {
    if (max > MAX_TEXTS) return undefined;
    const once = this.textsOf(node);
    if (once === undefined) return undefined;
    const counts = Array.from({ length: max - min + 1 }, (_, i) => (isLazy ? min + i : max - i));
    // With several texts, the order in which repeats are tried is not that of their counts.
    if (once.length > 1 && max > 1 && min !== max) return undefined;
    const lists = counts.map((count) => this.sequenceTexts(Array.from({ length: count }, () => node)));
    return lists.every((list) => list !== undefined) ? bounded([...new Set(lists.flat())]) : undefined;
  }
}

function textTraits(text: string): Traits {
  const bytes = Buffer.from(text);
  return {
    bytes: unionOf([...bytes].map(singleByte)),
    first: singleByte(bytes[0]!),
    mayBeEmpty: false,
    hasFields: false,
    isLazy: false,
  };
}

/** The characters of a small set; undefined if it has characters beyond ASCII. */
function charactersOf(set: ByteSet): readonly string[] | undefined {
  if (set.subarray(0x80, LINE_END).some((isMember) => isMember === 1)) return undefined;
  const codes = Array.from(set.subarray(0, 0x80).entries()).flatMap(([code, isMember]) => (isMember ? [code] : []));
  return codes.length > MAX_TEXTS ? undefined : codes.map((code) => String.fromCharCode(code));
}

function bounded(texts: readonly string[]): readonly string[] | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return texts.length > MAX_TEXTS || length > MAX_TEXTS_LENGTH ? undefined : texts;
}
