// Which logs of a failed run are compared with which of good ones.

import { basename } from "node:path";
import { NamedError } from "../io/named-error.ts";
import { fileKey } from "../io/same-file.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { filesOf, isFolder, STANDARD_INPUT } from "./inputs.ts";
import { isKnownLinesFile } from "./known-lines-files.ts";

/**
 * The paths of logs that are compared with each other, those of logs that all good runs have and the failed one lacks,
 * and notes on what was left out. If the failed run is a folder, its files are paired by name with those of
 * each good folder; else each good file is a run, and so is each file of a good folder. Throws a NamedError.
 */
export function pairedLogs(good: readonly string[], failed: string | undefined) {
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
      if (other === undefined && isSomewhere)
        notes.push(`${shownPath(runs.paths[i]!)}: has no ${shownPath(basename(path))}`);
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
