import { closeSync, openSync, readSync, writeSync } from "node:fs";

const PIECE_BYTES = 64 * 1024;

/** Reads a file in pieces as Latin-1 text, and writes what `rewritten` returns for the lines of each piece. */
export function rewritePieces(path: string, rewritten: (lines: string[]) => string): void {
  const file = openSync(path, "r");
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let rest = "";
  for (let count = 1; count > 0; ) {
    count = readSync(file, piece, 0, PIECE_BYTES, null);
    const lines = (rest + piece.toString("latin1", 0, count)).split("\n");
    rest = lines.pop()!;
    if (lines.length > 0) writeSync(1, rewritten(lines), null, "latin1");
  }
  if (rest !== "") writeSync(1, rewritten([rest]), null, "latin1");
  closeSync(file);
}
