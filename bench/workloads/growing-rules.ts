import { manyTemplates } from "./many-templates.ts";
import { headedRules } from "./real-headers.ts";
import { drawnFrom, type Workload } from "./workload.ts";

export const RULE_COUNTS = [12, 27, 50, 100, 200, 368, 700, 1400, 2800, 5000] as const;

/** All lines come from the smallest set of rules, so that they stay the same and each has its rule. */
const MIN_RULES = headedRules.slice(0, RULE_COUNTS[0]);

/** The same lines with this many rules: those of a remote shell's server, then those of other systems. */
export function linesUnder(rules: number): Workload {
  const others = manyTemplates(Math.max(0, rules - headedRules.length), 5000);
  return {
    name: `lines-under-${rules}-rules`,
    rules: [...others, ...headedRules.slice(0, rules)],
    line: drawnFrom(MIN_RULES),
    lineEnd: "\n",
  };
}
