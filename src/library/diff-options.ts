import { listed } from "../text/messages/phrases.ts";
import { CHANGES, type Change } from "../tools/claims/claim.ts";
import { DEFAULT_CONTEXT_LINES, DEFAULT_ORIGINALS, ORIGINALS } from "../tools/diff/diff-text.ts";
import { DEFAULT_BUDGET } from "../tools/news/shown-news.ts";
import type { CommandRun } from "./command-run.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import * as VALUE from "./option-values.ts";

const CHANGES_TO_FAIL_ON: VALUE.OptionValue<Change[]> = {
  takes: `one or more of ${listed(CHANGES, "and")}, joined by commas`,
  read: (text) => VALUE.namesIn(text) as Change[],
  accepts: (value) => (value as Change[]).every((change) => CHANGES.includes(change)),
};

const SIDE = { file: "read", repeatable: true } as const;

export const DIFF_OPTIONS = {
  rulesPaths: { ...OPTION.RULES_OR_MASK, unless: ["--mask", "--good", "--save-good"] },
  goodPaths: option("--good RUN", "Tell what is new in a failed run: a log of a good one, or a folder of several.", {
    ...SIDE,
    excludes: ["--by", "--unordered", "--old", "--new", "--unmatched"],
  }),
  savePath: option(
    "--save-good FILE",
    "Store what the good runs know in a text file, which --good and check --baseline read.",
    { file: "written", once: true, needs: "--good RUN", excludes: ["--summary"] },
  ),
  budget: option("--budget LINES", "Write at most so many lines, but at least one.", {
    value: VALUE.numberUpTo(1_000_000),
    default: String(DEFAULT_BUDGET),
    needs: "--good RUN",
    idleWith: ["--summary", "--show", "--follow", "--format json"],
  }),
  shownBlock: option("--show ID", "Write this block of new lines, in full.", {
    needs: "--good RUN",
    excludes: ["--summary"],
  }),
  follow: option("--follow", "Tell what is new at once, while the log is written.", {
    needs: "--good RUN",
    excludes: ["--show", "--save-good", "--summary", "--format markdown", "--format github"],
  }),
  oldPaths: option("--old FILE", "A log of the old side, or a folder of logs.", SIDE),
  newPaths: option("--new FILE", "A log of the new side, or a folder of logs.", SIDE),
  by: OPTION.byOption("Compare in groups by id"),
  ignore: OPTION.IGNORE,
  unordered: { ...OPTION.UNORDERED, idleWith: ["--summary"] },
  contextLines: option("--context N", "Show up to N equal lines before and after each difference.", {
    value: VALUE.numberUpTo(1_000_000),
    default: String(DEFAULT_CONTEXT_LINES),
    idleWith: ["--unordered", "--summary", "--good", "--format json", "--format github"],
  }),
  originals: option(
    "--originals LINES",
    "Below which lines to show the original one: none, those that differ, or equal ones, too.",
    {
      choices: ORIGINALS,
      default: DEFAULT_ORIGINALS,
      idleWith: ["--summary", "--good", "--format json", "--format github"],
    },
  ),
  summary: OPTION.SUMMARY,
  failOn: option(
    "--fail-on CHANGES",
    "Exit with 1 only for these changes, joined by commas, such as new,gone,slower.",
    { value: CHANGES_TO_FAIL_ON, once: true, needs: "--summary" },
  ),
  acceptedPath: option("--accepted FILE", "Leave out the changes in this file, which were accepted.", {
    ...{ file: "read", value: VALUE.ACCEPTED_PATH, once: true },
    needs: "--summary",
  }),
  updateAccepted: option("--update-accepted", "Write the changes between the logs into the file of --accepted.", {
    needs: "--accepted FILE",
  }),
  unmatched: OPTION.COMPARED_UNMATCHED,
  format: OPTION.resultFormat(
    ["json", "markdown", "github"],
    "Write text for people, a JSON object for each difference, Markdown for a comment, or annotations for a GitHub workflow.",
  ),
  quiet: option("-q, --quiet", "Write nothing; only the exit code says whether there are differences."),
  mask: OPTION.MASK_ALL,
  ...OPTION.READING_WITH_KEY,
} as const;

export type DiffRun = CommandRun & OPTION.OptionValues<typeof DIFF_OPTIONS>;
