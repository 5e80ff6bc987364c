// A failed run compared with good ones: for the command.

import { basename } from "node:path";
import type { ReadOptions } from "../io/line-text.ts";
import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { writeLine, writeShortLine } from "../text/messages/json.ts";
import { shownPath } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { compareRuns, followRun } from "../tools/news/compare-runs.ts";
import { FollowText } from "../tools/news/follow-text.ts";
import type { FollowItem } from "../tools/news/followed-log.ts";
import { DEFAULT_BUDGET, NewsText } from "../tools/news/news-text.ts";
import { filesOf, isFolder, logInputs, logOfInput, refuseOutput } from "./inputs.ts";
import { UsageError } from "./option-values.ts";

export { DEFAULT_BUDGET };

interface GoodRunsRequest {
  /** The logs of good runs, or folders of them. */
  readonly good: readonly string[];
  /** The log of the failed run, or the folder of its logs. */
  readonly failed: string;
  /** Reads the rules, when the logs are known to be there. */
  readonly rulebook: () => Rulebook;
  readonly options: ReadOptions;
  /** The fields that never count. */
  readonly ignored: readonly string[];
  /** The descriptors that the news go to. */
  readonly outputs: readonly number[];
}

/** What is written of the news. */
interface NewsView {
  readonly budget: number;
  readonly shownBlock: string | undefined;
}

/** Runs that were read, and what can be written of them. `close` must be called at the end. */
interface DiffedRuns {
  readonly notes: readonly string[];
  readonly hasNews: boolean;
  /** Yields wherever the output may be flushed. Throws a UsageError for a block that is not there. */
  write(format: "text" | "json", output: TextOutput, view: NewsView): Iterable<void>;
  close(): void;
}

/** Reads all runs. Rejects with an AggregateError of NamedErrors, or with a NamedError, also for an empty good run. */
export async function diffGood({
  good,
  failed,
  rulebook,
  options,
  ignored,
  outputs,
}: GoodRunsRequest): Promise<DiffedRuns> {
  const { logs, notes } = pairedLogs(good, failed);
  const paths = logs.flatMap((log) => [...log.good, log.failed]);
  const inputs = new Map(logInputs(paths).map((input, i) => [paths[i]!, input]));
  const by = { rulebook: rulebook(), ignored };
  refuseOutput([...inputs.values()], outputs);
  const logOf = (path: string) => logOfInput(inputs.get(path)!);
  const compared = await compareRuns(
    logs.map((log) => ({ failed: logOf(log.failed), good: log.good.map(logOf) })),
    options,
    by,
  );
  const { news } = compared;
  return {
    notes,
    hasNews: news.hasNews,
    *write(format, output, { budget, shownBlock }) {
      const text = new NewsText(output, news);
      if (shownBlock !== undefined) {
        const rank = news.blocks.findIndex((block) => news.idOf(block) === shownBlock);
        if (rank === -1) throw new UsageError(`--show: there is no block ${quoted(shownBlock)}`);
        const block = news.blocks[rank]!;
        if (format === "json") yield* writeLine(output.json, news.blockItem(block, rank + 1));
        else yield* text.writeBlock(block, rank + 1);
      } else if (format === "json") for (const item of news.items()) yield* writeLine(output.json, item);
      else yield* text.write(budget);
    },
    close: compared.close,
  };
}

interface FollowRequest extends Omit<GoodRunsRequest, "options"> {
  readonly options: Omit<ReadOptions, "signal">;
  /** Called when signals must no longer end the process at once. */
  handleSignals(): AbortSignal;
}

/** A log that is ready to be followed. */
interface Followed {
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
  /** Has each line that is new written before the next one is waited for. Resolves to whether there was one. */
  write(format: "text" | "json" | "none", output: TextOutput): Promise<boolean>;
}

/** Prepares to follow a log. Throws what `diffGood` rejects with for logs that are not there. */
export function followGood(request: FollowRequest): Followed {
  const { good, failed, rulebook, options, ignored, outputs, handleSignals } = request;
  if (isFolder(failed)) throw new UsageError("--follow needs one log, not a folder");
  const { lists, notes } = filesOf([good]);
  const inputs = logInputs([...lists[0]!, failed]);
  const by = { rulebook: rulebook(), ignored };
  refuseOutput(inputs, outputs);
  const signal = handleSignals();
  const logs = inputs.map((input) => logOfInput(input, signal));
  return {
    notes,
    signal,
    write: async (format, output) => {
      const text = new FollowText(output);
      const write = (item: FollowItem<Buffer>): void =>
        format === "json" ? writeShortLine(output.json, item) : format === "text" ? text.write(item) : undefined;
      const writer = { write, flush: () => output.flush() };
      const told = await followRun({ good: logs.slice(0, -1), failed: logs.at(-1)! }, options, by, writer);
      return told > 0;
    },
  };
}

/** The paths of a log of the failed run, and of the same one of each good run. */
interface PairedPaths {
  readonly failed: string;
  readonly good: readonly string[];
}

/**
 * The logs that are compared with each other. If the failed run is a folder, its files are paired by name with those of
 * each good folder; else each good file is a run, and so is each file of a good folder.
 */
function pairedLogs(
  good: readonly string[],
  failed: string,
): { readonly logs: readonly PairedPaths[]; readonly notes: readonly string[] } {
  if (!isFolder(failed)) {
    const { lists, notes } = filesOf([good]);
    return { logs: [{ failed, good: lists[0]! }], notes };
  }
  const file = good.find((path) => !isFolder(path));
  if (file !== undefined)
    throw new NamedError(shownPath(file), "is a file, but the failed run is a folder; name a folder for each good run");
  const { lists, notes } = filesOf([[failed], ...good.map((path) => [path])]);
  const [failedFiles, ...goodFiles] = lists;
  const logs = failedFiles!.map((path) => ({
    failed: path,
    good: goodFiles.flatMap((files) => files.filter((other) => basename(other) === basename(path))),
  }));
  return { logs, notes };
}
