import type { LoadedRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";

/** What belongs to the logs of one side, or of two that are compared. Those of a side are read as if they were one. */
export type Sides<T> = readonly [readonly T[], (readonly T[])?];

/**
 * What a tool is asked for. Each tool has one function that takes it. The command makes it of files that are named, see
 * `openFiles`, and the Processor of what a program passes.
 */
export interface Request<Options, Rules = LoadedRules> {
  readonly rules: Rules;
  readonly logs: Sides<Log>;
  readonly options: Options;
}
