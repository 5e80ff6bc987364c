// Two logs compared.

import type { TextOutput } from "../io/text-output.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { STANDARD_STREAM } from "../text/messages/paths.ts";
import { quoted } from "../text/messages/phrases.ts";
import { writeClaims } from "../tools/claims/claims-json.ts";
import { findClaims } from "../tools/claims/find-claims.ts";
import { Profiles } from "../tools/claims/profile.ts";
import { compareSteps } from "../tools/claims/step-questions.ts";
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
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { unknownFieldNote } from "./errors.ts";
import { filesOf, openFiles, type ReadProgress } from "./inputs.ts";
import { readingNotes } from "./log-hints.ts";
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
interface DiffRun extends CommandRun, Pick<DiffOptions, "by" | "ignore" | "unordered" | "unmatched" | "mask"> {
  readonly format: keyof typeof DIFF_FORMATS;
  /** Whether nothing is written. */
  readonly quiet: boolean;
  /** Whether only the counts of rules are written. */
  readonly summary: boolean;
  /** JSON has no context. */
  readonly contextLines: number;
  readonly originals: DiffTextOptions["originals"];
}

/** Two logs that were read, and what can be written of them. `close` must be called at the end. */
interface Diffed {
  /** What people should know before they read the differences. */
  readonly notes: readonly string[];
  readonly hasDifferences: boolean;
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

/** Compares the files and folders of two sides. Rejects with an AggregateError of NamedErrors, or with a NamedError. */
export async function diffLogs(
  run: DiffRun,
  sides: readonly (readonly string[])[],
  progress: ReadProgress,
): Promise<Diffed> {
  const { by, ignore, unordered, unmatched, mask, originals } = run;
  const { lists, continuing, notes } = filesOf(sides);
  const outputs = run.quiet ? [] : [run.context.stdout.fd];
  const files = openFiles(lists, outputs, () => rulebookOf(run), progress, continuing);
  const profiles = run.summary ? new Profiles(files.rules, by) : undefined;
  const options = { ...readOptions(run), by, ignore, unordered, unmatched, mask, observer: profiles };
  const diff = await compare({ ...files, options });
  profiles?.divide((side, index) => diff.original(side, index).original);
  const claims = profiles && findClaims(profiles, compareSteps(profiles));
  const isJson = run.format === "json";
  const varying = isJson ? undefined : new VaryingFieldHint();
  let differs: boolean | undefined;
  return {
    notes: [
      ...notes,
      ...diff.unknownFields.map(unknownFieldNote),
      ...diff.hiddenFields.map(
        (field) => `no output shows field ${quoted(field)}, so --ignore ${field} changes nothing`,
      ),
    ],
    get hasDifferences() {
      return claims !== undefined ? claims.claims.length > 0 : (differs ?? diff.items(0).next().done !== true);
    },
    *write(output) {
      const { isGrouped, hasRules } = diff;
      const writer = DIFF_FORMATS[run.format](output, diff.logs, { isGrouped, hasRules, originals });
      if (claims !== undefined) {
        writer.writeRules(diff.rules);
        if (isJson) writeClaims(output.json, claims.claims, ({ side, index }) => diff.original(side, index));
        writer.end(diff.summary, diff.masked, claims.questions);
        return;
      }
      differs = false;
      for (const _ of writeDiff(diff, writer, isJson ? 0 : run.contextLines, varying)) {
        differs = true;
        yield;
      }
    },
    hint: () => varying?.hint(fieldsCommand(run, lists)),
    readingNotes: async () => {
      const { old, new: next } = diff.summary;
      return old.unmatched + next.unmatched === 0 ? [] : readingNotes(run, files.inputs, files.rules);
    },
    close: () => diff.close(),
  };
}

/** The command line that tells which fields vary between these files of both sides. It takes one of each. */
function fieldsCommand(run: DiffRun, files: readonly (readonly string[])[]): string {
  const isNamed = files.every(([first, ...others]) => first !== STANDARD_STREAM && others.length === 0);
  return proposedCommand(["fields", ...rulesWords(run.rulesPaths)], isNamed ? files.flat() : ["OLD", "NEW"], run);
}
