import { type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import { decode } from "../rules/decode.ts";
import { readRulesFile } from "../rules/load-rules.ts";
import { parseRules } from "../rules/parse-rules.ts";

/** Rules, and where in their file they are. */
export interface PlacedRules {
  readonly rulebook: Rulebook;
  /** For each kind of the rulebook the line in which its rule begins, from 1. */
  readonly lines: readonly number[];
}

/** Reads a rules file, which may be a pipe, once. Throws as `loadRulebook` does. */
export function placedRules(path: string): PlacedRules {
  const bytes = readRulesFile(path);
  const rules = parseRules(bytes, path);
  const lines = linesAt(
    decode(bytes).text,
    rules.map(({ at }) => at),
  );
  const ofFollowers = rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!));
  return { rulebook: rulebookOf(rules), lines: [...lines, ...ofFollowers] };
}

/** The lines of places, most often given in their order. */
function linesAt(text: string, places: readonly number[]): number[] {
  let [line, at] = [1, 0];
  return places.map((place) => {
    if (place < at) [line, at] = [1, 0];
    for (let end = text.indexOf("\n", at); end !== -1 && end < place; end = text.indexOf("\n", at)) {
      line++;
      at = end + 1;
    }
    return line;
  });
}
