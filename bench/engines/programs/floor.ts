// Lines in, the same lines out: what any script pays that cuts lines into strings, before it looks at one.
import { rewritePieces } from "./latin1-pieces.ts";

rewritePieces(process.argv[2] ?? "", (lines) => `${lines.join("\n")}\n`);
