// Finds patterns that match all lines of others, and what the precedence makes of them. A pattern has one expansion for
// each way to choose among its alternatives, and matches a line if any of its expansions does.

import { Fold } from "../../matcher/fold.ts";
import { Line } from "../../matcher/line.ts";
import type { Matcher } from "../../matcher/matcher.ts";
import { NO_MATCH, type Parser, run } from "../../matcher/parser.ts";
import { Parsers } from "../../matcher/parsers.ts";
import {
  DATE_TIME,
  type FieldType,
  type Pattern,
  type PatternElement,
  type PatternField,
  TIMESTAMP_FIELD,
} from "../../matcher/pattern.ts";
import { precedenceOrder } from "../../matcher/precedence.ts";
import { Literals } from "../../matcher/search/literal.ts";
import type { TypeMatcher } from "../../matcher/types/type-matcher.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { isSubset, LINE_END, singleByte } from "../../text/bytes/byte-set.ts";

/** How many rules are examined that may include a rule, starting with those that would win its lines next. */
const MAX_CANDIDATES = 20;
/** Thousands of rules take a second or two; contrived ones could take hours, as all are compared with all. */
const LIMIT_MS = 10_000;
/**
 * How many patterns may be tried on lines. Thousands of real rules need some dozens for each rule, because their texts
 * or values tell them apart. If nothing does, the comparison must not take longer than reading a log.
 */
const MAX_TRIES = 2_000_000;

/** Bounds the comparison of rules. Beyond the limit, findings are missed, but none is wrong. */
export class ComparisonLimit {
  /** Whether anything was left out because the limit was reached. */
  isReached = false;
  private tries = 0;
  private readonly end: number;

  constructor(milliseconds = LIMIT_MS) {
    this.end = performance.now() + milliseconds;
  }

  /** Must be asked before each step. If it returns true, the caller leaves out the step. */
  isOver(): boolean {
    this.isReached ||= this.tries > MAX_TRIES || performance.now() > this.end;
    return this.isReached;
  }

  spend(tries: number): void {
    this.tries += tries;
  }
}

/** The order of the patterns of a matcher. */
export class PatternOrder {
  private readonly patterns: readonly Pattern[];
  private readonly matcher: Matcher;
  private readonly limit: ComparisonLimit;
  /** The rank of each pattern in the order of precedence. */
  private readonly ranks: number[] = [];
  private readonly expansions: readonly (readonly Expansion[] | undefined)[];
  private readonly prover: InclusionProver;
  /** By pattern: see `including`. */
  private readonly known: (readonly (readonly number[])[])[] = [];

  /** `matcher` must be the matcher of these patterns. */
  constructor(patterns: readonly Pattern[], matcher: Matcher, limit = new ComparisonLimit()) {
    this.patterns = patterns;
    this.matcher = matcher;
    this.limit = limit;
    this.expansions = patterns.map(expansionsOf);
    this.prover = new InclusionProver(patterns);
    for (const [rank, index] of precedenceOrder(patterns).entries()) this.ranks[index] = rank;
  }

  /**
   * The patterns that can never win a line, and those before them that match all their lines. Finds all that consist of
   * literals and fields of any text, and others as far as one pattern can be proved to match each of their expansions.
   */
  shadowed(): { rule: number; by: readonly number[] }[] {
    return this.patterns.flatMap((_, rule) => {
      const by = this.including(rule).map((others) => others.find((other) => this.ranks[other]! < this.ranks[rule]!));
      const all = by.filter((other) => other !== undefined);
      return by.length === 0 || all.length < by.length ? [] : [{ rule, by: [...new Set(all)] }];
    });
  }

  /**
   * The patterns that can win over another one which also matches all their lines, with a line that shows it. Leaves
   * out what follows from other inclusions, and catch-alls, which are there to include others.
   */
  inclusions(shadowed: readonly { readonly rule: number }[]) {
    const neverWinning = new Set(shadowed.map(({ rule }) => rule));
    return this.patterns.flatMap((_, rule) => {
      if (neverWinning.has(rule)) return [];
      const [first = [], ...rest] = this.including(rule);
      const others = first
        .filter((other) => this.ranks[other]! > this.ranks[rule]! && !this.patterns[other]!.isCatchAll)
        .filter((other) => !neverWinning.has(other))
        .slice(0, MAX_CANDIDATES)
        .filter((other) => rest.every((including) => including.includes(other)));
      const nearest: number[] = [];
      for (const other of others) if (!nearest.some((near) => this.includes(other, near))) nearest.push(other);
      return nearest.length === 0 ? [] : this.withWitness(rule, nearest);
    });
  }

  /** Whether a pattern matches all lines of another, as far as proved. */
  private includes(general: number, special: number): boolean {
    return this.expansions[special]!.every((expansion) => this.proves(general, symbolicLine(expansion)));
  }

