import { basename } from "node:path";
import { NamedError } from "../io/named-error.ts";
import { NEVER } from "../io/source.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";
import { suggestRules } from "../tools/suggest/suggest.ts";
import { suggestSummary } from "../tools/suggest/suggest-summary.ts";
import { type CommandRun, namedRules, readOptions, refuseUnwritable, saveRules } from "./command-run.ts";
import { filesOf, isFolder, openFiles, type ReadProgress, readingAgain, readingNotes } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { TOO_FEW_RUNS, UsageError } from "./option-values.ts";
import { type Found, refuseExisting, writeFiles, writeNew } from "./outputs.ts";
import { checkedWords, proposedCommand } from "./proposed-command.ts";

export const SUGGEST_OPTIONS = {
  rulesPaths: {
    ...OPTION.RULES_OR_OPERAND,
    sentence: "Existing rules. Write rules only for lines that these do not match.",
  },
  inPlace: OPTION.option("-i, --in-place", "Write the new rules into the file of --rules.", {
    needs: "--rules FILE",
    excludes: ["--output"],
  }),
  outputPath: OPTION.outputOption("Write the rules to this file, which must not exist yet."),
  ...OPTION.SUGGEST,
  ...OPTION.READING,
};

type SuggestRun = CommandRun & OPTION.OptionValues<typeof SUGGEST_OPTIONS>;

/** Notes on logs that some of the folders lack. */
function notesOnNames(paths: readonly string[], lists: readonly (readonly string[])[]): string[] {
  if (!paths.every(isFolder)) return [];
  const names = lists.map((files) => new Set(files.map((file) => basename(file))));
  const all = [...new Set(names.flatMap((own) => [...own]))].sort();
  return paths.flatMap((path, i) => {
    const missing = all.filter((name) => !names[i]!.has(name));
    return missing.map((name) => `${shownPath(path)}: has no ${shownPath(name)}`);
  });
}

/** Suggests rules for logs, for a file or standard output. Rejects with a RulesError or a NamedError. */
export async function suggestFor(
  run: SuggestRun,
  paths: readonly string[],
  outputPath: string | undefined,
  progress: ReadProgress,
): Promise<Found> {
  const { rulesPaths, inPlace, granularity, keep, minCount, maxRules = Number.POSITIVE_INFINITY, context } = run;
  if (run.runs && paths.length < 2) throw new UsageError(`--runs ${TOO_FEW_RUNS}`);
  const found = run.runs ? filesOf(paths.map((path) => [path])) : { lists: [paths], notes: [] };
  const operands = run.runs ? found.lists.flat() : context.operands;
  const proposed = (...words: string[]): string => proposedCommand(words, operands, run);
  const destination = inPlace ? rulesPaths.at(-1) : outputPath;
  const ownFile = rulesPaths.length === 0 || (!inPlace && outputPath !== undefined);
  const read = (): LoadedRules | undefined => (rulesPaths.length === 0 ? undefined : namedRules(rulesPaths));
  const files = openFiles([found.lists.flat()], destination === undefined ? [context.stdout.fd] : [], read, progress);
  const { inputs, rules: given } = files;
  const advice = (path: string): string =>
    `name another file, or add to its rules: ${proposed("suggest", `--rules ${pathWord(path)}`, "--in-place")}`;
  if (inPlace) refuseUnwritable([destination!]);
  else if (destination !== undefined) refuseExisting(destination, advice(destination));
  const runs = run.runs ? found.lists.flatMap((files, i) => files.map(() => i)) : undefined;
  const choice = { granularity, keep, minCount, maxRules, runs, ownFile, given };
  const options = { ...readOptions(run), ...choice, signal: NEVER, onReadAgain: readingAgain(progress) };
  const file = given?.files.at(-1);
  const suggestion = await suggestRules(files.logs[0], options).catch((error: unknown) => {
    throw error instanceof NamedError || file === undefined ? error : new NamedError(shownPath(file.path), error);
  });
  const checking = (path: string): string =>
    proposed("check", ...checkedWords(ownFile ? [...rulesPaths, path] : rulesPaths));
  const save = (path: string): Promise<void> =>
    writeFiles(context, () => {
      if (inPlace) saveRules([{ path, before: file!.bytes, after: Buffer.from(suggestion.file) }]);
      else writeNew(path, suggestion.text, advice(path));
    });
  return {
    output: destination === undefined ? suggestion.text : () => save(destination),
    endsWithReader: true,
    advice: async () => [
      ...[...found.notes, ...notesOnNames(paths, found.lists), ...(await readingNotes(run, inputs, given?.rulebook))],
      (width) => suggestSummary(suggestion, { checking, rulesPaths, destination, inputs, width, minCount, maxRules }),
    ],
  };
}
