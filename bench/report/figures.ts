import { median } from "../measure/median.ts";
import type { Samples } from "../measure/rounds.ts";

/** The medians of one engine on one workload, brought to the same number of lines for all: seconds of CPU time. */
export interface Figures {
  readonly name: string;
  /** Of the log that it was given. */
  readonly lines: number;
  /** Start and end of the process, from the run on an empty log; none for what runs inside a process. */
  readonly startUp: number | undefined;
  /** The lines alone. */
  readonly work: number;
  readonly peakMemory: number | undefined;
  /** Whether the output was the same as ours, or why it was not compared. */
  readonly output: string;
}

export function figuresOf({ engine, cpu, startUp, peakMemory, difference, lines }: Samples, of: number): Figures {
  const start = startUp.length > 0 ? median(startUp) : undefined;
  return {
    name: engine.name,
    lines,
    startUp: start,
    work: (median(cpu) - (start ?? 0)) * (of / lines),
    peakMemory,
    output: !engine.normalizes ? "not meant to be" : difference === undefined ? "equal" : `DIFFERS, ${difference}`,
  };
}

/** The whole command's time. */
export function whole({ startUp, work }: Figures): number | undefined {
  return startUp === undefined ? undefined : startUp + work;
}
