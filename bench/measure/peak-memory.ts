import { existsSync } from "node:fs";
import { type Run, timed } from "./timed.ts";

const GNU_TIME = "/usr/bin/time";

/** A run, and the most memory that it held, in MB; undefined where there is no GNU time to tell. */
export interface RunWithMemory extends Run {
  readonly peakMemory: number | undefined;
}

/** As `timed`; what GNU time itself takes, about a millisecond, is counted in. */
export function timedWithMemory(command: readonly string[], output: string): RunWithMemory {
  if (!existsSync(GNU_TIME)) return { ...timed(command, output), peakMemory: undefined };
  const run = timed([GNU_TIME, "-f", "%M", ...command], output);
  const [kibibytes, ...messages] = run.messages.trimEnd().split("\n").reverse();
  return { ...run, messages: messages.reverse().join("\n"), peakMemory: (Number(kibibytes) * 1024) / 1e6 };
}
