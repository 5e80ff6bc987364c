// A pattern has one expansion for each way to choose among its alternatives, and matches a line if any of its
// expansions does. Lines are made from expansions to see which rules match them.

import {
  DATE_TIME,
  type FieldType,
  type Pattern,
  type PatternElement,
  type PatternField,
  TIMESTAMP_FIELD,
} from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";

export type PlainElement = { readonly literal: Uint8Array } | PatternField;

/** A pattern with one branch chosen from each of its alternatives. */
export type Expansion = readonly PlainElement[];

/** Patterns with more expansions are not expanded. */
const MAX_EXPANSIONS = 32;

/** Nor are patterns with more literal bytes in an expansion: no log has such lines, and comparing them takes long. */
const MAX_LITERAL_BYTES = 4096;

/** The expansions of a pattern, which match just its lines; undefined if they are too many or one is too long. */
export function expansionsOf({ elements }: Pattern): readonly Expansion[] | undefined {
  const ways = expand(elements);
  const lengthOf = (way: Expansion): number =>
    way.reduce((sum, piece) => ("literal" in piece ? sum + piece.literal.length : sum), 0);
  return ways?.every((way) => lengthOf(way) <= MAX_LITERAL_BYTES) ? ways : undefined;
}

function expand(elements: readonly PatternElement[]): readonly Expansion[] | undefined {
  let expansions: Expansion[] = [[]];
  for (const element of elements) {
    const endings = "branches" in element ? expandBranches(element.branches) : [[element]];
    if (endings === undefined || expansions.length * endings.length > MAX_EXPANSIONS) return undefined;
    expansions = expansions.flatMap((start) => endings.map((ending) => [...start, ...ending]));
  }
  return expansions;
}

function expandBranches(branches: readonly (readonly PatternElement[])[]): readonly Expansion[] | undefined {
  const expansions: Expansion[] = [];
  for (const branch of branches) {
    const ways = expand(branch);
    if (ways === undefined || expansions.length + ways.length > MAX_EXPANSIONS) return undefined;
    expansions.push(...ways);
  }
  return expansions;
}

const NAME = /^[A-Za-z][\w.-]*$/;
const SNOWMAN = 0x2603;

/** A field with more values hardly differs from another one only in the last. */
const MAX_VARIED = 20;

/** Makes lines that match given expansions. */
export class Witnesses {
  private readonly patterns: readonly Pattern[];
  /** A character that occurs in no literal of the patterns; made when it is first needed. */
  private filler: string | undefined;

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns;
  }

  /** A line in which each field of any text captures the filler, which stands for any text. */
  opaque(expansion: Expansion): string {
    this.filler ??= unusedCharacter(this.patterns);
    const { filler } = this;
    return lineOf(expansion, () => filler);
  }

  /** A line in which each field of any text captures its own name. */
  readable(expansion: Expansion, fields: readonly string[]): string {
    return lineOf(expansion, (field) => {
      const name = fields[field]!;
      return name === TIMESTAMP_FIELD ? typeEntry(DATE_TIME.typeName).samples[0] : NAME.test(name) ? name : "x";
    });
  }

  /** Lines that show as much as possible of what typed fields may capture. */
  varied(expansion: Expansion): string[] {
    const count = Math.min(MAX_VARIED, Math.max(...expansion.map(textCount)));
    const lines = Array.from({ length: count }, (_, i) => lineOf(expansion, () => "x", i));
    return [this.opaque(expansion), ...lines];
  }
}

function unusedCharacter(patterns: readonly Pattern[]): string {
  const used = new Set<string>();
  for (const { elements } of patterns) for (const character of jsonOf(elements)) used.add(character);
  let code = SNOWMAN;
  while (used.has(String.fromCodePoint(code))) code++;
  return String.fromCodePoint(code);
}

/** `choice` is which of the texts a typed field captures, counted from 0 and begun anew after the last. */
function lineOf(expansion: Expansion, filling: (field: number) => string, choice = 0): string {
  return expansion.map((piece) => textOf(piece, filling, choice)).join("");
}

function textOf(piece: PlainElement, filling: (field: number) => string, choice: number): string {
  if ("literal" in piece) return Buffer.from(piece.literal).toString();
  if (piece.type === undefined) return filling(piece.field);
  const texts = textsOf(piece.type);
  return texts[choice % texts.length] ?? "";
}

function textCount(piece: PlainElement): number {
  return "literal" in piece || piece.type === undefined ? 1 : textsOf(piece.type).length;
}

function textsOf(type: FieldType): readonly string[] {
  return "values" in type ? type.values.filter((value) => value !== "") : typeEntry(type.typeName).samples;
}

/** A text that contains all literals of the elements, among other characters. */
function jsonOf(elements: Pattern["elements"]): string {
  return JSON.stringify(elements, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}
