import type { Sink } from "../io/sink.ts";
import type { Log } from "../run/log.ts";
import type { NormalizationOptions } from "../run/normalization.ts";
import { partOfLogs } from "../run/part-of-logs.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { RunStatistics } from "../run/statistics.ts";
import { createRun } from "../run/threads/create-run.ts";
import type { ProcessOptions } from "./options.ts";

/** Prepares a run of both doors. Rejects for logs that cannot be read in parts, if a part is asked for. */
export async function prepareRun(
  rules: Rulebook,
  logs: readonly Log[],
  { jobs = 1, part, ...options }: NormalizationOptions & Pick<ProcessOptions, "jobs" | "part">,
  output: Sink,
) {
  const parted = part && (await partOfLogs(part, logs, rules, options));
  const read = parted?.logs ?? logs;
  const run = await createRun(rules, read, output, options, jobs);
  return {
    /** How many bytes it reads, if that is known for a part. */
    size: parted?.size,
    get statistics(): RunStatistics {
      return run.statistics;
    },
    /** Rejects as `Run.read` does, or with a ChangedFileError if a log of a part changes. */
    read: async (): Promise<void> => {
      await run.read(read);
      if (!options.signal?.aborted) parted?.refuseChanges();
    },
  };
}
