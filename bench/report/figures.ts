import { median } from "../measure/median.ts";
import type { Samples } from "../measure/rounds.ts";

/** The medians of one engine on one workload, brought to the same number of lines for all: seconds of CPU time. */
export interface Figures {
  readonly name: string;
  /** Of the log that it was given. */
  readonly lines: number;
  /** Start and end of the process, from the run on an empty log; none for what is measured inside a process. */
  readonly startUp: number | undefined;
  /** The lines alone. */
  readonly work: number;
  /** In MB. */
  readonly peakMemory: number | undefined;
  /** Whether the output is the same as ours; the floor's is another by its nature. */
  readonly output: "equal" | "DIFFERS" | "–";
  readonly difference: string | undefined;
}

export function figuresOf({ engine, lines, rounds, difference }: Samples, of: number): Figures {
  const startUp = medianOf(rounds.map((round) => round.startUp));
  const cpu = median(rounds.map((round) => round.cpu));
  return {
    name: engine.name,
    lines,
    startUp,
    work: (cpu - (startUp ?? 0)) * (of / lines),
    peakMemory: medianOf(rounds.map((round) => round.peakMemory)),
    output: !engine.normalizes ? "–" : difference === undefined ? "equal" : "DIFFERS",
    difference,
  };
}

/** The whole command's time. */
export function whole({ startUp, work }: Figures): number | undefined {
  return startUp === undefined ? undefined : startUp + work;
}

/** The median where there are figures at all. */
function medianOf(figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length > 0 ? median(known) : undefined;
}
