// Two logs compared.

import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { findClaims } from "../tools/claims/find-claims.ts";
import { Profiles } from "../tools/claims/profiles.ts";
import { DiffGithub } from "../tools/diff/diff-github.ts";
import { DiffJson } from "../tools/diff/diff-json.ts";
import { DiffMarkdown } from "../tools/diff/diff-markdown.ts";
import {
  DEFAULT_CONTEXT_LINES,
  DEFAULT_ORIGINALS,
  DiffText,
  type DiffTextOptions,
  ORIGINALS,
} from "../tools/diff/diff-text.ts";
import { type DiffWriter, VaryingFieldHint, writeDiff } from "../tools/diff/diff-writer.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import { acceptedFile, type ClaimedLogs, type ClaimsRun, gatedClaims } from "./claims.ts";
import { readOptions, rulebookOf } from "./command-run.ts";
import { unknownFieldNote } from "./errors.ts";
import { filesOf, openFiles, type ReadProgress } from "./inputs.ts";
import { readingNotes } from "./log-hints.ts";
import { UsageError } from "./option-values.ts";
import { goodRuns } from "./paired-logs.ts";
import { claimedProfiles, isProfile, isProfileLine } from "./profiles.ts";
import { proposedCommand, rulesWords } from "./proposed-command.ts";
import type { Request } from "./request.ts";

/** What the options that say how differences are shown may be, and what they usually are. */
export const DIFF_VIEW = {
  context: String(DEFAULT_CONTEXT_LINES),
  originals: ORIGINALS,
  usualOriginals: DEFAULT_ORIGINALS,
} as const;

/** The formats of differences. */
const DIFF_FORMATS = {
  text: (output, logs, options) => new DiffText(output, logs, options),
  json: (output) => new DiffJson(output),
  markdown: (output, logs, options) => new DiffMarkdown(output, logs, options),
  github: (output) => new DiffGithub(output),
} as const satisfies Record<
  string,
  (output: TextOutput, logs: LogDiff["logs"], options: DiffTextOptions) => DiffWriter
>;

type DiffOptions = Parameters<typeof LogDiff.of>[3];

/** The `diff` command, as far as it decides what is compared, and how it is shown. */
interface DiffRun extends ClaimsRun, Pick<DiffOptions, "by" | "ignore" | "unordered" | "unmatched" | "mask"> {
  readonly format: keyof typeof DIFF_FORMATS;
  /** Whether nothing is written. */
  readonly quiet: boolean;
  /** Whether what changed is written, instead of the lines. */
  readonly summary: boolean;
  /** The logs of good runs, or folders of them; the old side then has none. */
  readonly goodPaths: readonly string[];
  /** How many equal lines are shown before and after a difference; none in JSON. */
  readonly contextLines: number;
  readonly originals: DiffTextOptions["originals"];
}

/** Two logs that were read, and what can be written of them. `close` must be called at the end. */
interface Diffed {
  /** What people should know before they read the differences. */
  readonly notes: readonly string[];
  readonly hasDifferences: boolean;
  /** The messages for what failed besides the differences. */
  readonly failures: readonly string[];
  /** Yields wherever the output may be flushed. */
  write(output: TextOutput): Iterable<void>;
  /** What to do if most differences that were written are in one field; see `VaryingFieldHint`. */
  hint(): string | undefined;
  /** See `readingNotes`. */
  readingNotes(): Promise<string[]>;
  close(): void;
}

/** Reads the logs of both sides and compares them. Rejects like `LogDiff.of`. */
export function compare({ rules, logs: [old, next = []], options }: Request<DiffOptions, Rulebook>): Promise<LogDiff> {
  return LogDiff.of(rules, old, next, options);
}

/** As `compare`, and finds what has changed. `runs` has the index of the good run of each old log. */
export async function compareClaims(
  { rules, logs, options }: Request<DiffOptions, Rulebook>,
  runs?: readonly number[],
): Promise<ClaimedLogs<LogDiff>> {
  const profiles = new Profiles(rules, options.by, runs);
  const diff = await compare({ rules, logs, options: { ...options, observer: profiles } });
  refuseProfiles(diff, profiles);
  return { diff, profiles, found: findClaims(profiles) };
}

