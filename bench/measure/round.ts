import type { Engine, EngineFiles } from "../engines/engine.ts";
import { costOf } from "./cost.ts";
import { type Time, timed } from "./timed.ts";

/** What was measured for one engine on one log in one round. An engine that measures itself has only CPU time. */
export interface Round {
  /** In seconds. */
  readonly cpu: number;
  readonly wall: number | undefined;
  /** The run on an empty log. */
  readonly startUp: Time | undefined;
  /** In MB. */
  readonly peakMemory: number | undefined;
}

/** Runs an engine once on a log of this many lines and, unless it measures itself, on an empty log first. */
export function measureRound(
  engine: Engine,
  lines: number,
  ofLines: (lines: number) => EngineFiles,
  output: string,
): Round {
  if (engine.measuresItself) {
    const { messages } = timed(engine.command(ofLines(lines)), output);
    return { cpu: JSON.parse(messages).cpu as number, wall: undefined, startUp: undefined, peakMemory: undefined };
  }
  const { cpu, wall } = timed(engine.command(ofLines(0)), output);
  return { ...costOf(engine.command(ofLines(lines)), output), startUp: { cpu, wall } };
}
