import { DIFF_VIEW, diffLogs } from "../../library/diff.ts";
import { diffGood, followGood, NEWS_VIEW } from "../../library/good-runs.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { ACCEPTED_PATH, CHANGES_TO_FAIL_ON, numberUpTo, UsageError } from "../../library/option-values.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { EXIT, print, refuseRepeatedInput, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { ReadingBar } from "../progress.ts";

const SIDE = { metavariable: "FILE", file: "read", repeatable: true } as const;

export class DiffCommand extends commandBase({
  word: "diff",
  synopsis: "{--rules FILE | --mask | --good RUN ...} [options] {OLD NEW | --old FILE ... --new FILE ... | [FAILED]}",
  examples: [
    ["What does the new version log differently?", "normalizer diff -r rules.yaml old.log new.log"],
    ["The same, before there are rules:", "normalizer diff --mask old.log new.log"],
    ["What is new in the failed run?", "normalizer diff --good monday.log --good tuesday.log failed.log"],
    ["Keep what the good runs know:", "normalizer diff --good monday.log --good tuesday.log --save-good good.txt"],
    ["What has changed between two releases, in numbers?", "normalizer diff -r rules.yaml --summary old.log new.log"],
    ["Fail for some of these changes:", "normalizer diff -r rules.yaml --summary --fail-on new,slower old.log new.log"],
    ["If threads write in any order:", "normalizer diff -r rules.yaml --unordered old.log new.log"],
    [
      "Request by request, even if the ids differ:",
      "normalizer diff -r rules.yaml --by request_id,trace_id old.log new.log",
    ],
    ["Two runs with many logs each:", "normalizer diff -r rules.yaml run1/ run2/"],
  ],
  options: {
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
      value: numberUpTo(1_000_000),
      default: NEWS_VIEW.budget,
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
      value: numberUpTo(1_000_000),
      default: DIFF_VIEW.context,
      idleWith: ["--unordered", "--summary", "--good", "--format json", "--format github"],
      sentence: "Show up to N equal lines before and after each difference.",
    },
    originals: {
      long: "--originals",
      metavariable: "LINES",
      choices: DIFF_VIEW.originals,
      default: DIFF_VIEW.usualOriginals,
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
      value: ACCEPTED_PATH,
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
  },
  notes: [
    "Lines that differ are also shown as they are in the logs. OLD and NEW may be folders: their files are read in the order of their names.",
    `The log - is standard input. ${DECOMPRESSION}`,
    "With --good, RUN and FAILED may be folders: each file in RUN is a run, unless FAILED is a folder, too; then files are paired by name.",
    "Exit code: 0 no differences, 1 differences, 2 trouble. With --summary, 1 if anything has changed more than by chance.",
  ],
}) {
  override async execute(): Promise<number> {
    return this.goodPaths.length > 0 && !this.summary ? this.tellNews() : this.compare();
  }

  private async tellNews(): Promise<number> {
    const { goodPaths, savePath, context } = this;
    const failed = context.operands.length === 0 && savePath !== undefined ? undefined : this.failedRun();
    refuseRepeatedInput([...goodPaths, ...context.operands]);
    if (this.follow && failed !== undefined) return this.followRun(failed);
    const bar = new ReadingBar(context.stderr, this.quiet);
    const compared = await diffGood(this, failed, bar).finally(bar.end);
    return compared === undefined ? EXIT.success : this.show(compared);
  }

  private failedRun(): string {
    const { operands } = this.context;
    if (operands.length === 1) return operands[0]!;
    throw new UsageError(`diff --good compares one failed run, a log or a folder, not ${operands.length}`);
  }

  private async followRun(failed: string): Promise<number> {
    const { context, format } = this;
    const followed = followGood(this, failed);
    if (!this.quiet) for (const note of followed.notes) writeNote(context, note);
    let hasNews = false;
    const isClosed = await print(context, format, async (output) => {
      hasNews = await followed.write(output);
    });
    return hasNews && !isClosed ? EXIT.negative : EXIT.success;
  }

  private async compare(): Promise<number> {
    const sides = this.sides();
    refuseRepeatedInput(sides.flat());
    const bar = new ReadingBar(this.context.stderr, this.quiet);
    const diff = await diffLogs(this, sides, bar).finally(bar.end);
    return this.show(diff, async () => [
      ...diff.failures,
      ...[diff.hint() ?? []].flat(),
      ...(await diff.readingNotes()),
    ]);
  }

  /** Writes a result, and what `after` has to say once it is written. */
  private async show(
    found: Pick<Awaited<ReturnType<typeof diffLogs>>, "notes" | "write" | "hasDifferences" | "close">,
    after: () => Promise<readonly string[]> = async () => [],
  ): Promise<number> {
    const { context, format } = this;
    try {
      if (!this.quiet) {
        for (const note of found.notes) writeNote(context, note);
        await print(context, format, (output) => found.write(output));
        for (const message of await after()) writeNote(context, message);
      }
      return found.hasDifferences ? EXIT.negative : EXIT.success;
    } finally {
      found.close();
    }
  }

  /** The files and folders of each side: the two operands, or what the options name. Throws a UsageError. */
  private sides(): readonly [old: readonly string[], next: readonly string[]] {
    const { oldPaths, newPaths } = this;
    const { operands } = this.context;
    if (this.goodPaths.length > 0) return [this.goodPaths, [this.failedRun()]];
    if (oldPaths.length === 0 && newPaths.length === 0) {
      const [old, next] = operands;
      if (old !== undefined && next !== undefined && operands.length === 2) return [[old], [next]];
      const advice = operands.length > 2 ? "; name several on a side with --old FILE and --new FILE" : "";
      throw new UsageError(`diff compares two logs, OLD and NEW, not ${operands.length}${advice}`);
    }
    if (operands[0] !== undefined)
      throw new UsageError(`is ${shownPath(operands[0])} old or new? Give --old or --new before each log`);
    if (oldPaths.length === 0) throw new UsageError("no old log given; name it with --old FILE");
    if (newPaths.length === 0) throw new UsageError("no new log given; name it with --new FILE");
    return [oldPaths, newPaths];
  }
}
