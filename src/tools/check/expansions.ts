// A pattern has one expansion for each way to choose among its alternatives, and matches a line if any of its
// expansions does. Lines are made from expansions to see which rules match them.

import {
  DATE_TIME,
  type FieldType,
  type Pattern,
  type PatternElement,
  type PatternField,
  patternFields,
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
  /** How many fields have each value; made when it is first needed. */
  private frequencies: ReadonlyMap<string, number> | undefined;

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns;
  }

  /** A line that few other patterns match: with the filler for any text, and the rarest value of each field. */
  opaque(expansion: Expansion): string {
    this.filler ??= unusedCharacter(this.patterns);
    this.frequencies ??= frequenciesOf(this.patterns);
    const { filler, frequencies } = this;
    const rarest = (a: string, b: string): string => (frequencies.get(b)! < frequencies.get(a)! ? b : a);
    return lineOf(
      expansion,
      () => filler,
      (type) => ("values" in type ? type.values.reduce(rarest) : textsOf(type)[0]!),
    );
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
    const lines = Array.from({ length: count }, (_, i) =>
      lineOf(
        expansion,
        () => "x",
        (type) => textsOf(type)[i % textsOf(type).length]!,
      ),
    );
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

function frequenciesOf(patterns: readonly Pattern[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of patterns.flatMap(({ elements }) => patternFields(elements)))
    if (type !== undefined && "values" in type)
      for (const value of type.values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function lineOf(
  expansion: Expansion,
  filling: (field: number) => string,
  typed = (type: FieldType): string => textsOf(type)[0]!,
): string {
  const texts = expansion.map((piece) => {
    if ("literal" in piece) return Buffer.from(piece.literal).toString();
    return piece.type === undefined ? filling(piece.field) : typed(piece.type);
  });
  return texts.join("");
}

function textCount(piece: PlainElement): number {
  return "literal" in piece || piece.type === undefined ? 1 : textsOf(piece.type).length;
}

function textsOf(type: FieldType): readonly string[] {
  return "values" in type ? type.values : typeEntry(type.typeName).samples;
}

/** A text that contains all literals of the elements, among other characters. */
function jsonOf(elements: Pattern["elements"]): string {
  return JSON.stringify(elements, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}
