// The same rules, used carefully: large synchronous reads, no decoding, one write for each piece.
import { rewritePieces } from "./latin1-pieces.ts";
import { regexpRules } from "./regexp-rules.ts";

const CARRIAGE_RETURN = 0x0d;

const [rulesModule = "", log = ""] = process.argv.slice(2);
const normalized = await regexpRules(rulesModule);

rewritePieces(log, (lines) => {
  let output = "";
  for (const line of lines) {
    const dosEnd = line.charCodeAt(line.length - 1) === CARRIAGE_RETURN;
    output += `${normalized(dosEnd ? line.slice(0, -1) : line)}\n`;
  }
  return output;
});
