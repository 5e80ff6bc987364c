// Logs in, normalized lines out.

import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import type { OutputFile } from "../io/output-file.ts";
import { totalSize } from "../io/same-file.ts";
import type { Sink } from "../io/sink.ts";
import { FORMAT_TRAITS, type Format } from "../run/line-writer.ts";
import type { NormalizationOptions } from "../run/normalization.ts";
import { type LogPart, partOfLogs } from "../run/part-of-logs.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { RunStatistics } from "../run/statistics.ts";
import { statisticsReport } from "../run/statistics-text.ts";
import { createRun } from "../run/threads/create-run.ts";
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { type LogInput, logOfInput, type ReadProgress, refuseOutput } from "./inputs.ts";
import { readingNotes } from "./log-hints.ts";
import { linesOutput, statisticsSink } from "./output-files.ts";
import type { Request } from "./request.ts";
import { endedByClosedPipe, ignoringClosedPipe, standardOutputs } from "./standard-outputs.ts";

interface RunOptions extends NormalizationOptions {
  /** The number of threads; `auto` for as many as the system can run at a time. */
  readonly jobs?: number | "auto" | undefined;
  readonly part?: LogPart | undefined;
}

/** Prepares a run. Rejects for logs that cannot be read in parts, if a part is asked for. */
export async function prepareRun(
  { rules, logs: [logs], options: { jobs = 1, part, ...options } }: Request<RunOptions, Rulebook>,
  output: Sink,
) {
  const parted = part && (await partOfLogs(part, logs, rules, options));
  const read = parted?.logs ?? logs;
  const run = await createRun(rules, read, output, options, jobs);
  return {
    /** How many bytes it reads, if that is known for a part. */
    size: parted?.size,
    get statistics(): RunStatistics {
      return run.statistics;
    },
    /** Rejects as `Run.read` does, or with a ChangedFileError if a log of a part changes. */
    read: async (): Promise<void> => {
      await run.read(read);
      if (!options.signal?.aborted) parted?.refuseChanges();
    },
  };
}

interface NormalizeRun
  extends CommandRun,
    Pick<RunOptions, "unmatched" | "original" | "timezone" | "mask" | "jobs" | "part"> {
  readonly format: Format;
  readonly explain: boolean;
  readonly quiet: boolean;
  /** The files for the lines and for the statistics; undefined for standard output. */
  readonly outputPath: string | undefined;
  readonly statisticsPath: string | undefined;
  readonly statisticsFormat: "table" | "json" | "profile";
}

export function showsStatistics({ quiet, format }: Pick<NormalizeRun, "quiet" | "format">): boolean {
  return !quiet && FORMAT_TRAITS[format].hasStatistics;
}

/**
 * Normalizes logs into standard output or a file, and writes the statistics. A file is replaced at the end, if all went
 * well. Rejects with a NamedError.
 */
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
    const normalizing = await prepareRun({ rules, logs: [logs], options }, lines.sink);
    shown?.begin(normalizing.size ?? totalSize(inputs.map(({ file }) => file)));
    const isClosed = await endedByClosedPipe(() => normalizing.read()).finally(shown?.end);
    const { statistics } = normalizing;
    const isLeft = statistics.linesMatched < statistics.linesProcessed && !run.quiet && !isClosed && !signal.aborted;
    const notes = isLeft ? await readingNotes(run, inputs, rules) : [];
    if (!isWasted(lines, signal)) {
      lines.finish();
      // A signal may have come while the disk was busy.
      await setImmediate();
    }
    if (!isWasted(lines, signal)) {
      const report = async (): Promise<string> => {
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
    return { statistics, notes, hasEnded };
  } catch (error) {
    lines.discard();
    throw error;
  }
}

/** Writes the statistics where they belong: to their file, or to standard output, perhaps below the lines. */
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

/**
 * Whether the lines would replace a file but are not all there, because a signal has ended the run. Such a file would
 * pass for a whole one, and their statistics for those of all lines.
 */
function isWasted({ isReplaced }: OutputFile, { aborted }: AbortSignal): boolean {
  return isReplaced && aborted;
}
