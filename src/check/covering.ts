// Whether one pattern has all lines of another is asked of their expansions: a pattern is any of its expansions, one for
// each way to choose among its alternatives.

import { type ByteSet, isSubset, LINE_END } from "../matcher/line/byte-set.ts";
import type { FieldKind, FieldPart, Part, Pattern } from "../matcher/pattern.ts";
import { TYPES, typeEntry } from "../matcher/types/registry.ts";

/** A literal or a field. */
export type Piece = { readonly literal: Uint8Array } | FieldPart;

/** A pattern with one way chosen through its alternatives. */
export type Expansion = readonly Piece[];

/** A pattern with more expansions is not expanded. */
const MAX_EXPANSIONS = 32;

/** Nor is one with more bytes of literals in an expansion: it describes no line of a log, and comparing it takes long. */
const MAX_LITERAL_BYTES = 4096;

/** The expansions of a pattern. Their lines, together, are its lines. Undefined if they are too many or too long. */
export function expansionsOf(pattern: Pattern): readonly Expansion[] | undefined {
  const ways = expand(pattern.parts);
  if (ways === undefined || ways.some((way) => lengthOf(way) > MAX_LITERAL_BYTES)) return undefined;
  // Expansions that differ only in the names of their fields have the same lines.
  return [...new Map(ways.map((way) => [canonicalText(way), way])).values()];
}

function lengthOf(expansion: Expansion): number {
  return expansion.reduce((sum, piece) => ("literal" in piece ? sum + piece.literal.length : sum), 0);
}

/** A text that is the same for expansions that differ only in the names of their fields. */
function canonicalText(expansion: Expansion): string {
  return JSON.stringify(
    expansion.map((piece) => ("literal" in piece ? Buffer.from(piece.literal).toString() : { kind: piece.kind })),
  );
}

function expand(parts: readonly Part[]): readonly Expansion[] | undefined {
  let expansions: Expansion[] = [[]];
  for (const part of parts) {
    const endings = "branches" in part ? expandBranches(part.branches) : [[part]];
    if (endings === undefined || expansions.length * endings.length > MAX_EXPANSIONS) return undefined;
    expansions = expansions.flatMap((start) => endings.map((ending) => [...start, ...ending]));
  }
  return expansions;
}

function expandBranches(branches: readonly (readonly Part[])[]): readonly Expansion[] | undefined {
  const expansions: Expansion[] = [];
  for (const branch of branches) {
    const ways = expand(branch);
    if (ways === undefined || expansions.length + ways.length > MAX_EXPANSIONS) return undefined;
    expansions.push(...ways);
  }
  return expansions;
}

/** By the name of each type that accepts all texts of certain bytes: the types that have no other bytes. */
const INCLUDED_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  TYPES.filter(({ acceptsAll }) => acceptsAll).map(({ name, bytes }) => {
    const included = TYPES.filter((type) => isSubset(type.bytes, bytes));
    return [name, new Set(included.map((type) => type.name))];
  }),
);

/** Stands for a field among bytes. */
const FIELD = 256;

/**
 * Whether every line of `special` is a line of `general`, as far as that can be proved: true is certain. For expansions of
 * nothing but literals and fields of any text false is certain, too.
 *
 * It is proved by having `general` match `special` as if that were a line in which each field is one character that no
 * literal has. What each of its parts stands for then, it can stand for whatever the fields hold.
 */
export function covers(general: Expansion, special: Expansion): boolean {
  const symbols = special.flatMap((piece, i) => ("literal" in piece ? [...piece.literal] : [FIELD + i]));
  /** Up to where what was seen of `general` may reach, in ascending order; after a field of any text all from the first on. */
  let reached = [0];
  let isAnyBeyond = false;
  for (const [i, piece] of general.entries()) {
    if (isAny(piece)) {
      isAnyBeyond = true;
      continue;
    }
    const next = general[i + 1];
    const after: number[] = [];
    const places = isAnyBeyond ? from(reached[0]!, symbols.length) : reached;
    for (const place of places) {
      const end =
        "literal" in piece ? afterLiteral(piece.literal, symbols, place) : afterType(piece, special, symbols, place);
      if (end === -1) continue;
      after.push(end);
      // All that is reached from later places is reached from here too.
      if (next !== undefined && isAny(next)) break;
    }
    if (after.length === 0) return false;
    reached = after;
    isAnyBeyond = false;
  }
  return isAnyBeyond || reached.includes(symbols.length);
}

function isAny(piece: Piece): boolean {
  return "field" in piece && piece.kind === undefined;
}

function* from(first: number, last: number): Generator<number> {
  for (let place = first; place <= last; place++) yield place;
}

function afterLiteral(literal: Uint8Array, symbols: readonly number[], at: number): number {
  for (let i = 0; i < literal.length; i++) if (symbols[at + i] !== literal[i]) return -1;
  return at + literal.length;
}

function afterType(piece: Piece, special: Expansion, symbols: readonly number[], at: number): number {
  const symbol = symbols[at];
  if (symbol === undefined || symbol < FIELD) return -1;
  const other = special[symbol - FIELD]!;
  const [general, narrow] = [kindOf(piece), kindOf(other)];
  if (general === undefined || narrow === undefined) return -1;
  const next = symbols[at + 1];
  // A word does not end inside a character. Where a line is not UTF-8, a field that follows may begin with the rest of one.
  const isClosed = next === undefined || next < FIELD;
  return isPartOf(narrow, general, isClosed) ? at + 1 : -1;
}

function kindOf(piece: Piece): FieldKind | undefined {
  return "field" in piece ? piece.kind : undefined;
}

/** Whether every text of the one kind is one of the other, wherever it stands. */
function isPartOf(special: FieldKind, general: FieldKind, isClosed: boolean): boolean {
  if ("values" in general) {
    if (!("values" in special)) return false;
    const known = new Set(general.values);
    return special.values.every((value) => value === "" || known.has(value));
  }
  const { parser } = general;
  if ("parser" in special && special.parser === parser) return true;
  const type = typeEntry(parser);
  if (!type.acceptsAll || !(isClosed || isAscii(type.bytes))) return false;
  if ("parser" in special) return INCLUDED_TYPES.get(parser)!.has(special.parser);
  return special.values.every((value) => Buffer.from(value).every((byte) => type.bytes[byte] === 1));
}

function isAscii(set: ByteSet): boolean {
  return !set.subarray(0x80, LINE_END).includes(1);
}
