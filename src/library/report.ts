// The page that shows what rules make of logs: for the command.

import { NamedError, naming } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { fileKey, isOneOf, isRegularFile, totalSize } from "../io/same-file.ts";
import { collectReport, pageOf } from "../report/report.ts";
import { STARTER } from "../rules/starter.ts";
import { loadRules } from "../run/loaded-rules.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { type CommandRun, namedRules, pseudonymsOf, readOptions, shortfall } from "./command-run.ts";
import { filesOf, isFolder, openFiles, type ReadProgress, readingNotes } from "./inputs.ts";
import { withStored } from "./known-lines-files.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import { numberUpTo } from "./option-values.ts";
import { type Found, failingWith, writeFiles } from "./outputs.ts";

/** More samples would make a page too large to be opened. */
const MAX_SAMPLES = 10_000;

export const REPORT_OPTIONS = {
  rulesPaths: OPTION.RULES_OR_OPERAND,
  outputPath: OPTION.outputOption("Write the page to this file, and replace it if it exists."),
  playground: option("--playground", "Begin with the rules that init writes.", { excludes: ["--rules"] }),
  againstPath: option(
    "--against LOG",
    "Also show how the logs differ from this older one, and which fields vary between them.",
    { file: "read", once: true, needs: "a log" },
  ),
  goodPaths: option(
    "--good RUN",
    "Show first what is new in the log of a failed run: a log of a good one, or a folder of several.",
    { file: "read", repeatable: true, needs: "a log" },
  ),
  by: { ...OPTION.byOption("Also show a timeline of each id"), needs: "a log" },
  samples: option(
    "--samples N",
    "Put at most N lines of each rule into the page. With 0, the page holds no lines of the logs.",
    { value: numberUpTo(MAX_SAMPLES), default: "20", needs: "a log" },
  ),
  ...OPTION.READING_OF_LOG,
  keyPath: OPTION.KEY_FILE_OF_RULES,
  failUnder: OPTION.FAIL_UNDER_OF_LOG,
} as const;

type ReportRun = CommandRun & OPTION.OptionValues<typeof REPORT_OPTIONS>;

/**
 * Reads rules and logs, and makes the page, which replaces the file of --output all at once or not at all. Rejects with
 * a NamedError, a RulesError, or as `collectReport` does.
 */
export async function makeReport(
  run: ReportRun,
  outputPath: string | undefined,
  progress: ReadProgress,
): Promise<Found> {
  const { rulesPaths, againstPath, goodPaths, by, samples, failUnder, context } = run;
  const { operands: paths, stdout } = context;
  const pseudonyms = pseudonymsOf(run);
  const hasRules = rulesPaths.length > 0;
  const hasGood = goodPaths.length > 0;
  // The other parts of a report show no outputs. The page makes its own.
  const requiresKey = againstPath !== undefined || by !== undefined || hasGood;
  const rules = hasRules
    ? namedRules(rulesPaths, pseudonyms, requiresKey)
    : loadRules({ bytes: Buffer.from(STARTER), name: "rules.yaml" });
  const outputs = outputPath === undefined ? [stdout.fd] : [];
  const open = (paths: readonly string[]) => openFiles([paths], outputs, () => rules, { ...progress, begin: () => {} });
  const { inputs, logs } = open(paths);
  const against = againstPath === undefined ? undefined : open([againstPath]).logs[0];
  const good = hasGood ? open(filesOf([goodPaths]).lists[0]!) : undefined;
  const goodInputs = good?.inputs ?? [];
  if (outputPath !== undefined && isOneOf(outputPath, run.filesRead([...inputs, ...goodInputs])))
    throw new NamedError(shownPath(outputPath), "is read by this run; name another file for the report");
  // Older logs are read to count their fields and to be compared, and then the logs, too, as for good runs and for ids.
  const again = [against, good, by].filter((asked) => asked !== undefined).flatMap(() => paths);
  const older = againstPath === undefined ? [] : [againstPath, againstPath];
  progress.begin(totalSize([...paths, ...again, ...older, ...goodInputs.map(({ file }) => file)]));
  const [runs] = withStored(good === undefined ? [] : [{ good: good.logs[0] }]);
  const options = { ...readOptions(run), by, samples, against, good: runs, hasRules };
  const report = await collectReport(rules, logs[0], options);
  const title = paths.length === 0 ? "normalizer: rules to try" : `normalizer: ${paths.join(", ")}`;
  const page = Buffer.from(pageOf(report, title));
  const { run: figures } = report.data;
  const isLeft = hasRules && figures !== undefined && figures.matched < figures.lines;
  const save = (path: string): Promise<void> =>
    writeFiles(context, () => naming(shownPath(path), () => replaceFile(path, page)));
  return {
    output: outputPath === undefined ? page : () => save(outputPath),
    ...failingWith(
      shortfall(figures, failUnder, inputs),
      isLeft ? await readingNotes(run, inputs, rules.rulebook) : [],
    ),
  };
}

/** The first log that cannot be read more than once: no file, no folder, and not missing either. */
export function firstStream(paths: readonly string[]): string | undefined {
  return paths.find((path) => path === STANDARD_STREAM || (fileKey(path) && !isRegularFile(path) && !isFolder(path)));
}
