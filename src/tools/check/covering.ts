// Decides whether one pattern matches all lines of another. Both are expanded first: a pattern has one expansion for
// each way to choose among its alternatives, and matches a line if any of its expansions does.

import { type FieldType, isAny, type Pattern, type PatternElement, type PatternField } from "../../matcher/pattern.ts";
import { TYPES, typeEntry } from "../../matcher/types/type-registry.ts";
import { type ByteSet, isSubset, LINE_END } from "../../text/bytes/byte-set.ts";

/** A literal or a field. */
export type PlainElement = { readonly literal: Uint8Array } | PatternField;

/** A pattern with one branch chosen from each of its alternatives. */
export type Expansion = readonly PlainElement[];

/** Patterns with more expansions are not expanded. */
const MAX_EXPANSIONS = 32;

/** Nor are patterns with more literal bytes in an expansion: no log has such lines, and comparing them takes long. */
const MAX_LITERAL_BYTES = 4096;

/**
 * The expansions of a pattern, which together match exactly its lines. Undefined if there are too many or one is too
 * long.
 */
export function expansionsOf(pattern: Pattern): readonly Expansion[] | undefined {
  const ways = expand(pattern.elements);
  if (ways === undefined || ways.some((way) => lengthOf(way) > MAX_LITERAL_BYTES)) return undefined;
  if (ways.length === 1) return ways;
  // Expansions that differ only in the names of their fields match the same lines.
  return [...new Map(ways.map((way) => [canonicalText(way), way])).values()];
}

function lengthOf(expansion: Expansion): number {
  return expansion.reduce((sum, piece) => ("literal" in piece ? sum + piece.literal.length : sum), 0);
}

/** Equal for expansions that differ only in the names of their fields. */
function canonicalText(expansion: Expansion): string {
  return JSON.stringify(
    expansion.map((piece) => ("literal" in piece ? Buffer.from(piece.literal).toString() : { type: piece.type })),
  );
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

/** For each type that accepts every text of certain bytes: the types whose texts consist of these bytes. */
const INCLUDED_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  TYPES.filter(({ acceptsAll }) => acceptsAll).map(({ name, bytes }) => {
    const included = TYPES.filter((type) => isSubset(type.bytes, bytes));
    return [name, new Set(included.map((type) => type.name))];
  }),
);

/** Piece i, if it is a field, has the symbol FIELD + i. Smaller symbols are bytes. */
export const FIELD = 256;

/** Counts the steps of a comparison. */
export interface StepCounter {
  steps: number;
}

/** An expansion as a line, in which each field is a symbol. */
export function symbolsOf(expansion: Expansion): readonly number[] {
  return expansion.flatMap((piece, i) => ("literal" in piece ? [...piece.literal] : [FIELD + i]));
}

/**
 * Whether `general` matches every line that `special` matches, as far as that can be proved: true is certain. False is
 * certain too if both consist of literals and fields of any text.
 *
 * The proof matches `general` against `special` as if that were a line. Each field of `special` becomes a symbol that
 * occurs in no literal:
 *
 *     special:  user ① logged in from ②
 *     general:  user <any> from <any>
 *
 * Here the fields of `general` capture `① logged in` and `②`. They can capture the same whatever text replaces the
 * symbols. `symbols` must be those of `special`.
 */
export function covers(
  general: Expansion,
  special: Expansion,
  symbols = symbolsOf(special),
  counter: StepCounter = { steps: 0 },
): boolean {
  /** Where the pieces of `general` so far may end, in ascending order. */
  let reached = [0];
  /** Whether they may also end anywhere from the first such index on, because the last piece is a field of any text. */
  let isAnyBeyond = false;
  for (const [i, piece] of general.entries()) {
    if (isAny(piece)) {
      isAnyBeyond = true;
      continue;
    }
    const next = general[i + 1];
    const after: number[] = [];
    const indexes = isAnyBeyond ? from(reached[0]!, symbols.length) : reached;
    for (const index of indexes) {
      counter.steps++;
      const end =
        "literal" in piece ? afterLiteral(piece.literal, symbols, index) : afterType(piece, special, symbols, index);
      if (end === -1) continue;
      after.push(end);
      // A field of any text follows, so all that later indexes reach can be reached from this one.
      if (next !== undefined && isAny(next)) break;
    }
    if (after.length === 0) return false;
    reached = after;
    isAnyBeyond = false;
  }
  return isAnyBeyond || reached.includes(symbols.length);
}

function* from(first: number, last: number): Generator<number> {
  for (let index = first; index <= last; index++) yield index;
}

function afterLiteral(literal: Uint8Array, symbols: readonly number[], at: number): number {
  for (let i = 0; i < literal.length; i++) if (symbols[at + i] !== literal[i]) return -1;
  return at + literal.length;
}

function afterType(piece: PlainElement, special: Expansion, symbols: readonly number[], at: number): number {
  const symbol = symbols[at];
  if (symbol === undefined || symbol < FIELD) return -1;
  const other = special[symbol - FIELD]!;
  const [general, narrow] = [fieldTypeOf(piece), fieldTypeOf(other)];
  if (general === undefined || narrow === undefined) return -1;
  const next = symbols[at + 1];
  // A word does not end inside a character. In a line that is not UTF-8, a field after it may start with the rest of a
  // character.
  const isClosed = next === undefined || next < FIELD;
  return isIncluded(narrow, general, isClosed) ? at + 1 : -1;
}

function fieldTypeOf(piece: PlainElement): FieldType | undefined {
  return "field" in piece ? piece.type : undefined;
}

/** Whether `general` accepts every text that `special` accepts, wherever it occurs. */
function isIncluded(special: FieldType, general: FieldType, isClosed: boolean): boolean {
  if ("values" in general) {
    if (!("values" in special)) return false;
    const known = setOf(general);
    return special.values.every((value) => value === "" || known.has(value));
  }
  const { typeName } = general;
  if ("typeName" in special && special.typeName === typeName) return true;
  const type = typeEntry(typeName);
  if (!type.acceptsAll || !(isClosed || isAscii(type.bytes))) return false;
  if ("typeName" in special) return INCLUDED_TYPES.get(typeName)!.has(special.typeName);
  return special.values.every((value) => Buffer.from(value).every((byte) => type.bytes[byte] === 1));
}

const VALUE_SETS = new WeakMap<FieldType, ReadonlySet<string>>();

/** The values as a set, which is made once. */
function setOf(type: { readonly values: readonly string[] }): ReadonlySet<string> {
  const known = VALUE_SETS.get(type);
  if (known !== undefined) return known;
  const set = new Set(type.values);
  VALUE_SETS.set(type, set);
  return set;
}

function isAscii(set: ByteSet): boolean {
  return !set.subarray(0x80, LINE_END).includes(1);
}
