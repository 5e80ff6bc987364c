import { type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import { decode } from "../rules/decode.ts";
import { readRulesFile } from "../rules/load-rules.ts";
import { locationsOf } from "../rules/locations.ts";
import { parseRules } from "../rules/parse-rules.ts";

/** Rules, and where in their file they are. */
export interface PlacedRules {
  readonly rulebook: Rulebook;
  /** For each kind of the rulebook the line in which its rule begins, from 1. */
  readonly lines: readonly number[];
}

/** Reads a rules file once, as it may be a pipe. Throws as `loadRulebook` does. */
export function placedRules(path: string): PlacedRules {
  const bytes = readRulesFile(path);
  const rules = parseRules(bytes, path);
  const places = locationsOf(
    rules.map(({ span }) => span),
    decode(bytes).text,
  );
  const lines = places.map(({ line }) => line);
  const ofFollowers = rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!));
  return { rulebook: rulebookOf(rules), lines: [...lines, ...ofFollowers] };
}
