import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

/** What a run of a command took, in seconds. */
export interface Run {
  /** User and system time of the whole process. */
  readonly cpu: number;
  readonly wall: number;
  /** What it wrote to standard error. */
  readonly messages: string;
}

const TIMED = 'TIMEFORMAT="%3U %3S %3R"; { time "$@" >"$BENCH_OUTPUT" 2>"$BENCH_MESSAGES"; } 2>"$BENCH_TIMES"';

/**
 * Runs a command as a shell does, its output into a new file, and takes its time from outside, by bash's `time`: Node
 * tells nothing of its children's CPU time, and what a program says of itself leaves out its end. Throws an Error if it
 * fails.
 */
export function timed(command: readonly string[], output: string): Run {
  const paths = { BENCH_OUTPUT: output, BENCH_MESSAGES: `${output}.messages`, BENCH_TIMES: `${output}.times` };
  // To truncate a file of the last run would be on this command's account.
  rmSync(output, { force: true });
  const { status, error } = spawnSync("bash", ["-c", TIMED, "bash", ...command], {
    env: { ...process.env, ...paths },
    stdio: "ignore",
  });
  if (error !== undefined) throw error;
  const messages = readFileSync(paths.BENCH_MESSAGES, "utf8");
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${messages}`);
  const [user, system, wall] = readFileSync(paths.BENCH_TIMES, "utf8").split(" ").map(Number);
  return { cpu: user! + system!, wall: wall!, messages };
}