/** Throws a NamedError if a log is a profile, which would be compared as a line otherwise. */
function refuseProfiles(diff: LogDiff, profiles: Profiles): void {
  for (const side of ["old", "new"] as const) {
    // All runs together are known only when they are finished.
    if ((side === "old" ? profiles.runs : [profiles.new]).every(({ last }) => last === -1)) continue;
    const { file, original } = diff.original(side, 0);
    if (!isProfileLine(original)) continue;
    diff.close();
    throw new NamedError(
      shownPath(file),
      "is a profile; profiles are read from plain files, not from pipes or archives",
    );
  }
}

/** Compares the files and folders of two sides. Rejects with an AggregateError of NamedErrors, or with a NamedError. */
export async function diffLogs(
  run: DiffRun,
  sides: readonly (readonly string[])[],
  progress: ReadProgress,
): Promise<Diffed> {
  const { by, ignore, unordered, unmatched, mask, originals } = run;
  const { lists, continuing, notes, runs } = sidesOf(run.goodPaths, sides);
  const outputs = run.quiet ? [] : [run.context.stdout.fd];
  const profile = run.summary ? lists.flat().find(isProfile) : undefined;
  const log = profile && lists.flat().find((path) => !isProfile(path));
  if (log !== undefined)
    throw new NamedError(shownPath(log), `is no profile, but ${shownPath(profile!)} is; name files of one kind`);
  if (profile !== undefined && by !== undefined)
    throw new UsageError("--by needs logs: the lines of a request may be in several profiles");
  const files = openFiles(lists, outputs, () => rulebookOf(run), progress, continuing);
  const accepted = acceptedFile(run, files.inputs);
  // What has changed does not depend on the order of lines, and only JSON tells how many are equal.
  const isUnordered = unordered || run.summary;
  const isCompared = !run.summary || run.format === "json";
  const comparing = { by, ignore, unordered: isUnordered, unmatched, mask, isCompared };
  const request = { ...files, options: { ...readOptions(run), ...comparing } };
  if (profile !== undefined) {
    const logs = claimedProfiles(files.rules, lists, runs);
    const claims = await gatedClaims(run, logs, accepted);
    return {
      notes: [...notes, ...logs.found.notes],
      ...{ failures: claims.failures, hasDifferences: claims.hasFailed },
      write: (output) => {
        claims.write(output);
        return [];
      },
      hint: () => undefined,
      readingNotes: () => Promise.resolve([]),
      close: () => {},
    };
  }
  const claimed = run.summary ? await compareClaims(request, runs) : undefined;
  const diff = claimed?.diff ?? (await compare(request));
  const claims = claimed && (await gatedClaims(run, claimed, accepted));
  const isJson = run.format === "json";
  const varying = isJson ? undefined : new VaryingFieldHint();
  let differs: boolean | undefined;
  return {
    notes: [
      ...notes,
      ...(claimed?.found.notes ?? []),
      ...diff.unknownFields.map(unknownFieldNote),
      ...diff.hiddenFields.map(
        (field) => `no output shows field ${quoted(field)}, so --ignore ${field} changes nothing`,
      ),
    ],
    get hasDifferences() {
      return claims?.hasFailed ?? differs ?? diff.items(0).next().done !== true;
    },
    failures: claims?.failures ?? [],
    *write(output) {
      if (claims !== undefined) return claims.write(output);
      const { isGrouped, hasRules } = diff;
      const writer = DIFF_FORMATS[run.format](output, diff.logs, { isGrouped, hasRules, originals });
      differs = false;
      for (const _ of writeDiff(diff, writer, isJson ? 0 : run.contextLines, varying)) {
        differs = true;
        yield;
      }
    },
    hint: () => varying?.hint(fieldsCommand(run, lists)),
    readingNotes: async () => {
      const { old, new: next } = diff.read;
      return old.unmatched + next.unmatched === 0 ? [] : readingNotes(run, files.inputs, files.rules);
    },
    close: () => diff.close(),
  };
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
