// Named patterns, and what is known of the texts that they match.

import { type ByteSet, LINE_END, singleByte, unionOf } from "../../bytes/byte-set.ts";
import { quoted } from "../../diagnostics/phrases.ts";
import type { ImportFile } from "../imported.ts";
import { type GrokNode, parseGrok } from "./grok-pattern.ts";
import { NotSayable } from "./not-sayable.ts";
import { KNOWN_TYPES, type KnownType, WELL_KNOWN } from "./well-known.ts";

/** `NAME pattern` in a file. */
export interface Definition {
  readonly name: string;
  readonly text: string;
  readonly file: ImportFile;
  /** Where the name is in the file. */
  readonly nameOffset: number;
  /** Where the pattern is in the file. */
  readonly offset: number;
}

/** What is known of the texts that a part of a pattern matches. All sets may be too large, never too small. */
export interface Traits {
  /** The bytes that they contain. */
  readonly bytes: ByteSet;
  /** The bytes that they begin with. */
  readonly first: ByteSet;
  readonly mayBeEmpty: boolean;
  /** Whether parts of them are fields. */
  readonly hasFields: boolean;
}

/** How deep definitions may refer to each other. It bounds recursion. */
const MAX_DEPTH = 60;

/** More or longer texts are not listed. */
const MAX_TEXTS = 100;
const MAX_TEXTS_LENGTH = 2000;

const NOTHING: ByteSet = new Uint8Array(LINE_END + 1);
const EMPTY: Traits = { bytes: NOTHING, first: NOTHING, mayBeEmpty: true, hasFields: false };

/** Definitions of the files, which go before those that are well known. */
export class Definitions {
  private readonly given: ReadonlyMap<string, Definition>;
  private readonly nodes = new Map<string, GrokNode | NotSayable>();
  private readonly traits = new Map<string, Traits>();
  private readonly nodeTraits = new WeakMap<GrokNode, Traits>();
  private readonly lists = new Map<string, readonly string[] | undefined>();
  /** The names of the definitions that are being read, from the outside in. */
  private readonly open: string[] = [];

  constructor(given: ReadonlyMap<string, Definition>) {
    this.given = given;
  }

  /** The definition in the files, if it is there. */
  definition(name: string): Definition | undefined {
    return this.given.get(name);
  }

  /** The type that is meant for a name, if the files give the name no other meaning. */
  knownType(name: string): KnownType | undefined {
    const given = this.given.get(name);
    return given === undefined || given.text === WELL_KNOWN.get(name) ? KNOWN_TYPES.get(name) : undefined;
  }

  /** The pattern of a name. Throws NotSayable if there is none, or it cannot be read. */
  nodeOf(name: string, offset: number): GrokNode {
    let node = this.nodes.get(name);
    if (node === undefined) {
      const text = this.given.get(name)?.text ?? WELL_KNOWN.get(name);
      if (text === undefined) throw new NotSayable(`there is no pattern ${quoted(name)}`, offset);
      node = parsed(text, name);
      this.nodes.set(name, node);
    }
    if (node instanceof NotSayable) throw node;
    return node;
  }

  /**
   * Reads the pattern of a reference, with a bound on the depth. Throws NotSayable if the pattern refers to itself. Problems
   * that `read` throws and that have no definition yet get this one.
   */
  within<T>(name: string, offset: number, read: (node: GrokNode) => T): T {
    const node = this.nodeOf(name, offset);
    const outer = this.open.indexOf(name);
    if (outer >= 0) throw new NotSayable(circleText([...this.open.slice(outer), name]), offset);
    if (this.open.length === MAX_DEPTH)
      throw new NotSayable(`definitions refer to others more than ${MAX_DEPTH} deep`, offset);
    this.open.push(name);
    try {
      return read(node);
    } catch (error) {
      if (error instanceof NotSayable && this.given.has(name)) error.definition ??= name;
      throw error;
    } finally {
      this.open.pop();
    }
  }

