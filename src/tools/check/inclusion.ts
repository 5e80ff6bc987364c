// Decides whether one pattern includes another: matches all its lines.

import { Fold } from "../../matcher/fold.ts";
import { Line } from "../../matcher/line.ts";
import { NO_MATCH, type Parser, run } from "../../matcher/parser.ts";
import { Parsers } from "../../matcher/parsers.ts";
import { DATE_TIME, type FieldType, type Pattern } from "../../matcher/pattern.ts";
import { Literals } from "../../matcher/search/literal.ts";
import type { TypeMatcher } from "../../matcher/types/type-matcher.ts";
import { TYPES, typeEntry } from "../../matcher/types/type-registry.ts";
import { isSubset, LINE_END, singleByte } from "../../text/bytes/byte-set.ts";
import type { Expansion } from "./expansions.ts";

/** Stands for a field. It is in no literal, because no UTF-8 text has this byte. */
export const FIELD_BYTE = 0xff;

/** An expansion as a line, in which each field is one byte. */
export interface SymbolicLine {
  readonly bytes: Uint8Array;
  /** The types of the fields, by their offsets. */
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

/** For each type that accepts every text of certain bytes: the types whose texts consist of these bytes. */
const INCLUDED_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  TYPES.filter(({ acceptsAll }) => acceptsAll).map(({ name, bytes }) => {
    const included = TYPES.filter((type) => isSubset(type.bytes, bytes));
    return [name, new Set(included.map((type) => type.name))];
  }),
);

/** Tells whether a type accepts every text that another accepts: before a text, or also before another field. */
function acceptorOf(general: FieldType): (special: FieldType, isClosed: boolean) => boolean {
  if ("values" in general) {
    const known = new Set(general.values);
    return (special) => "values" in special && special.values.every((value) => value === "" || known.has(value));
  }
  const { name, acceptsAll, bytes } = typeEntry(general.typeName);
  return (special, isClosed) => {
    if ("typeName" in special && special.typeName === name) return true;
    if (!acceptsAll || !(isClosed || !bytes.subarray(0x80, LINE_END).includes(1))) return false;
    if ("typeName" in special) return INCLUDED_TYPES.get(name)!.has(special.typeName);
    return special.values.every((value) => Buffer.from(value).every((byte) => bytes[byte] === 1));
  };
}
