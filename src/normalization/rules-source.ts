import { decode } from "../rules/decode.ts";
import { readRulesFile } from "../rules/load-rules.ts";
import { parseRulesFile } from "../rules/parse-rules.ts";
import type { Remark } from "../rules/reader.ts";
import type { PlacedRule } from "../rules/rule.ts";
import type { PathAt } from "../rules/rules-text.ts";
import { type Rulebook, rulebookOf } from "./rulebook.ts";

/** A rules file that can be read, with the text in which its rules have their places. */
export interface RulesSource {
  readonly path: string;
  readonly text: string;
  readonly rules: readonly PlacedRule[];
  readonly remarks: readonly Remark[];
  readonly rulebook: Rulebook;
  /** For each kind of the rulebook the line in which its rule begins, from 1. */
  readonly lines: readonly number[];
  readonly pathAt: PathAt | undefined;
}

/** Reads a rules file once, as it may be a pipe. Throws as `loadRules` does. */
export function readRulesSource(path: string): RulesSource {
  return rulesSourceOf(readRulesFile(path), path);
}

/** The rules of these bytes; the path is for messages alone. Throws a RulesError. */
export function rulesSourceOf(bytes: Uint8Array, path: string, pathAt?: PathAt): RulesSource {
  const { rules, remarks } = parseRulesFile(bytes, path, pathAt);
  const { text } = decode(bytes);
  const lines = ruleLines(rules, text);
  const ofFollowers = rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!));
  return { path, text, rules, remarks, rulebook: rulebookOf(rules), lines: [...lines, ...ofFollowers], pathAt };
}

/** In whatever order the rules stand in the text: aliases may stand for them. */
function ruleLines(rules: readonly PlacedRule[], text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return rules.map(({ span }) => startsUpTo(starts, span.start));
}

/** How many lines begin at a place or before it. */
function startsUpTo(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
