import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import type { OutputFile } from "../io/output-file.ts";
import { totalSize } from "../io/same-file.ts";
import type { Sink } from "../io/sink.ts";
import { FORMAT_TRAITS } from "../run/line-writer.ts";
import type { Statistics } from "../run/statistics.ts";
import { statisticsReport } from "../run/statistics-text.ts";
import { prepareRun } from "../run/threads/create-run.ts";
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { type LogInput, logOfInput, type ReadProgress, readingNotes, refuseOutput } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import { endedByClosedPipe, ignoringClosedPipe, linesOutput, standardOutputs, statisticsSink } from "./outputs.ts";

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
) {
  const { context, unmatched, format, original, timezone, mask, part, jobs, statisticsPath } = run;
  const { stdout, stderr } = context;
  const rules = rulebookOf(run);
  refuseOutput(inputs, run.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
  const outputs = standardOutputs(context, "logs");
  // A log may be replaced once it is read, but the other parts of one that is replaced by a part would be lost.
  const read = run.filesRead(part === undefined ? [] : inputs);
  const kept = statisticsPath === undefined ? read : [...read, statisticsPath];
  const openLines = linesOutput(run.outputPath, context, outputs, kept);
  const statisticsFile = statisticsSink(statisticsPath, context, outputs, run.filesRead(inputs));

  const signal = context.handleSignals();
  const lines = openLines();
  const isOnOutput = lines.sink === outputs.lines;
  // Explain records that nobody reads end the run only where nobody reads the lines either.
  const explained = isOnOutput ? outputs.explain : ignoringClosedPipe(outputs.explain);
  const explain = run.explain ? explained : undefined;
  const options = { ...readOptions(run), unmatched, format, original, timezone, mask, part, jobs, explain, signal };
  try {
    // On a terminal that shows the lines there is no room for more.
    const shown = isOnOutput && isatty(stdout.fd) ? undefined : progress;
    const logs = inputs.map((input) => logOfInput(input, signal, shown?.add));
    const normalizing = await prepareRun(rules, logs, options, lines.sink);
    shown?.begin(normalizing.size ?? totalSize(inputs.map(({ file }) => file)));
    const isClosed = await endedByClosedPipe(() => normalizing.read()).finally(shown?.end);
    // A quiet run may do without statistics, which take time for each rule.
    const isLeft = !run.quiet && !isClosed && !signal.aborted && leftLines(normalizing.statistics) > 0;
    const notes = isLeft ? await readingNotes(run, inputs, rules) : [];
    if (!isWasted(lines, signal)) {
      lines.finish();
      // A signal may have come while the disk was busy.
      await setImmediate();
    }
    if (!isWasted(lines, signal)) {
      const report = async (): Promise<string> => {
        const { statistics } = normalizing;
        if (run.statisticsFormat !== "profile") return statisticsReport(statistics, run.statisticsFormat);
        // Few runs need it.
        const { profileOf } = await import("./profiles.ts");
        const logs = inputs.map((input) => logOfInput(input, signal));
        return profileOf(rules, logs, { ...readOptions(run), part, signal }, statistics);
      };
      await writeStatistics(run, isClosed, report, statisticsFile, outputs.lines, isOnOutput);
    }
    if (isWasted(lines, signal)) lines.discard();
    else lines.commit();
    /** Whether it ended early, by a signal or because the reader of standard output closed its pipe. */
    const hasEnded = isClosed || signal.aborted;
    return { statistics: () => normalizing.statistics, notes, hasEnded };
  } catch (error) {
    lines.discard();
    throw error;
  }
}

function leftLines({ linesProcessed, linesMatched }: Statistics): number {
  return linesProcessed - linesMatched;
}

async function writeStatistics(
  run: NormalizeRun,
  isClosed: boolean,
  makeReport: () => Promise<string>,
  file: Sink | undefined,
  output: Sink,
  isBelowLines: boolean,
): Promise<void> {
  if (file === undefined && (isClosed || !showsStatistics(run))) return;
  const report = await makeReport();
  const text = file === undefined && isBelowLines ? `\n${report}` : report;
  await endedByClosedPipe(() => (file ?? output).write(Buffer.from(text)));
}

/** Whether the lines would replace a file but are not all there, because a signal has ended the run. */
function isWasted({ isReplaced }: OutputFile, { aborted }: AbortSignal): boolean {
  return isReplaced && aborted;
}
