import { listed } from "../text/messages/phrases.ts";
import { CHANGES, type Change } from "../tools/claims/claim.ts";
import { DEFAULT_CONTEXT_LINES, DEFAULT_ORIGINALS, ORIGINALS } from "../tools/diff/diff-text.ts";
import { DEFAULT_BUDGET } from "../tools/news/shown-news.ts";
import type { CommandRun } from "./command-run.ts";
import * as OPTION from "./option-definitions.ts";
import * as VALUE from "./option-values.ts";

const CHANGES_TO_FAIL_ON: VALUE.OptionValue<Change[]> = {
  takes: `one or more of ${listed(CHANGES, "and")}, joined by commas`,
  read: (text) => VALUE.namesIn(text) as Change[],
  accepts: (value) => (value as Change[]).every((change) => CHANGES.includes(change)),
};

const SIDE = { metavariable: "FILE", file: "read", repeatable: true } as const;

export const DIFF_OPTIONS = {
  rulesPaths: { ...OPTION.RULES_OR_MASK, unless: ["--mask", "--good", "--save-good"] },
  goodPaths: {
    ...SIDE,
    long: "--good",
    metavariable: "RUN",
    excludes: ["--by", "--unordered", "--old", "--new", "--unmatched"],
    sentence: "Tell what is new in a failed run: a log of a good one, or a folder of several.",
  },
  savePath: {
    long: "--save-good",
    metavariable: "FILE",
    file: "written",
    once: true,
    needs: "--good RUN",
    excludes: ["--summary"],
    sentence: "Store what the good runs know in a text file, which --good and check --baseline read.",
  },
  budget: {
    long: "--budget",
    metavariable: "LINES",
    value: VALUE.numberUpTo(1_000_000),
    default: String(DEFAULT_BUDGET),
    needs: "--good RUN",
    idleWith: ["--summary", "--show", "--follow", "--format json"],
    sentence: "Write at most so many lines, but at least one.",
  },
  shownBlock: {
    long: "--show",
    metavariable: "ID",
    needs: "--good RUN",
    excludes: ["--summary"],
    sentence: "Write this block of new lines, in full.",
  },
  follow: {
    long: "--follow",
    needs: "--good RUN",
    excludes: ["--show", "--save-good", "--summary", "--format markdown", "--format github"],
    sentence: "Tell what is new at once, while the log is written.",
  },
  oldPaths: { ...SIDE, long: "--old", sentence: "A log of the old side, or a folder of logs." },
  newPaths: { ...SIDE, long: "--new", sentence: "A log of the new side, or a folder of logs." },
  by: {
    ...OPTION.BY,
    sentence: "Compare in groups by id: the first of these fields, joined by commas, that is not empty.",
  },
  ignore: OPTION.IGNORE,
  unordered: { ...OPTION.UNORDERED, idleWith: ["--summary"] },
  contextLines: {
    long: "--context",
    metavariable: "N",
    value: VALUE.numberUpTo(1_000_000),
    default: String(DEFAULT_CONTEXT_LINES),
    idleWith: ["--unordered", "--summary", "--good", "--format json", "--format github"],
    sentence: "Show up to N equal lines before and after each difference.",
  },
  originals: {
    long: "--originals",
    metavariable: "LINES",
    choices: ORIGINALS,
    default: DEFAULT_ORIGINALS,
    idleWith: ["--summary", "--good", "--format json", "--format github"],
    sentence: "Below which lines to show the original one: none, those that differ, or equal ones, too.",
  },
  summary: OPTION.SUMMARY,
  failOn: {
    long: "--fail-on",
    metavariable: "CHANGES",
    value: CHANGES_TO_FAIL_ON,
    once: true,
    needs: "--summary",
    sentence: "Exit with 1 only for these changes, joined by commas, such as new,gone,slower.",
  },
  acceptedPath: {
    long: "--accepted",
    metavariable: "FILE",
    file: "read",
    value: VALUE.ACCEPTED_PATH,
    once: true,
    needs: "--summary",
    sentence: "Leave out the changes in this file, which were accepted.",
  },
  updateAccepted: {
    long: "--update-accepted",
    needs: "--accepted FILE",
    sentence: "Write the changes between the logs into the file of --accepted.",
  },
  unmatched: OPTION.COMPARED_UNMATCHED,
  format: OPTION.resultFormat(
    ["json", "markdown", "github"],
    "Write text for people, a JSON object for each difference, Markdown for a comment, or annotations for a GitHub workflow.",
  ),
  quiet: {
    long: "--quiet",
    short: "-q",
    sentence: "Write nothing; only the exit code says whether there are differences.",
  },
  mask: { ...OPTION.MASK, excludes: ["--unmatched drop"] },
  ...OPTION.READING_WITH_KEY,
} as const satisfies OPTION.Options;

export type DiffRun = CommandRun & OPTION.OptionValues<typeof DIFF_OPTIONS>;
