// A failed run compared with good ones: for the command.

import type { TextOutput } from "../io/text-output.ts";
import type { KnownLines } from "../run/known-lines.ts";
import { writeLine, writeShortLine } from "../text/messages/json.ts";
import { quoted } from "../text/messages/phrases.ts";
import { compareRuns, followRun, storeRuns } from "../tools/news/compare-runs.ts";
import type { ComparedBy } from "../tools/news/compared-text.ts";
import { FollowText } from "../tools/news/follow-text.ts";
import type { FollowItem } from "../tools/news/followed-log.ts";
import type { News } from "../tools/news/news.ts";
import { NewsMarkdown } from "../tools/news/news-markdown.ts";
import { NewsText } from "../tools/news/news-text.ts";
import { DEFAULT_BUDGET } from "../tools/news/shown-news.ts";
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { isFolder, logInputs, logOfInput, refuseOutput } from "./inputs.ts";
import { isKnownLinesFile, knownLinesIn, readToUpdate, saveKnownLines } from "./known-lines-files.ts";
import { UsageError } from "./option-values.ts";
import { writeFiles } from "./output-files.ts";
import { type PairedPaths, pairedLogs } from "./paired-logs.ts";

export { DEFAULT_BUDGET };

/** The `diff` command, as far as it decides which runs are good, and what is written of the news. */
interface GoodRuns extends CommandRun {
  /** The logs of good runs, or folders of them. */
  readonly goodPaths: readonly string[];
  /** The file that good runs are stored in; undefined for none. */
  readonly savePath: string | undefined;
  readonly format: "text" | "json" | "markdown";
  /** Whether nothing is written. */
  readonly quiet: boolean;
  /** The fields that never count. */
  readonly ignore?: readonly string[] | undefined;
  readonly budget: number;
  readonly shownBlock: string | undefined;
}

/** Runs that were read, and what can be written of them. `close` must be called at the end. */
interface DiffedRuns {
  readonly notes: readonly string[];
  readonly hasNews: boolean;
  /** Yields wherever the output may be flushed. Throws a UsageError for a block that is not there. */
  write(output: TextOutput): Iterable<void>;
  close(): void;
}

/**
 * Reads all runs, and stores the good ones if that is asked for. `failed` is the log of the failed one, or the folder
 * of its logs; without it there are no news. Rejects with an AggregateError of NamedErrors, or with a NamedError, also
 * for an empty good run.
 */
export async function diffGood(
  run: GoodRuns,
  failed: string | undefined,
): Promise<{
  readonly news: DiffedRuns | undefined;
  /** Handles signals from when the good runs were stored; undefined if they were not. */
  readonly signal: AbortSignal | undefined;
}> {
  const { savePath, context } = run;
  if (savePath !== undefined && failed !== undefined && isFolder(failed))
    throw new UsageError("--save-good stores runs of one log, but the failed run is a folder of several");
  const { logs, onlyGood, notes } = pairedLogs(run.goodPaths, failed);
  const paths = logs.flatMap((log) => [...log.good, ...(log.failed === undefined ? [] : [log.failed])]);
  const stored = storedIn(paths);
  const inputs = new Map(logInputs(paths).map((input, i) => [paths[i]!, input]));
  const by = comparedBy(run);
  const outputs = run.quiet ? [] : [context.stdout.fd];
  refuseOutput([...inputs.values()], outputs);
  const read = paths.filter((path) => !stored.has(path)).map((path) => inputs.get(path)!);
  const kept = [...outputs, ...run.filesRead(read, "goodPaths")];
  const before = savePath === undefined ? undefined : readToUpdate(savePath, kept, "the good runs");
  const old = before && knownLinesIn(savePath!, before);
  const store = (text: string): Promise<AbortSignal> =>
    writeFiles(context, () => saveKnownLines(savePath!, before!, text));
  const logOf = (path: string) => logOfInput(inputs.get(path)!);
  const goodOf = (log: PairedPaths) => ({
    good: log.good.filter((path) => !stored.has(path)).map(logOf),
    stored: log.good.flatMap((path) => stored.get(path) ?? []),
  });
  if (failed === undefined)
    return { news: undefined, signal: await store(await storeRuns(goodOf(logs[0]!), readOptions(run), by, old!)) };
  const { news, saved, close } = await compareRuns(
    logs.map((log) => ({ failed: logOf(log.failed!), ...goodOf(log) })),
    readOptions(run),
    by,
    onlyGood,
    old,
  );
  try {
    const signal = saved === undefined ? undefined : await store(saved);
    return { news: { notes, hasNews: news.hasNews, write: writerOf(news, run), close }, signal };
  } catch (error) {
    close();
    throw error;
  }
}

/** The files of known lines among paths, by path. Throws a NamedError. */
function storedIn(paths: readonly string[]): ReadonlyMap<string, { name: string; known: KnownLines }> {
  return new Map(paths.filter(isKnownLinesFile).map((path) => [path, { name: path, known: knownLinesIn(path) }]));
}

function comparedBy(run: GoodRuns): ComparedBy {
  return { rulebook: rulebookOf(run), ignored: run.ignore ?? [] };
}

function writerOf(news: News, { format, budget, shownBlock }: GoodRuns): DiffedRuns["write"] {
  return function* (output) {
    const text = format === "markdown" ? new NewsMarkdown(output, news) : new NewsText(output, news);
    if (shownBlock !== undefined) {
      const rank = news.blocks.findIndex((block) => news.idOf(block) === shownBlock);
      if (rank === -1) throw new UsageError(`--show: there is no block ${quoted(shownBlock)}`);
      const block = news.blocks[rank]!;
      if (format === "json") yield* writeLine(output.json, news.blockItem(block, rank + 1));
      else yield* text.writeBlock(block, rank + 1);
    } else if (format === "json") for (const item of news.items()) yield* writeLine(output.json, item);
    else yield* text.write(budget);
  };
}

/** A log that is ready to be followed. */
interface Followed {
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
  /** Has each line that is new written before the next one is waited for. Resolves to whether there was one. */
  write(output: TextOutput): Promise<boolean>;
}

/** Prepares to follow a log. Throws what `diffGood` rejects with for logs that are not there. */
export function followGood(run: GoodRuns, failed: string): Followed {
  if (isFolder(failed)) throw new UsageError("--follow needs one log, not a folder");
  const { logs, notes } = pairedLogs(run.goodPaths, failed);
  const stored = storedIn(logs[0]!.good);
  const inputs = logInputs([...logs[0]!.good.filter((path) => !stored.has(path)), failed]);
  const by = comparedBy(run);
  refuseOutput(inputs, run.quiet ? [] : [run.context.stdout.fd]);
  const signal = run.context.handleSignals();
  const read = inputs.map((input) => logOfInput(input, signal));
  return {
    notes,
    signal,
    write: async (output) => {
      const text = new FollowText(output);
      const write = (item: FollowItem): void => {
        if (run.quiet) return;
        if (run.format === "json") writeShortLine(output.json, item);
        else text.write(item);
      };
      const writer = { write, flush: () => output.flush() };
      const log = { good: read.slice(0, -1), stored: [...stored.values()], failed: read.at(-1)! };
      return (await followRun(log, readOptions(run), by, writer)) > 0;
    },
  };
}
