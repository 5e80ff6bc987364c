import type { Engine, EngineFiles } from "../engines/engine.ts";
import { costOf } from "./cost.ts";
import { type Time, timed } from "./timed.ts";

/** What was measured of one engine on one log in one round. For an engine that measures itself, its CPU time alone. */
export interface Round {
  /** Seconds. */
  readonly cpu: number;
  readonly wall: number | undefined;
  /** On an empty log. */
  readonly startUp: Time | undefined;
  /** In MB. */
  readonly peakMemory: number | undefined;
}

/** Runs an engine once on a log of so many lines and, if it does not measure itself, on an empty one before. */
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