  /** What is known of the texts of a part. */
  traitsOf(node: GrokNode): Traits {
    let traits = this.nodeTraits.get(node);
    if (traits === undefined) {
      traits = this.newTraits(node);
      this.nodeTraits.set(node, traits);
    }
    return traits;
  }

  private newTraits(node: GrokNode): Traits {
    switch (node.kind) {
      case "text":
        return textTraits(node.text);
      case "set":
        return { bytes: node.set, first: node.set, mayBeEmpty: false, hasFields: false };
      case "sequence":
        return this.sequenceTraits(node.nodes);
      case "choice": {
        const all = node.branches.map((branch) => this.traitsOf(branch));
        return {
          bytes: unionOf(all.map(({ bytes }) => bytes)),
          first: unionOf(all.map(({ first }) => first)),
          mayBeEmpty: all.some(({ mayBeEmpty }) => mayBeEmpty),
          hasFields: all.some(({ hasFields }) => hasFields),
        };
      }
      case "repeat": {
        const traits = this.traitsOf(node.node);
        if (node.max === 0) return { ...EMPTY, hasFields: traits.hasFields };
        return { ...traits, mayBeEmpty: traits.mayBeEmpty || node.min === 0 };
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

  /** All texts of a part in the order in which they are tried; undefined if there are many, or they are not known. */
  textsOf(node: GrokNode): readonly string[] | undefined {
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

  private sequenceTraits(nodes: readonly GrokNode[]): Traits {
    const all = nodes.map((node) => this.traitsOf(node));
    const end = all.findIndex(({ mayBeEmpty }) => !mayBeEmpty);
    return {
      bytes: unionOf(all.map(({ bytes }) => bytes)),
      first: unionOf(all.slice(0, end < 0 ? all.length : end + 1).map(({ first }) => first)),
      mayBeEmpty: end < 0,
      hasFields: all.some(({ hasFields }) => hasFields),
    };
  }

  private namedTraits(name: string, offset: number): Traits {
    let traits = this.traits.get(name);
    if (traits === undefined) {
      traits = this.within(name, offset, (node) => this.traitsOf(node));
      this.traits.set(name, traits);
    }
    return traits;
  }

  private namedTexts(name: string, offset: number): readonly string[] | undefined {
    if (!this.lists.has(name))
      this.lists.set(
        name,
        this.within(name, offset, (node) => this.textsOf(node)),
      );
    return this.lists.get(name);
  }

  private sequenceTexts(nodes: readonly GrokNode[]): readonly string[] | undefined {
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
  }: Extract<GrokNode, { kind: "repeat" }>): readonly string[] | undefined {
    if (max > MAX_TEXTS) return undefined;
    const once = this.textsOf(node);
    if (once === undefined) return undefined;
    const counts = Array.from({ length: max - min + 1 }, (_, i) => (isLazy ? min + i : max - i));
    // Repeats of several texts are tried in an order that is not that of counts.
    if (once.length > 1 && max > 1 && min !== max) return undefined;
    const lists = counts.map((count) => this.sequenceTexts(Array.from({ length: count }, () => node)));
    return lists.every((list) => list !== undefined) ? bounded([...new Set(lists.flat())]) : undefined;
  }
}

/** The pattern, or why it cannot be read. */
function parsed(text: string, name: string): GrokNode | NotSayable {
  try {
    return parseGrok(text);
  } catch (error) {
    if (!(error instanceof NotSayable)) throw error;
    error.definition = name;
    return error;
  }
}

function textTraits(text: string): Traits {
  const bytes = Buffer.from(text);
  return {
    bytes: unionOf([...bytes].map(singleByte)),
    first: singleByte(bytes[0]!),
    mayBeEmpty: false,
    hasFields: false,
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

/** `A refers to B, which refers to A`. */
function circleText(names: readonly string[]): string {
  return names.join(", which refers to ").replace(", which", "");
}
