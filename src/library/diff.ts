import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/output-buffer.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { DiffGithub, DiffMarkdown } from "../tools/diff/diff-comments.ts";
import { DiffText, type DiffTextOptions } from "../tools/diff/diff-text.ts";
import { DiffJson, type DiffWriter, VaryingFieldHint, writeDiff } from "../tools/diff/diff-writer.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import { compareClaims } from "./claimed-comparison.ts";
import { acceptedFile, gatedClaims } from "./claims.ts";
import { readOptions, rulebookOf } from "./command-run.ts";
import type { DiffRun } from "./diff-options.ts";
import { unknownFieldNote } from "./errors.ts";
import { goodRuns } from "./good-runs.ts";
import { filesOf, openFiles, type ReadProgress, readingNotes } from "./inputs.ts";
import { UsageError } from "./option-values.ts";
import type { Found } from "./outputs.ts";
import { claimedProfiles, isProfile } from "./profiles.ts";
import { proposedCommand, rulesWords } from "./proposed-command.ts";

const DIFF_FORMATS = {
  text: (output, logs, options) => new DiffText(output, logs, options),
  json: (output) => new DiffJson(output),
  markdown: (output, logs, options) => new DiffMarkdown(output, logs, options),
  github: (output) => new DiffGithub(output),
} as const satisfies Record<
  string,
  (output: TextOutput, logs: LogDiff["logs"], options: DiffTextOptions) => DiffWriter
>;

/** Compares the files and folders of two sides. Rejects with an AggregateError of NamedErrors, or with a NamedError. */
export async function diffLogs(
  run: DiffRun,
  sides: readonly (readonly string[])[],
  progress: ReadProgress,
): Promise<Found> {
  const { by, ignore, unordered, unmatched, mask, originals, format, summary } = run;
  const { lists, continuing, notes, runs } = sidesOf(run.goodPaths, sides);
  const ofProfiles = summary && areProfiles(lists.flat(), by);
  const outputs = run.quiet ? [] : [run.context.stdout.fd];
  const files = openFiles(lists, outputs, () => rulebookOf(run), progress, continuing);
  const accepted = acceptedFile(run, files.inputs);
  if (ofProfiles) {
    const logs = claimedProfiles(files.rules, lists, runs);
    const claims = await gatedClaims(run, logs, accepted);
    return { ...claims, notes: [...notes, ...logs.found.notes], advice: async () => claims.failures };
  }
  // What has changed does not depend on the order of lines, and only JSON tells how many are equal.
  const isJson = format === "json";
  const compared = { unordered: unordered || summary, isCompared: !summary || isJson };
  const options = { ...readOptions(run), ...compared, by, ignore, unmatched, mask };
  const [old, next = []] = files.logs;
  const claimed = summary ? await compareClaims(files.rules, old, next, options, runs) : undefined;
  const diff = claimed?.diff ?? (await LogDiff.of(files.rules, old, next, options));
  const claims = claimed && (await gatedClaims(run, claimed, accepted));
  const varying = isJson ? undefined : new VaryingFieldHint();
  const { isGrouped, hasRules, hiddenFields } = diff;
  const hidden = hiddenFields.map((f) => `no output shows field ${quoted(f)}, so --ignore ${f} changes nothing`);
  return {
    notes: [...notes, ...(claimed?.found.notes ?? []), ...diff.unknownFields.map(unknownFieldNote), ...hidden],
    get isNegative() {
      return claims?.isNegative ?? diff.differs;
    },
    output(output) {
      if (claims !== undefined) return claims.output(output);
      const writer = DIFF_FORMATS[format](output, diff.logs, { isGrouped, hasRules, originals });
      return writeDiff(diff, writer, isJson ? 0 : run.contextLines, varying);
    },
    advice: async () => {
      const isLeft = diff.read.old.unmatched + diff.read.new.unmatched > 0;
      return [
        ...(claims?.failures ?? []),
        ...[varying?.hint(fieldsCommand(run, lists)) ?? []].flat(),
        ...(isLeft ? await readingNotes(run, files.inputs, files.rules) : []),
      ];
    },
    close: () => diff.close(),
  };
}

/** Whether paths lead to profiles, or else none of them. Throws a NamedError, or a UsageError for requests. */
function areProfiles(paths: readonly string[], by: readonly string[] | undefined): boolean {
  const profile = paths.find(isProfile);
  if (profile === undefined) return false;
  const log = paths.find((path) => !isProfile(path));
  if (log !== undefined)
    throw new NamedError(shownPath(log), `is no profile, but ${shownPath(profile)} is; name files of one kind`);
  if (by !== undefined) throw new UsageError("--by needs logs: the lines of a request may be in several profiles");
  return true;
}

/** The files of both sides. If the old one is of good runs, `runs` has the index of the run of each file. */
function sidesOf(
  good: readonly string[],
  [old, next]: readonly (readonly string[])[],
): ReturnType<typeof filesOf> & { readonly runs?: readonly number[] } {
  if (good.length === 0) return filesOf([old!, next!]);
  const { runs, notes: runNotes } = goodRuns(good, next![0]!);
  const { lists, continuing, notes } = filesOf([...runs, next!]);
  const files = lists.slice(0, -1);
  return {
    lists: [files.flat(), lists.at(-1)!],
    continuing,
    notes: [...runNotes, ...notes],
    runs: files.flatMap((run, i) => run.map(() => i)),
  };
}

/** The command line that tells which fields vary between these files of both sides. It takes one of each. */
function fieldsCommand(run: DiffRun, files: readonly (readonly string[])[]): string {
  const isNamed = files.every(([first, ...others]) => first !== STANDARD_STREAM && others.length === 0);
  return proposedCommand(["fields", ...rulesWords(run.rulesPaths)], isNamed ? files.flat() : ["OLD", "NEW"], run);
}
