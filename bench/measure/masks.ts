import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Workload, writeWorkload } from "../workloads/workload.ts";
import { costOf, type MeasuredWay } from "./cost.ts";
import { inTurns } from "./turns.ts";

const COMMAND = [process.execPath, fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url)), "--quiet"];

const NO_LINE = 'rules: [{ name: none, pattern: "no line has this text{x}", output: "{x}" }]';

/** Masks the lines of a workload. The first way writes them unchanged, under a rule that matches none of them. */
export function measureMasks(
  workload: Workload,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): MeasuredWay[] {
  const { log } = writeWorkload(workload, lines, folder);
  const rules = join(folder, "none.yaml");
  writeFileSync(rules, NO_LINE);
  const ways = [
    { name: "no mask: a rule without lines", command: [...COMMAND, "-r", rules, log] },
    { name: "--mask", command: [...COMMAND, "--mask", log] },
    { name: "--mask --format json", command: [...COMMAND, "--mask", "--format", "json", log] },
  ];
  const measured = inTurns(ways, rounds, ({ command }) => costOf(command, join(folder, "output")));
  return ways.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}
