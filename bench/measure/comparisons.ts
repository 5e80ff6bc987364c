import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Random } from "../workloads/random.ts";
import type { Workload } from "../workloads/workload.ts";
import { writeWorkload } from "../workloads/workload.ts";
import { type Cost, costOf } from "./cost.ts";
import { inTurns } from "./turns.ts";

/** One of this many lines is changed, left out or inserted. */
const LINES_A_CHANGE = 100;

const STEPS = `rules:
  - name: step
    pattern: [{ field: timestamp }, { text: " step " }, { field: number }]
    output: "step {number}"
`;

/** Two logs and the ways to compare them. */
export interface ComparedWays {
  readonly name: string;
  /** Our `diff` first, then the plain command on both logs and GNU diff on its outputs. */
  readonly ways: readonly { readonly name: string; readonly rounds: readonly Cost[] }[];
}

const COMMAND = [process.execPath, fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url))];

/** The field of the workload that holds an id. */
const ID = "call";

const SCRIPT =
  '"$1" "$2" -q -r "$3" "$4" >"$6.old" && "$1" "$2" -q -r "$3" "$5" >"$6.new" && diff "$6.old" "$6.new"; [ $? -le 1 ]';

/**
 * Compares logs with our `diff`, and with the plain command on both logs and GNU diff on its outputs: logs that differ
 * in one of a hundred lines, logs that have nothing in common, and logs of ten different lines in different orders.
 */
export function measureComparisons(
  workload: Workload,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): ComparedWays[] {
  const { rules, log } = writeWorkload(workload, lines, join(folder, "old"));
  const other = writeWorkload(workload, lines, join(folder, "new"), 2);
  const edited = join(folder, "edited.log");
  writeFileSync(edited, withChanges(readFileSync(log, "utf8"), readFileSync(other.log, "utf8")));
  const steps = writeSteps(lines, folder);

  const cases = [
    { name: "1% of the lines differ", rules, old: log, now: edited, options: [] },
    { name: "the same, --by, an id a line", rules, old: log, now: edited, options: ["--by", ID] },
    { name: "the same, --unordered", rules, old: log, now: edited, options: ["--unordered"] },
    { name: "nothing in common", rules, old: log, now: other.log, options: [] },
    { name: "ten lines in any order", ...steps, options: [] },
  ];
  return cases.map(({ name, rules, old, now, options }) => {
    const ways = [
      { name: "normalizer diff", command: differing([...COMMAND, "diff", "-r", rules, ...options, old, now]) },
      {
        name: "normalizer twice, GNU diff",
        command: ["bash", "-c", SCRIPT, "bash", ...COMMAND, rules, old, now, join(folder, "lines")],
      },
    ];
    const measured = inTurns(ways, rounds, ({ command }) => costOf(command, join(folder, "output")));
    return { name, ways: ways.map((way, i) => ({ name: way.name, rounds: measured[i]! })) };
  });
}

/** Runs a command that may find differences, which is not a failure. */
function differing(command: readonly string[]): string[] {
  return ["bash", "-c", '"$@"; [ $? -le 1 ]', "bash", ...command];
}

/** The lines of a log, some of them replaced by, followed by or left out for a line of another log. */
function withChanges(log: string, other: string): string {
  const [lines, others] = [log.split("\n"), other.split("\n")];
  const random = new Random(3);
  return lines
    .flatMap((line, i) => {
      if (line === "" || random.below(LINES_A_CHANGE) > 0) return [line];
      return random.pick([[], [others[i]!], [line, others[i]!]]);
    })
    .join("\n");
}

/** Writes rules that give ten different lines, and two logs of these. */
function writeSteps(lines: number, folder: string): { rules: string; old: string; now: string } {
  const files = {
    rules: join(folder, "steps.yaml"),
    old: join(folder, "old-steps.log"),
    now: join(folder, "new-steps.log"),
  };
  writeFileSync(files.rules, STEPS);
  for (const [seed, file] of [files.old, files.now].entries()) {
    const random = new Random(seed);
    const log = Array.from(
      { length: lines },
      (_, i) => `2025-05-04 07:58:12.${100 + (i % 900)} step ${random.below(10)}\n`,
    );
    writeFileSync(file, log.join(""));
  }
  return files;
}
