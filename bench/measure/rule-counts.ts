import { join } from "node:path";
import type { Engine, EngineFiles } from "../engines/engine.ts";
import { linesUnder, RULE_COUNTS } from "../workloads/growing-rules.ts";
import { measureRound, type Round } from "./round.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

/** What an engine took for the same lines with some number of rules. */
export interface RuleCount {
  readonly rules: number;
  readonly engine: string;
  readonly lines: number;
  readonly rounds: readonly Round[];
}

/** Runs engines on the same lines with more and more rules. */
export function measureRuleCounts(
  engines: readonly Engine[],
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): RuleCount[] {
  const logs = new WorkloadFiles(linesUnder(RULE_COUNTS[0]), join(folder, "logs"));
  const runs = RULE_COUNTS.flatMap((rules) => {
    const empty = new WorkloadFiles(linesUnder(rules), join(folder, String(rules))).ofLines(0);
    const ofLines = (count: number): EngineFiles => ({ ...empty, log: logs.ofLines(count).log });
    return engines.map((engine) => ({ rules, ofLines, engine, lines: engine.lines(lines, rules) }));
  });
  const measured = inTurns(runs, rounds, ({ engine, lines, ofLines }) =>
    measureRound(engine, lines, ofLines, join(folder, "output")),
  );
  return runs.map(({ rules, engine, lines }, i) => ({ rules, engine: engine.name, lines, rounds: measured[i]! }));
}
