import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Sink } from "../../io/sink.ts";
import { aliasFields } from "../field-transformer.ts";
import type { Log } from "../log.ts";
import { Normalization, type NormalizationOptions, type Run } from "../normalization.ts";
import { type LogPart, partOfLogs } from "../part-of-logs.ts";
import type { Rulebook } from "../rulebook.ts";
import type { RunStatistics } from "../statistics.ts";

/** For smaller logs, starting threads takes longer than it saves. Tests build the command with a smaller size. */
const MIN_PARALLEL_BYTES = 64 * 1024 * 1024;

/** Prepares a run of logs, or of a part of them. Rejects for logs that cannot be read in parts. */
export async function prepareRun(
  rules: Rulebook,
  logs: readonly Log[],
  {
    jobs = 1,
    part,
    ...options
  }: NormalizationOptions & { jobs?: number | "auto" | undefined; part?: LogPart | undefined },
  output: Sink,
) {
  const parted = part && (await partOfLogs(part, logs, rules, options));
  const read = parted?.logs ?? logs;
  const run = await createRun(rules, read, output, options, jobs);
  return {
    /** How many bytes it reads, if that is known for a part. */
    size: parted?.size,
    /** Made anew each time. */
    get statistics(): RunStatistics {
      return run.statistics;
    },
    /** Rejects as `Run.read` does, or with a ChangedFileError if a log of a part changes. */
    read: async (): Promise<void> => {
      await run.read(read);
      if (!options.signal?.aborted) await parted?.refuseChanges();
    },
  };
}

/** A run with `jobs` threads, or with one if the logs are too small, or lines depend on those before them. */
export async function createRun(
  rulebook: Rulebook,
  logs: readonly Log[],
  output: Sink,
  options: NormalizationOptions,
  jobs: number | "auto",
): Promise<Run> {
  const threads = jobs === "auto" ? availableParallelism() : jobs;
  const sizes = threads === 1 || mustBeSerial(rulebook, options) ? [] : logs.map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) < MIN_PARALLEL_BYTES)
    return new Normalization(rulebook, output, options);
  // Loaded only when needed: the modules of Node that it uses take milliseconds to load, which matters for a small log.
  const { ParallelRun } = await import("./parallel-run.ts");
  return new ParallelRun(rulebook, output, options, threads);
}

/** Whether a block depends on lines before it: for followers, joined parts, or the numbers of aliases. */
function mustBeSerial({ linePatterns, followers }: Rulebook, options: NormalizationOptions): boolean {
  return followers.length > 0 || options.input?.format === "cri" || aliasFields(linePatterns).length > 0;
}

function sizeOf({ path, range }: Log): number {
  if (range !== undefined) return range.to - range.from;
  try {
    const status = path === undefined ? undefined : statSync(path);
    return status?.isFile() ? status.size : 0;
  } catch {
    // The error is reported when the log is opened.
    return 0;
  }
}
