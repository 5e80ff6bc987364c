import { median, medianOfKnown } from "../measure/median.ts";
import type { Round } from "../measure/round.ts";
import type { Samples } from "../measure/rounds.ts";

/**
 * The medians of one engine on one workload, scaled to the same number of lines for all, in seconds of CPU time unless
 * stated otherwise.
 */
export interface Figures {
  readonly name: string;
  /** The number of lines in the log that it got. */
  readonly lines: number;
  /** Start and end of the process, from the run on an empty log. Undefined for what is measured inside a process. */
  readonly startUp: number | undefined;
  /** The work on the lines only. */
  readonly work: number;
  /** Wall time of the whole command. */
  readonly wall: number | undefined;
  /** In MB. */
  readonly peakMemory: number | undefined;
  /** Whether the output is the same as ours. That of the floor cannot be. */
  readonly output: "equal" | "DIFFERS" | "–";
  readonly difference: string | undefined;
}

export function figuresOf({ engine, lines, rounds, difference }: Samples, of: number): Figures {
  return {
    name: engine.name,
    lines,
    startUp: medianOfKnown(rounds.map(({ startUp }) => startUp?.cpu)),
    work: workOf(rounds) * (of / lines),
    wall: wallOf(rounds, of / lines),
    peakMemory: medianOfKnown(rounds.map((round) => round.peakMemory)),
    output: !engine.normalizes ? "–" : difference === undefined ? "equal" : "DIFFERS",
    difference,
  };
}

/** The CPU time of the whole command. */
export function wholeCpu({ startUp, work }: Figures): number | undefined {
  return startUp === undefined ? undefined : startUp + work;
}

/** The CPU time for the lines, without the start if that is known. */
export function workOf(rounds: readonly Round[]): number {
  return median(rounds.map(({ cpu }) => cpu)) - (medianOfKnown(rounds.map(({ startUp }) => startUp?.cpu)) ?? 0);
}

/** The wall time that the whole command would take for this many times its lines. */
function wallOf(rounds: readonly Round[], times: number): number | undefined {
  const wall = medianOfKnown(rounds.map((round) => round.wall));
  const start = medianOfKnown(rounds.map(({ startUp }) => startUp?.wall));
  return wall === undefined || start === undefined ? undefined : start + (wall - start) * times;
}
