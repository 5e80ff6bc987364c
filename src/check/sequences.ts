// What a pattern's lines are, apart from how they are split: a pattern is any of some sequences, one for each way to take
// its alternatives. Whether one rule has all lines of another is asked of these.
import type { FieldKind, Part, Pattern } from "../matcher/pattern.ts";

/** A literal, or a field by its index. */
export type Piece = { readonly literal: Uint8Array } | { readonly field: number; readonly kind: FieldKind | undefined };

export type Sequence = readonly Piece[];

/** A pattern with more ways than this to take its alternatives is not taken apart. */
const MOST = 32;

/** The sequences whose lines, together, are those of the pattern; undefined if they are too many. */
export function sequencesOf(pattern: Pattern): readonly Sequence[] | undefined {
  if (pattern.parts === undefined) return [plainSequence(pattern)];
  const ways = expanded(pattern.parts);
  // Other fields make no other lines.
  return ways && [...new Map(ways.map((way) => [writtenOf(way), way])).values()];
}

/** What sequences have in common that are alike but for the names of fields. */
function writtenOf(sequence: Sequence): string {
  return JSON.stringify(
    sequence.map((piece) => ("literal" in piece ? Buffer.from(piece.literal).toString() : { kind: piece.kind })),
  );
}

function plainSequence({ literals, fields }: Pattern): Sequence {
  const pieces: Piece[] = [];
  for (const [i, literal] of literals.entries()) {
    if (literal.length > 0) pieces.push({ literal });
    if (i < fields.length) pieces.push({ field: i, kind: undefined });
  }
  return pieces;
}

function expanded(parts: readonly Part[]): readonly Sequence[] | undefined {
  let sequences: Sequence[] = [[]];
  for (const part of parts) {
    const endings = "branches" in part ? branchesOf(part.branches) : [[part]];
    if (endings === undefined || sequences.length * endings.length > MOST) return undefined;
    sequences = sequences.flatMap((begun) => endings.map((ending) => [...begun, ...ending]));
  }
  return sequences;
}

function branchesOf(branches: readonly (readonly Part[])[]): readonly Sequence[] | undefined {
  const sequences: Sequence[] = [];
  for (const branch of branches) {
    const ways = expanded(branch);
    if (ways === undefined || sequences.length + ways.length > MOST) return undefined;
    sequences.push(...ways);
  }
  return sequences;
}
