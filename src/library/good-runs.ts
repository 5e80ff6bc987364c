import { basename } from "node:path";
import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/output-buffer.ts";
import { fileKey, totalSize } from "../io/same-file.ts";
import { NEVER } from "../io/source.ts";
import { writeLine, writeShortLine } from "../text/messages/json.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { compareRuns, followRun, storeRuns } from "../tools/news/compare-runs.ts";
import { type FollowItem, FollowText } from "../tools/news/followed-log.ts";
import type { News } from "../tools/news/news.ts";
import { NewsGithub, NewsMarkdown, NewsText } from "../tools/news/news-writers.ts";
import { readOptions, rulebookOf } from "./command-run.ts";
import type { DiffRun } from "./diff-options.ts";
import { filesOf, isFolder, logInputs, logOfInput, type ReadProgress, refuseOutput, STANDARD_INPUT } from "./inputs.ts";
import { isKnownLinesFile, knownLinesIn, readToUpdate, saveKnownLines, withStored } from "./known-lines-files.ts";
import { UsageError } from "./option-values.ts";
import { type Found, writeFiles } from "./outputs.ts";

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
  const paths = logs.flatMap((log) => [...log.good, log.failed ?? []].flat());
  const inputs = new Map(logInputs(paths).map((input, i) => [paths[i]!, input]));
  const by = { rulebook: rulebookOf(run), ignored: run.ignore ?? [] };
  const outputs = run.quiet ? [] : [context.stdout.fd];
  refuseOutput([...inputs.values()], outputs);
  // A stored table may be updated, but not if it is compared as a log.
  const read = paths.filter((path) => path === failed || !isKnownLinesFile(path)).map((path) => inputs.get(path)!);
  const kept = [...outputs, ...run.filesRead(read, "goodPaths")];
  const before = savePath === undefined ? undefined : readToUpdate(savePath, kept, "the good runs");
  const old = before && knownLinesIn(savePath!, before);
  const store = (text: string): Promise<void> => writeFiles(context, () => saveKnownLines(savePath!, before!, text));
  const logOf = (path: string) => logOfInput(inputs.get(path)!, NEVER, progress.add);
  progress.begin(totalSize(paths));
  if (failed === undefined) {
    const [runs] = withStored([{ good: logs[0]!.good.map(logOf) }]);
    await store(await storeRuns(runs!, readOptions(run), by, old!));
    return {};
  }
  const runs = logs.map((log) => ({ failed: logOf(log.failed!), good: log.good.map(logOf) }));
  const { news, saved, close } = await compareRuns(withStored(runs), readOptions(run), by, onlyGood, old);
  if (saved !== undefined)
    await store(saved).catch((error: unknown) => {
      close();
      throw error;
    });
  return { notes, isNegative: news.hasNews, output: (output) => writeNews(output, news, run), close };
}

const NEWS_TEXTS = { text: NewsText, markdown: NewsMarkdown, github: NewsGithub, json: undefined } as const;

function* writeNews(output: TextOutput, news: News, { format, budget, shownBlock }: DiffRun): Generator<void> {
  const Text = NEWS_TEXTS[format];
  const text = Text && new Text(output, news);
  if (shownBlock === undefined) {
    if (text !== undefined) yield* text.write(budget);
    else for (const item of news.items()) yield* writeLine(output.json, item);
    return;
  }
  const rank = news.blocks.findIndex((block) => news.idOf(block) === shownBlock) + 1;
  if (rank === 0) throw new UsageError(`--show: there is no block ${quoted(shownBlock)}`);
  const block = news.blocks[rank - 1]!;
  if (text !== undefined) yield* text.writeBlock(block, rank);
  else yield* writeLine(output.json, news.blockItem(block, rank));
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
    async output(output) {
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

/**
 * The paths of logs that are compared with each other, those of logs that all good runs have and the failed one lacks,
 * and notes on what was left out. If the failed run is a folder, its files are paired by name with those of
 * each good folder; else each good file is a run, and so is each file of a good folder. Throws a NamedError.
 */
function pairedLogs(good: readonly string[], failed: string | undefined) {
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
  const [failedFiles, ...goodFiles] = found.lists.map((files) => new Map(files.map((path) => [basename(path), path])));
  const notes = [...found.notes, ...runs.notes];
  const logs = Array.from(failedFiles!, ([name, path]) => {
    const paths = goodFiles.map((files) => files.get(name));
    if (paths.some((other) => other !== undefined))
      for (const [i, other] of paths.entries())
        if (other === undefined) notes.push(`${shownPath(runs.paths[i]!)}: has no ${shownPath(name)}`);
    return { failed: path, good: [...tables, ...paths.filter((other) => other !== undefined)] };
  });
  const others = goodFiles.flatMap((files) => [...files].filter(([name]) => !failedFiles!.has(name)));
  const onlyGood: string[] = [];
  for (const [name, path] of new Map(others.reverse())) {
    if (goodFiles.every((files) => files.has(name))) onlyGood.push(path);
    else notes.push(`${shownPath(path)}: left out, because neither the failed run nor every good one has this log`);
  }
  return { logs, onlyGood: onlyGood.sort(), notes };
}

/** The good runs that are compared as a whole: each folder if the failed run is one; else each file. */
export function goodRuns(good: readonly string[], failed: string) {
  const table = good.find(isKnownLinesFile);
  if (table !== undefined)
    throw new NamedError(shownPath(table), "has the known lines of good runs; a summary needs their logs");
  const { lists, notes } = isFolder(failed) ? { lists: [good], notes: [] } : filesOf([good]);
  const runs = distinctRuns(lists[0]!, failed);
  return { runs: runs.paths.map((path) => [path]), notes: [...notes, ...runs.notes] };
}

/** The good runs without those that are named twice and without the failed one. Throws a NamedError if none is left. */
function distinctRuns(good: readonly string[], failed: string | undefined) {
  const keyOf = (path: string) => fileKey(path === STANDARD_STREAM ? STANDARD_INPUT : path) ?? path;
  const reasons = new Map<string, string>();
  if (failed !== undefined) reasons.set(keyOf(failed), "left out of the good runs, because it is the failed one");
  const notes: string[] = [];
  const paths = good.filter((path) => {
    const reason = reasons.get(keyOf(path));
    if (reason === undefined) reasons.set(keyOf(path), "left out, because it is one of the other good runs");
    else notes.push(`${shownPath(path)}: ${reason}`);
    return reason === undefined;
  });
  if (failed !== undefined && good.length > 0 && paths.length === 0)
    throw new NamedError(shownPath(failed), "is the failed run and the only good one");
  return { paths, notes };
}
