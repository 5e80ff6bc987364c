// A failed run compared with good ones: for the command.

import { basename } from "node:path";
import { NamedError } from "../io/named-error.ts";
import { fileKey } from "../io/same-file.ts";
import type { TextOutput } from "../io/text-output.ts";
import { writeLine, writeShortLine } from "../text/messages/json.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { compareRuns, followRun, storeRuns } from "../tools/news/compare-runs.ts";
import { FollowText } from "../tools/news/follow-text.ts";
import type { FollowItem } from "../tools/news/followed-log.ts";
import type { News } from "../tools/news/news.ts";
import { NewsMarkdown } from "../tools/news/news-markdown.ts";
import { NewsText } from "../tools/news/news-text.ts";
import { DEFAULT_BUDGET } from "../tools/news/shown-news.ts";
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { filesOf, isFolder, logInputs, logOfInput, refuseOutput, STANDARD_INPUT } from "./inputs.ts";
import { isKnownLinesFile, knownLinesIn, readToUpdate, saveKnownLines } from "./known-lines-files.ts";
import { UsageError } from "./option-values.ts";
import { writeFiles } from "./output-files.ts";

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
  const stored = new Map(
    paths.filter(isKnownLinesFile).map((path) => [path, { name: path, known: knownLinesIn(path) }]),
  );
  const inputs = new Map(logInputs(paths).map((input, i) => [paths[i]!, input]));
  const by = { rulebook: rulebookOf(run), ignored: run.ignore ?? [] };
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
  const good = logs[0]!.good.filter((path) => !isKnownLinesFile(path));
  const stored = logs[0]!.good.filter(isKnownLinesFile).map((path) => ({ name: path, known: knownLinesIn(path) }));
  const inputs = logInputs([...good, failed]);
  const by = { rulebook: rulebookOf(run), ignored: run.ignore ?? [] };
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
      const logs = { good: read.slice(0, -1), stored, failed: read.at(-1)! };
      return (await followRun(logs, readOptions(run), by, writer)) > 0;
    },
  };
}

/** The paths of a log of the failed run, and of the same one of each good run. */
interface PairedPaths {
  readonly failed: string | undefined;
  readonly good: readonly string[];
}

/** What is compared, the logs that all good runs have and the failed one lacks, and notes on what was left out. */
interface PairedLogs {
  readonly logs: readonly PairedPaths[];
  readonly onlyGood: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The logs that are compared with each other. If the failed run is a folder, its files are paired by name with those of
 * each good folder; else each good file is a run, and so is each file of a good folder. Throws a NamedError.
 */
function pairedLogs(good: readonly string[], failed: string | undefined): PairedLogs {
  if (failed === undefined || !isFolder(failed)) {
    const { lists, notes } = filesOf([good]);
    const runs = distinctRuns(lists[0]!, failed);
    return { logs: [{ failed, good: runs.paths }], onlyGood: [], notes: [...notes, ...runs.notes] };
  }
  const tables = good.filter(isKnownLinesFile);
  const folders = good.filter((path) => !tables.includes(path));
  const file = folders.find((path) => !isFolder(path));
  if (file !== undefined)
    throw new NamedError(shownPath(file), "is a file, but the failed run is a folder; name a folder for each good run");
  const runs = distinctRuns(folders, failed);
  const found = filesOf([[failed], ...runs.paths.map((path) => [path])]);
  const [failedFiles, ...goodFiles] = found.lists;
  const pathsByName = goodFiles.map((files) => new Map(files.map((path) => [basename(path), path])));
  const notes = [...found.notes, ...runs.notes];
  const logs = failedFiles!.map((path) => {
    const paths = pathsByName.map((paths) => paths.get(basename(path)));
    const isSomewhere = paths.some((other) => other !== undefined);
    for (const [i, other] of paths.entries())
      if (other === undefined && isSomewhere) notes.push(`${shownPath(runs.paths[i]!)}: has no ${basename(path)}`);
    return { failed: path, good: [...tables, ...paths.filter((other) => other !== undefined)] };
  });
  const failedNames = new Set(failedFiles!.map((path) => basename(path)));
  const others = pathsByName.flatMap((paths) => [...paths].filter(([name]) => !failedNames.has(name)));
  const onlyGood: string[] = [];
  for (const [name, path] of new Map(others.reverse())) {
    if (pathsByName.every((paths) => paths.has(name))) onlyGood.push(path);
    else notes.push(`${shownPath(path)}: left out, because neither the failed run nor every good one has this log`);
  }
  return { logs, onlyGood: onlyGood.sort(), notes };
}

/** The good runs without those that are named twice and without the failed one. Throws a NamedError if none is left. */
function distinctRuns(
  good: readonly string[],
  failed: string | undefined,
): { paths: readonly string[]; notes: readonly string[] } {
  const keyOf = (path: string) => fileKey(path === STANDARD_STREAM ? STANDARD_INPUT : path) ?? path;
  const failedKey = failed === undefined ? undefined : keyOf(failed);
  const seen = new Set<string>();
  const notes: string[] = [];
  const paths = good.filter((path) => {
    const key = keyOf(path);
    if (key === failedKey) notes.push(`${shownPath(path)}: left out of the good runs, because it is the failed one`);
    else if (seen.has(key)) notes.push(`${shownPath(path)}: left out, because it is one of the other good runs`);
    else {
      seen.add(key);
      return true;
    }
    return false;
  });
  if (failed !== undefined && good.length > 0 && paths.length === 0)
    throw new NamedError(shownPath(failed), "is the failed run and the only good one");
  return { paths, notes };
}
