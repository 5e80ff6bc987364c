import { existsSync, readFileSync } from "node:fs";
import type { Plumbing } from "./plumbing.ts";
import { type Time, timed } from "./timed.ts";

const GNU_TIME = "/usr/bin/time";

/** What a command took, and its peak memory in MB. The memory is undefined if GNU time is missing. */
export interface Cost extends Time {
  readonly peakMemory: number | undefined;
}

/** What our command took in one form. */
export interface MeasuredWay {
  readonly name: string;
  readonly rounds: readonly Cost[];
}

/** Like `timed`. The result includes about a millisecond for GNU time itself. */
export function costOf(command: readonly string[], output: string, plumbing?: Plumbing): Cost {
  const measuresMemory = existsSync(GNU_TIME);
  const peak = `${output}.peak`;
  const measured = measuresMemory ? [GNU_TIME, "-f", "%M", "-o", peak, ...command] : command;
  const { cpu, wall } = timed(measured, output, plumbing);
  return { cpu, wall, peakMemory: measuresMemory ? (Number(readFileSync(peak, "utf8")) * 1024) / 1e6 : undefined };
}
