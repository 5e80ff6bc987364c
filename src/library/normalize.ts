import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import { totalSize } from "../io/same-file.ts";
import { FORMAT_TRAITS } from "../run/line-writer.ts";
import { matchedLinesOf } from "../run/statistics.ts";
import { statisticsReport } from "../run/statistics-text.ts";
import { prepareRun } from "../run/threads/create-run.ts";
import { type CommandRun, readOptions, rulebookOf, shortfall } from "./command-run.ts";
import { type LogInput, logOfInput, type ReadProgress, readingNotes, refuseOutput } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import {
  endedByClosedPipe,
  type Found,
  failingWith,
  ignoringClosedPipe,
  linesOutput,
  standardOutputs,
  statisticsSink,
} from "./outputs.ts";

export const NORMALIZE_OPTIONS = {
  rulesPaths: OPTION.RULES_OR_MASK,
  quiet: option("-q, --quiet", "Write no statistics after the lines."),
  explain: option("-e, --explain", "Before each line, write to standard error which rule won."),
  unmatched: OPTION.UNMATCHED_LINES,
  format: OPTION.FORMAT,
  original: OPTION.ORIGINAL,
  timezone: OPTION.TIMEZONE_OF_JSON,
  statisticsPath: option("--stats-file FILE", "Write the statistics to this file, even with --quiet.", {
    file: "written",
    once: true,
  }),
  statisticsFormat: option(
    "--stats-format FORMAT",
    "The format of the statistics. A profile also has what diff --summary compares.",
    { choices: ["table", "json", "profile"], default: "table" },
  ),
  failUnder: OPTION.FAIL_UNDER,
  jobs: OPTION.JOBS,
  part: OPTION.PART,
  outputPath: OPTION.outputOption("Write the lines to this file, which is replaced at the end if all went well."),
  mask: OPTION.MASK_ALL,
  ...OPTION.READING_WITH_KEY,
  progress: option("--progress", "Show progress on standard error, if that is a terminal."),
};

type NormalizeRun = CommandRun & OPTION.OptionValues<typeof NORMALIZE_OPTIONS>;

export function showsStatistics({ quiet, format }: Pick<NormalizeRun, "quiet" | "format">): boolean {
  return !quiet && FORMAT_TRAITS[format].hasStatistics;
}

/** Normalizes logs into standard output or a file, and writes the statistics. Rejects with a NamedError. */
export async function normalizeLogs(
  run: NormalizeRun,
  inputs: readonly LogInput[],
  progress: ReadProgress | undefined,
): Promise<Found> {
  const { context, unmatched, format, original, timezone, mask, part, jobs, statisticsPath } = run;
  const { stdout, stderr } = context;
  const rules = rulebookOf(run);
  refuseOutput(inputs, run.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
  const outputs = standardOutputs(context, "logs");
  // A log may be replaced once it is read, but the other parts of one that is replaced by a part would be lost.
  const kept = [...run.filesRead(part === undefined ? [] : inputs), statisticsPath ?? []].flat();
  const openLines = linesOutput(run.outputPath, context, outputs, kept);
  const statisticsFile = statisticsSink(statisticsPath, context, outputs, run.filesRead(inputs));

  const signal = context.handleSignals();
  const lines = openLines();
  const isOnOutput = lines.sink === outputs.lines;
  // Explain records that nobody reads end the run only where nobody reads the lines either.
  const explained = isOnOutput ? outputs.explain : ignoringClosedPipe(outputs.explain);
  const explain = run.explain ? explained : undefined;
  const reading = { ...readOptions(run), part, signal };
  const options = { ...reading, unmatched, format, original, timezone, mask, jobs, explain };
  /** Whether the lines would replace a file but are not all there, because a signal has ended the run. */
  const isWasted = (): boolean => lines.isReplaced && signal.aborted;
  try {
    // On a terminal that shows the lines there is no room for more.
    const shown = isOnOutput && isatty(stdout.fd) ? undefined : progress;
    const logs = inputs.map((input) => logOfInput(input, signal, shown?.add));
    const normalizing = await prepareRun(rules, logs, options, lines.sink);
    shown?.begin(normalizing.size ?? totalSize(inputs.map(({ file }) => file)));
    const isClosed = await endedByClosedPipe(() => normalizing.read()).finally(shown?.end);
    /** Ended early, by a signal or because the reader of standard output closed its pipe. */
    const hasEnded = (): boolean => isClosed || signal.aborted;
    // Statistics take time for each rule, and a quiet run may do without.
    const counts = run.quiet && run.failUnder === undefined ? undefined : matchedLinesOf(normalizing.statistics);
    const isLeft = counts !== undefined && counts.matched < counts.lines;
    const notes = isLeft && !run.quiet && !hasEnded() ? await readingNotes(run, inputs, rules) : [];
    if (!isWasted()) {
      lines.finish();
      // A signal may have come while the disk was busy.
      await setImmediate();
    }
    if (!isWasted() && (statisticsFile !== undefined || (!isClosed && showsStatistics(run)))) {
      const { statistics } = normalizing;
      const text =
        run.statisticsFormat === "profile"
          ? await (await import("./profiles.ts")).profileOf(rules, logs, reading, statistics)
          : statisticsReport(statistics, run.statisticsFormat);
      const isBelowLines = statisticsFile === undefined && isOnOutput;
      const bytes = Buffer.from(isBelowLines ? `\n${text}` : text);
      await endedByClosedPipe(() => (statisticsFile ?? outputs.lines).write(bytes));
    }
    if (isWasted()) lines.discard();
    else lines.commit();
    return hasEnded() ? {} : failingWith(shortfall(counts, run.failUnder, inputs), notes);
  } catch (error) {
    lines.discard();
    throw error;
  }
}
