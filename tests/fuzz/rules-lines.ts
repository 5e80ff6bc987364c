import fc from "fast-check";
import { loadRules } from "../../src/rules/load-rules.ts";
import type { Match } from "../../src/rules/rule.ts";
import { elementsOf } from "../../src/why/edit.ts";
import { structuredLine } from "../support/solver-arbitraries.ts";

/** Of thousands of rules only so many are made lines of, and so many lines. */
const MOST_RULES = 60;
const MOST_PARTS = 300;
const LINES = 8;
const LONGEST = 20_000;

/** Lines that the rules of a file match, or nearly match, and their examples. The same for the same seed. */
export function linesFor(rulesPath: string, seed: number): string[] {
  const loaded = loadRules(rulesPath).slice(0, MOST_RULES);
  const matches = loaded.flatMap((rule): Match[] => [rule, ...rule.followers]);
  const patterns = matches.map(({ pattern }) => elementsOf(pattern)).filter(({ length }) => length <= MOST_PARTS);
  const made = patterns.length === 0 ? [] : fc.sample(structuredLine(patterns), { seed, numRuns: LINES });
  const noise = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), { seed, numRuns: 2 });
  const examples = loaded.flatMap((rule) => [...rule.examples, ...rule.counterexamples]).slice(0, LINES);
  const lines = [...made, ...noise, ...examples.map(({ line }) => line), ""];
  return lines.filter((line) => line.length <= LONGEST).map((line) => line.replaceAll(/[\r\n]/g, " "));
}
