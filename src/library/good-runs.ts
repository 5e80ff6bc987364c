// A failed run compared with good ones.

import { totalSize } from "../io/same-file.ts";
import { NEVER } from "../io/source.ts";
import type { TextOutput } from "../io/text-output.ts";
import { writeLine, writeShortLine } from "../text/messages/json.ts";
import { quoted } from "../text/messages/phrases.ts";
import { compareRuns, followRun, storeRuns } from "../tools/news/compare-runs.ts";
import { FollowText } from "../tools/news/follow-text.ts";
import type { FollowItem } from "../tools/news/followed-log.ts";
import type { News } from "../tools/news/news.ts";
import { NewsGithub, NewsMarkdown, NewsText } from "../tools/news/news-writers.ts";
import { readOptions, rulebookOf } from "./command-run.ts";
import type { DiffRun } from "./diff-options.ts";
import { isFolder, logInputs, logOfInput, type ReadProgress, refuseOutput } from "./inputs.ts";
import { isKnownLinesFile, knownLinesIn, readToUpdate, saveKnownLines, withStored } from "./known-lines-files.ts";
import { UsageError } from "./option-values.ts";
import { type Found, writeFiles } from "./outputs.ts";
import { pairedLogs } from "./paired-logs.ts";

/**
 * Reads all runs, and stores the good ones if that is asked for. `failed` is the log of the failed one, or the folder
 * of its logs; without it there are no news. Rejects with an AggregateError of NamedErrors, or with a NamedError, also
 * for an empty good run.
 */
export async function diffGood(run: DiffRun, failed: string | undefined, progress: ReadProgress): Promise<Found> {
  const { savePath, context } = run;
  if (savePath !== undefined && failed !== undefined && isFolder(failed))
    throw new UsageError("--save-good stores runs of one log, but the failed run is a folder of several");
  const { logs, onlyGood, notes } = pairedLogs(run.goodPaths, failed);
  const paths = logs.flatMap((log) => [...log.good, ...(log.failed === undefined ? [] : [log.failed])]);
  const inputs = new Map(logInputs(paths).map((input, i) => [paths[i]!, input]));
  const rules = rulebookOf(run);
  const outputs = run.quiet ? [] : [context.stdout.fd];
  refuseOutput([...inputs.values()], outputs);
  // A stored table may be updated, but not if it is compared as a log.
  const read = paths.filter((path) => path === failed || !isKnownLinesFile(path)).map((path) => inputs.get(path)!);
  const kept = [...outputs, ...run.filesRead(read, "goodPaths")];
  const before = savePath === undefined ? undefined : readToUpdate(savePath, kept, "the good runs");
  const old = before && knownLinesIn(savePath!, before);
  const store = (text: string): Promise<void> => writeFiles(context, () => saveKnownLines(savePath!, before!, text));
  const logOf = (path: string) => logOfInput(inputs.get(path)!, NEVER, (bytes) => progress.add(bytes));
  const by = { rulebook: rules, ignored: run.ignore ?? [] };
  progress.begin(totalSize(paths));
  if (failed === undefined) {
    const [runs] = withStored([{ good: logs[0]!.good.map(logOf) }]);
    await store(await storeRuns(runs!, readOptions(run), by, old!));
    return { write: () => [] };
  }
  const runs = logs.map((log) => ({ failed: logOf(log.failed!), good: log.good.map(logOf) }));
  const { news, saved, close } = await compareRuns(withStored(runs), readOptions(run), by, onlyGood, old);
  try {
    if (saved !== undefined) await store(saved);
    return { notes, isNegative: news.hasNews, write: writerOf(news, run), close };
  } catch (error) {
    close();
    throw error;
  }
}

const NEWS_FORMATS = { text: NewsText, markdown: NewsMarkdown, github: NewsGithub } as const;

function writerOf(news: News, { format, budget, shownBlock }: DiffRun): (output: TextOutput) => Iterable<void> {
  return function* (output) {
    const text = new NEWS_FORMATS[format === "json" ? "text" : format](output, news);
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

/** Prepares to follow a log. Its `write` has each line that is new written before the next one is waited for. */
export function followGood(run: DiffRun, failed: string): Found {
  if (isFolder(failed)) throw new UsageError("--follow needs one log, not a folder");
  const { logs, notes } = pairedLogs(run.goodPaths, failed);
  const inputs = logInputs([...logs[0]!.good, failed]);
  const by = { rulebook: rulebookOf(run), ignored: run.ignore ?? [] };
  refuseOutput(inputs, run.quiet ? [] : [run.context.stdout.fd]);
  const signal = run.context.handleSignals();
  const read = inputs.map((input) => logOfInput(input, signal));
  const [followed] = withStored([{ good: read.slice(0, -1), failed: read.at(-1)! }]);
  let hasNews = false;
  return {
    notes: run.quiet ? [] : notes,
    async write(output) {
      const text = new FollowText(output);
      const write = (item: FollowItem): void => {
        if (run.quiet) return;
        if (run.format === "json") writeShortLine(output.json, item);
        else text.write(item);
      };
      const writer = { write, flush: () => output.flush() };
      hasNews = (await followRun(followed!, readOptions(run), by, writer)) > 0;
    },
    get isNegative() {
      return hasNews;
    },
    endsWithReader: true,
  };
}
