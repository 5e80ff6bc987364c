import { isSubset, LINE_END } from "../matcher/line/byte-set.ts";
import type { FieldKind } from "../matcher/pattern.ts";
import { TYPES, typeEntry } from "../matcher/types/registry.ts";
import type { Piece, Sequence } from "./sequences.ts";

/** By the name of each type that accepts all texts of certain bytes: the types that have no other bytes. */
const INCLUDED_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  TYPES.filter(({ acceptsAll }) => acceptsAll).map(({ name, bytes }) => {
    const included = TYPES.filter((type) => isSubset(type.bytes, bytes));
    return [name, new Set(included.map((type) => type.name))];
  }),
);

/** From this byte on, bytes are of characters that have several. */
const FIRST_OF_LONGER = 0x80;

/** Stands for a field among bytes. */
const FIELD = 256;

/**
 * Whether every line of `special` is a line of `general`, as far as that can be proved: true is certain. For sequences of
 * nothing but literals and fields of any text false is certain, too.
 *
 * It is proved by having `general` match `special` as if that were a line in which each field is one character that no
 * literal has. What each of its parts stands for then, it can stand for whatever the fields hold.
 */
export function covers(general: Sequence, special: Sequence): boolean {
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

function afterType(piece: Piece, special: Sequence, symbols: readonly number[], at: number): number {
  const symbol = symbols[at];
  if (symbol === undefined || symbol < FIELD) return -1;
  const other = special[symbol - FIELD]!;
  const [general, narrow] = [kindOf(piece), kindOf(other)];
  if (general === undefined || narrow === undefined) return -1;
  const next = symbols[at + 1];
  // A type that has characters of several bytes does not end inside one, which a field that follows may begin with where a
  // line is not UTF-8.
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
  const type = typeEntry(parser);
  const isEnd = isClosed || !type.bytes.subarray(FIRST_OF_LONGER, LINE_END).includes(1);
  if ("parser" in special) {
    return special.parser === parser || (isEnd && (INCLUDED_TYPES.get(parser)?.has(special.parser) ?? false));
  }
  const isText = (value: string): boolean => Buffer.from(value).every((byte) => type.bytes[byte] === 1);
  return type.acceptsAll && isEnd && special.values.every(isText);
}
