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
  /** What it wrote to standard error, if that went to a file. */
  readonly messages: string;
}

/**
 * Runs a command as a shell does, with its output in a new file unless stated otherwise, and measures its time from
 * outside with bash's `time`. Node does not report its children's CPU time, and what a program reports about itself
 * leaves out its end. Throws an Error if the command fails.
 */
export function timed(command: readonly string[], output: string, { script, input }: Plumbing = TO_FILES): Run {
  const messages = `${output}.messages`;
  const times = `${output}.times`;
  // Otherwise the command would pay for truncating the file of the last run.
  rmSync(output, { force: true });
  writeFileSync(messages, "");
  // With extra certificates, each start of Node reads them, which takes longer than all else that it does.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const { status, error } = spawnSync("bash", ["-c", `set -o pipefail; ${script}`, "bash", ...command], {
    env: {
      ...environment,
      TIMEFORMAT: "%3U %3S %3R",
      BENCH_OUTPUT: output,
      BENCH_MESSAGES: messages,
      BENCH_TIMES: times,
      BENCH_INPUT: input,
    },
    stdio: "ignore",
  });
  if (error !== undefined) throw error;
  const text = readFileSync(messages, "utf8");
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${text}`);
  const [user, system, wall] = readFileSync(times, "utf8").split(" ").map(Number);
  return { cpu: user! + system!, wall: wall!, messages: text };
}
