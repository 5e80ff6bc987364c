import { statSync } from "node:fs";
import type { Log } from "../normalization/log.ts";
import type { NormalizationOptions } from "../normalization/normalization.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { type Run, SerialRun } from "../normalization/run.ts";
import type { Transform } from "../rules/rule.ts";
import type { Sink } from "../streams/sink.ts";
import { MIN_PARALLEL_BYTES } from "./sizes.ts";

/** A run by so many threads, or by one where the logs are too small for more, or the rules need lines in order. */
export async function runOf(
  rulebook: Rulebook,
  logs: readonly Log[],
  output: Sink,
  options: NormalizationOptions,
  threads: number,
): Promise<Run> {
  const sizes = threads === 1 || needOrder(rulebook, options) ? [] : logs.map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) < MIN_PARALLEL_BYTES) return new SerialRun(rulebook, output, options);
  // Loaded only now: what it needs of Node takes milliseconds to load, which are felt with a small log.
  const { ParallelRun } = await import("./parallel-run.ts");
  return new ParallelRun(rulebook, output, options, threads);
}

/** Whether what becomes of a line depends on the lines before it. The numbers of aliases can be put in afterwards, in plain lines. */
function needOrder({ linePatterns, followers }: Rulebook, { format }: NormalizationOptions): boolean {
  if (followers.length > 0) return true;
  // What comes after an alias would have to change its number, too.
  const isFinal = (steps: readonly Transform[]): boolean =>
    !(format === "json" ? steps : steps.slice(0, -1)).includes("alias");
  return !linePatterns.every(({ transforms = [] }) => transforms.every(isFinal));
}

function sizeOf({ path }: Log): number {
  try {
    const status = path === undefined ? undefined : statSync(path);
    return status?.isFile() ? status.size : 0;
  } catch {
    // Whoever opens it, when its turn comes, tells what is wrong.
    return 0;
  }
}
