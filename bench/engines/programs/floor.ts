// Writes the lines as they are: the cost of any script that cuts a log into strings, before it looks at one.
import { rewritePieces } from "./latin1-pieces.ts";

rewritePieces(process.argv[2] ?? "", (lines) => `${lines.join("\n")}\n`);
