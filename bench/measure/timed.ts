import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Plumbing, TO_FILES } from "./plumbing.ts";

/** What a command took, in seconds. */
export interface Time {
  /** User and system time of the whole process. */
  readonly cpu: number;
  readonly wall: number;
}

export interface Run extends Time {
  /** What it wrote to standard error, if that was a file. */
  readonly messages: string;
}

/**
 * Runs a command as a shell does, its output into a new file if nothing else is said, and takes its time from outside,
 * by bash's `time`: Node tells nothing of its children's CPU time, and what a program says of itself leaves out its
 * end. Throws an Error if it fails.
 */
export function timed(command: readonly string[], output: string, { script, input }: Plumbing = TO_FILES): Run {
  const messages = `${output}.messages`;
  const times = `${output}.times`;
  // To truncate a file of the last run would be on this command's account.
  rmSync(output, { force: true });
  writeFileSync(messages, "");
  const { status, error } = spawnSync("bash", ["-c", `set -o pipefail; ${script}`, "bash", ...command], {
    env: {
      ...process.env,
      TIMEFORMAT: "%3U %3S %3R",
      BENCH_OUTPUT: output,
      BENCH_MESSAGES: messages,
      BENCH_TIMES: times,
      BENCH_INPUT: input,
    },
    stdio: "ignore",
  });
  if (error !== undefined) throw error;
  const told = readFileSync(messages, "utf8");
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${told}`);
  const [user, system, wall] = readFileSync(times, "utf8").split(" ").map(Number);
  return { cpu: user! + system!, wall: wall!, messages: told };
}
