// What a pattern's lines are, apart from how they are split: a pattern is any of some sequences, one for each way to take
// its alternatives. Whether one rule has all lines of another is asked of these.
import type { FieldPart, Part, Pattern } from "../matcher/pattern.ts";

/** A literal or a field. */
export type Piece = { readonly literal: Uint8Array } | FieldPart;

export type Sequence = readonly Piece[];

/** A pattern with more ways than this to take its alternatives is not taken apart. */
const MOST = 32;

/** Nor is one with more bytes of literals in one of them: it describes no line of a log, and to compare it takes long. */
const LONGEST = 4096;

/** The sequences whose lines, together, are those of the pattern; undefined if they are too many or too long. */
export function sequencesOf(pattern: Pattern): readonly Sequence[] | undefined {
  const ways = expanded(pattern.parts);
  if (ways === undefined || ways.some((way) => lengthOf(way) > LONGEST)) return undefined;
  // Sequences that differ only in their fields have the same lines.
  return [...new Map(ways.map((way) => [writtenOf(way), way])).values()];
}

function lengthOf(sequence: Sequence): number {
  return sequence.reduce((sum, piece) => ("literal" in piece ? sum + piece.literal.length : sum), 0);
}

/** The same for sequences that are alike but for their fields' names. */
function writtenOf(sequence: Sequence): string {
  return JSON.stringify(
    sequence.map((piece) => ("literal" in piece ? Buffer.from(piece.literal).toString() : { kind: piece.kind })),
  );
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
