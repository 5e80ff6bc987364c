// Decides whether one pattern includes another: matches all its lines. A pattern has one expansion for each way to
// choose among its alternatives, and matches a line if any of its expansions does. Lines are made from expansions to
// see which rules match them.

import { Fold } from "../../matcher/fold.ts";
import { Line } from "../../matcher/line.ts";
import { NO_MATCH, type Parser, run } from "../../matcher/parser.ts";
import { Parsers } from "../../matcher/parsers.ts";
import {
  DATE_TIME,
  type FieldType,
  type Pattern,
  type PatternElement,
  type PatternField,
  patternFields,
  TIMESTAMP_FIELD,
} from "../../matcher/pattern.ts";
import { Literals } from "../../matcher/search/literal.ts";
import type { TypeMatcher } from "../../matcher/types/type-matcher.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { isSubset, LINE_END, singleByte } from "../../text/bytes/byte-set.ts";

type PlainElement = { readonly literal: Uint8Array } | PatternField;

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

/** Stands for a field. It is in no literal, because no UTF-8 text has this byte. */
const FIELD_BYTE = 0xff;

/** An expansion as a line, in which each field is one byte. */
export interface SymbolicLine {
  readonly bytes: Uint8Array;
  readonly types: readonly (FieldType | undefined)[];
}

export function symbolicLine(expansion: Expansion): SymbolicLine {
  const bytes: number[] = [];
  const types: (FieldType | undefined)[] = [];
  for (const piece of expansion) {
    if ("literal" in piece) {
      for (const byte of piece.literal) bytes.push(byte);
    } else {
      types[bytes.length] = piece.type;
      bytes.push(FIELD_BYTE);
    }
  }
  return { bytes: Uint8Array.from(bytes), types };
}

export interface StepCounter {
  steps: number;
}

/** How many steps it takes to try a pattern on a line. */
export const STEPS_FOR_TRY = 10;

/**
 * Proves that patterns include expansions of others. The matcher itself matches the general pattern on the special one,
 * as if that were a line. Each field of the special one is a symbol that occurs in no literal:
 *
 *     special:  user ① logged in from ②
 *     general:  user <any> from <any>
 *
 * Here the fields of the general pattern capture `① logged in` and `②`. They can capture the same whatever text
 * replaces the symbols. A typed field captures the symbol of a field whose texts it accepts, all of them.
 */
export class InclusionProver {
  private readonly patterns: readonly Pattern[];
  private readonly counter: StepCounter;
  private readonly line = new Line();
  private readonly fold: Fold<Parser>;
  /** By pattern, made at their first use. */
  private readonly parsers: (Parser | undefined)[] = [];
  private special: SymbolicLine = { bytes: new Uint8Array(0), types: [] };

  constructor(patterns: readonly Pattern[], counter: StepCounter = { steps: 0 }) {
    this.patterns = patterns;
    this.counter = counter;
    const { line } = this;
    const types = { of: (type: FieldType) => this.typeOf(type), preferred: this.typeOf(DATE_TIME) };
    this.fold = new Fold(new Parsers(line, new Literals(line)), types);
  }

  /** What captures the fields whose texts a type accepts. */
  private typeOf(type: FieldType): TypeMatcher {
    const accepts = acceptorOf(type);
    const symbolEnds: TypeMatcher["ends"] = (_, at, _end, ends) => {
      const { bytes, types } = this.special;
      const special = types[at];
      // A word does not end inside a character. In a line that is not UTF-8, a field after it may start with the rest
      // of a character.
      const isClosed = bytes[at + 1] !== FIELD_BYTE;
      if (special === undefined || !accepts(special, isClosed)) return 0;
      ends[0] = at + 1;
      return 1;
    };
    return { first: singleByte(FIELD_BYTE), ends: symbolEnds };
  }

  /**
   * Whether a pattern matches every line of an expansion, as far as that can be proved: true is certain. False is
   * certain too if both consist of literals and fields of any text.
   */
  includes(general: number, special: SymbolicLine): boolean {
    const { line, fold } = this;
    this.counter.steps += STEPS_FOR_TRY;
    this.special = special;
    line.begin(0, special.bytes.length);
    this.parsers[general] ??= fold.sequence(this.patterns[general]!.elements, fold.lineEnd()).code;
    return run(this.parsers[general], special.bytes, 0) !== NO_MATCH;
  }
}

/** Tells whether a type accepts every text that another accepts: before a text, or also before another field. */
function acceptorOf(general: FieldType): (special: FieldType, isClosed: boolean) => boolean {
  if ("values" in general) {
    const known = new Set(general.values);
    return (special) => "values" in special && special.values.every((value) => known.has(value));
  }
  const { name, acceptsAll, bytes } = typeEntry(general.typeName);
  return (special, isClosed) => {
    if ("typeName" in special && special.typeName === name) return true;
    if (!acceptsAll || !(isClosed || !bytes.subarray(0x80, LINE_END).includes(1))) return false;
    if ("typeName" in special) return isSubset(typeEntry(special.typeName).bytes, bytes);
    return special.values.every((value) => Buffer.from(value).every((byte) => bytes[byte] === 1));
  };
}
