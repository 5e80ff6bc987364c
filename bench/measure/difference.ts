import { closeSync, openSync, readFileSync, readSync } from "node:fs";

const PIECE_BYTES = 1024 * 1024;

/** Describes where an output first differs from the expected one. Undefined if they are the same bytes. */
export function difference(path: string, expected: string): string | undefined {
  if (sameBytes(path, expected)) return undefined;
  const found = readFileSync(path, "latin1").split("\n");
  const wanted = readFileSync(expected, "latin1").split("\n");
  const line = wanted.findIndex((text, i) => found[i] !== text);
  if (line === -1) return `${found.length - wanted.length} more lines`;
  return `line ${line + 1}: ${shown(found[line])} for ${shown(wanted[line])}`;
}

function shown(latin1: string | undefined): string {
  return latin1 === undefined ? "nothing" : JSON.stringify(Buffer.from(latin1, "latin1").toString());
}

function sameBytes(path: string, other: string): boolean {
  const file = openSync(path, "r");
  const otherFile = openSync(other, "r");
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const otherPiece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    for (;;) {
      const count = readSync(file, piece, 0, PIECE_BYTES, null);
      const otherCount = readSync(otherFile, otherPiece, 0, PIECE_BYTES, null);
      if (count !== otherCount || piece.compare(otherPiece, 0, count, 0, count) !== 0) return false;
      if (count === 0) return true;
    }
  } finally {
    closeSync(file);
    closeSync(otherFile);
  }
}