  /**
   * For each expansion of a pattern, the other patterns that match all its lines, as far as proved, in the order of
   * precedence; of the first expansion alone if none does. Only those that match one of these lines are tried.
   */
  private including(rule: number): readonly (readonly number[])[] {
    const known = this.known[rule];
    if (known !== undefined) return known;
    const found: (readonly number[])[] = [];
    this.known[rule] = found;
    for (const expansion of this.expansions[rule] ?? []) {
      const line = symbolicLine(expansion);
      const matching = this.matching(opaque(expansion));
      const others = matching.filter((other) => other !== rule && this.proves(other, line));
      found.push(others);
      if (others.length === 0) break;
    }
    return found;
  }

  private proves(general: number, special: SymbolicLine): boolean {
    if (this.limit.isOver() || this.expansions[general] === undefined) return false;
    this.limit.spend(1);
    return this.prover.includes(general, special);
  }

  /** The inclusions of a pattern for which it wins some line. That line is the witness, a readable one if possible. */
  private withWitness(rule: number, others: readonly number[]) {
    const expansions = this.expansions[rule]!;
    const { fields } = this.patterns[rule]!;
    const lines = [...expansions.map((expansion) => readable(expansion, fields)), ...expansions.map(opaque)];
    const won = lines.flatMap((line) => {
      const matching = this.matching(line);
      return matching[0] === rule ? [{ line, matching }] : [];
    });
    return others.flatMap((other) => {
      const witness = won.find(({ matching }) => matching.includes(other));
      return witness === undefined ? [] : [{ rule, in: other, witness: witness.line }];
    });
  }

  private matching(line: string): number[] {
    if (this.limit.isOver()) return [];
    const { matcher } = this;
    const bytes = Buffer.from(line);
    const triedBefore = matcher.patternsTried;
    const matching = matcher.matching(bytes, 0, bytes.length);
    this.limit.spend(matcher.patternsTried - triedBefore);
    return matching;
  }
}

/** A character that hardly any pattern has in a literal. */
const FILLER = "☃";

/** A line that few other patterns match. */
function opaque(expansion: Expansion): string {
  return lineOf(expansion, () => FILLER);
}

const NAME = /^[A-Za-z][\w.-]*$/;

/** A line in which each field of any text captures its own name. */
function readable(expansion: Expansion, fields: readonly string[]): string {
  return lineOf(expansion, (field) => {
    const name = fields[field]!;
    return name === TIMESTAMP_FIELD ? textOf(DATE_TIME) : NAME.test(name) ? name : "x";
  });
}

function lineOf(expansion: Expansion, filling: (field: number) => string): string {
  const texts = expansion.map((piece) => {
    if ("literal" in piece) return Buffer.from(piece.literal).toString();
    return piece.type === undefined ? filling(piece.field) : textOf(piece.type);
  });
  return texts.join("");
}

/** A text that a typed field may capture. */
function textOf(type: FieldType): string {
  return "values" in type ? type.values[0]! : typeEntry(type.typeName).samples[0];
}

/** A pattern with one branch chosen from each of its alternatives. */
type Expansion = readonly ({ readonly literal: Uint8Array } | PatternField)[];

/** Patterns with more expansions, or more literal bytes in one, are not expanded: comparing them takes long. */
const MAX_EXPANSIONS = 32;
const MAX_LITERAL_BYTES = 4096;

/** The expansions of a pattern, which match just its lines; undefined if they are too many or one is too long. */
export function expansionsOf({ elements }: Pattern): readonly Expansion[] | undefined {
  const lengthOf = (way: Expansion): number =>
    way.reduce((sum, piece) => ("literal" in piece ? sum + piece.literal.length : sum), 0);
  const ways = expand(elements);
  return ways?.every((way) => lengthOf(way) <= MAX_LITERAL_BYTES) ? ways : undefined;
}

function expand(elements: readonly PatternElement[]): readonly Expansion[] | undefined {
  let ways: Expansion[] = [[]];
  for (const element of elements) {
    const endings: Expansion[] = [];
    if (!("branches" in element)) endings.push([element]);
    else
      for (const branch of element.branches) {
        const expanded = endings.length > MAX_EXPANSIONS ? undefined : expand(branch);
        if (expanded === undefined) return undefined;
        endings.push(...expanded);
      }
    if (ways.length * endings.length > MAX_EXPANSIONS) return undefined;
    ways = ways.flatMap((start) => endings.map((ending) => [...start, ...ending]));
  }
  return ways;
}

/** Stands for a field. It is in no literal, because no UTF-8 text has this byte. */
const FIELD_BYTE = 0xff;

/** An expansion as a line, in which each field is one byte. */
interface SymbolicLine {
  readonly bytes: Uint8Array;
  /** By the offset of their bytes. */
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
  private readonly line = new Line();
  private readonly fold: Fold<Parser>;
  /** By pattern, made at their first use. */
  private readonly parsers: (Parser | undefined)[] = [];
  private special: SymbolicLine = { bytes: new Uint8Array(0), types: [] };

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns;
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
