import { existsSync } from "node:fs";
import { timed } from "./timed.ts";

const GNU_TIME = "/usr/bin/time";

/** Runs a command as `timed` does and gives the most memory that it held, in MB; undefined where no GNU time is there to tell. */
export function peakMemory(command: readonly string[], output: string): number | undefined {
  if (!existsSync(GNU_TIME)) {
    timed(command, output);
    return undefined;
  }
  const { messages } = timed([GNU_TIME, "-f", "%M", ...command], output);
  return (Number(messages.trim().split("\n").at(-1)) * 1024) / 1e6;
}
