import fc from "fast-check";
import { elementsOf } from "../../src/matcher/pattern.ts";
import type { Rewrite } from "../../src/rules/rule.ts";
import { readRules } from "../support/parsed-rules.ts";
import { structuredLine } from "../support/solver-arbitraries.ts";

/** Of thousands of rules only this many get lines, and only this many lines. */
const MAX_RULES = 60;
const MAX_PARTS = 300;
const LINES = 8;
const MAX_LENGTH = 20_000;

/** Lines that the rules of a file match or nearly match, and their examples. The same seed gives the same lines. */
export function linesFor(rulesPath: string, seed: number): string[] {
  const loaded = readRules(rulesPath).rules.slice(0, MAX_RULES);
  const rewrites = loaded.flatMap((rule): Rewrite[] => [rule, ...rule.followers]);
  const patterns = rewrites.map(({ pattern }) => elementsOf(pattern)).filter(({ length }) => length <= MAX_PARTS);
  const made = patterns.length === 0 ? [] : fc.sample(structuredLine(patterns), { seed, numRuns: LINES });
  const noise = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), { seed, numRuns: 2 });
  const examples = loaded.flatMap((rule) => [...rule.examples, ...rule.counterexamples]).slice(0, LINES);
  const lines = [...made, ...noise, ...examples.map(({ line }) => line), ""];
  return lines.filter((line) => line.length <= MAX_LENGTH).map((line) => line.replaceAll(/[\r\n]/g, " "));
}
