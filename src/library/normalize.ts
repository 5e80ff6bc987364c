// Logs in, normalized lines out.

import { setImmediate } from "node:timers/promises";
import { type OutputFile, openedFile } from "../io/output-file.ts";
import { type FileReference, totalSize } from "../io/same-file.ts";
import type { Sink } from "../io/sink.ts";
import { FORMAT_TRAITS, type Format } from "../run/line-writer.ts";
import type { NormalizationOptions } from "../run/normalization.ts";
import { type LogPart, partOfLogs } from "../run/part-of-logs.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { RunStatistics } from "../run/statistics.ts";
import { statisticsReport } from "../run/statistics-text.ts";
import { createRun } from "../run/threads/create-run.ts";
import { type LogInput, logOfInput, refuseOutput } from "./inputs.ts";
import { linesOutput, statisticsSink } from "./output-files.ts";
import type { Request } from "./request.ts";
import {
  endedByClosedPipe,
  ignoringClosedPipe,
  logOutputs,
  type Outputs,
  type StandardStreams,
} from "./standard-outputs.ts";

/** How logs are normalized, and which part of them. */
interface RunOptions extends NormalizationOptions {
  /** The number of threads; `auto` for as many as the system can run at a time. */
  readonly jobs?: number | "auto" | undefined;
  readonly part?: LogPart | undefined;
}

/** A run over logs, or over a part of them, that is ready to begin. */
interface LogsRun {
  /** How many bytes it reads, if that is known for a part. */
  readonly size: number | undefined;
  /** Of what was read so far. */
  readonly statistics: RunStatistics;
  /** Rejects as `Run.read` does, or with a ChangedFileError if a log of a part changes. */
  read(): Promise<void>;
}

/** Prepares a run. Rejects for logs that cannot be read in parts, if a part is asked for. */
export async function prepareRun(
  { rules, logs: [logs], options: { jobs = 1, part, ...options } }: Request<RunOptions, Rulebook>,
  output: Sink,
): Promise<LogsRun> {
  const parted = part && (await partOfLogs(part, logs, rules, options));
  const read = parted?.logs ?? logs;
  const run = await createRun(rules, read, output, options, jobs);
  return {
    size: parted?.size,
    get statistics() {
      return run.statistics;
    },
    read: async () => {
      await run.read(read);
      if (!options.signal?.aborted) parted?.refuseChanges();
    },
  };
}

/** Whether statistics may follow lines of a format. */
export function hasStatistics(format: Format): boolean {
  return FORMAT_TRAITS[format].hasStatistics;
}

/** What the command normalizes, and where to. */
interface NormalizeRequest {
  readonly rulebook: Rulebook;
  readonly inputs: readonly LogInput[];
  readonly options: Omit<RunOptions, "explain" | "signal">;
  readonly explain: boolean;
  readonly streams: StandardStreams;
  /** The file for the lines; undefined for standard output. */
  readonly outputPath: string | undefined;
  /** The files that the lines must not replace, and those that the statistics must not. */
  readonly kept: { readonly byLines: readonly FileReference[]; readonly byStatistics: readonly FileReference[] };
  readonly statistics: {
    readonly path: string | undefined;
    readonly format: "table" | "json";
    /** Whether they follow the lines if they have no file. */
    readonly isShown: boolean;
  };
  /** Called when signals must no longer end the process at once. */
  handleSignals(): AbortSignal;
  /** Shows how much was read, if that is wanted. `total` is the size of all logs, if it is known. */
  readonly progress: ((total: number | undefined, isLinesOnOutput: boolean) => Progress | undefined) | undefined;
}

interface Progress {
  add(bytes: number): void;
  end(): void;
}

/** What a run of the command did. */
interface Normalized {
  readonly statistics: RunStatistics;
  /** Whether it ended early because the reader of standard output closed its pipe. */
  readonly isClosed: boolean;
  readonly signal: AbortSignal;
}

/**
 * Normalizes logs into standard output or a file, and writes the statistics. A file is replaced at the end, if all went
 * well. Rejects with a NamedError.
 */
export async function normalizeLogs(request: NormalizeRequest): Promise<Normalized> {
  const { inputs, streams, statistics: wanted } = request;
  const { stdout, stderr } = streams;
  refuseOutput(inputs, request.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
  const outputs = logOutputs(streams);
  const openLines = preparedOutput(request, outputs);
  const statisticsFile =
    wanted.path === undefined ? undefined : statisticsSink(wanted.path, streams, outputs, request.kept.byStatistics);

  const signal = request.handleSignals();
  const lines = openLines();
  try {
    const done = await readInto(lines.sink, request, outputs, signal);
    if (!isWasted(lines, signal)) {
      lines.finish();
      // A signal may have come while the disk was busy.
      await setImmediate();
    }
    if (!isWasted(lines, signal)) await writeStatistics(done, wanted, lines, outputs.lines, statisticsFile);
    if (isWasted(lines, signal)) lines.discard();
    else lines.commit();
    return done;
  } catch (error) {
    lines.discard();
    throw error;
  }
}

/** Prepares the output of the lines, and returns what opens it. */
function preparedOutput({ outputPath, streams, kept }: NormalizeRequest, outputs: Outputs): () => OutputFile {
  if (outputPath === undefined) return () => openedFile(outputs.lines);
  return linesOutput(outputPath, streams, outputs, kept.byLines);
}

async function readInto(
  lines: Sink,
  { rulebook, inputs, options, explain, progress: shown }: NormalizeRequest,
  outputs: Outputs,
  signal: AbortSignal,
): Promise<Normalized> {
  const isOnOutput = lines === outputs.lines;
  // Explain records that nobody reads end the run only where nobody reads the lines either.
  const explained = isOnOutput ? outputs.explain : ignoringClosedPipe(outputs.explain);
  let progress: Progress | undefined;
  const onRead = shown && ((bytes: number): void => progress?.add(bytes));
  const logs = inputs.map((input) => logOfInput(input, signal, onRead));
  const request = { ...options, explain: explain ? explained : undefined, signal };
  const run = await prepareRun({ rules: rulebook, logs: [logs], options: request }, lines);
  progress = shown?.(run.size ?? totalSize(inputs.map(({ file }) => file)), isOnOutput);
  const isClosed = await endedByClosedPipe(() => run.read()).finally(() => progress?.end());
  return { statistics: run.statistics, isClosed, signal };
}

/** Writes the statistics where they belong: to their file, or to standard output after the lines. */
async function writeStatistics(
  { statistics, isClosed }: Normalized,
  { format, isShown }: NormalizeRequest["statistics"],
  lines: OutputFile,
  output: Sink,
  file: Sink | undefined,
): Promise<void> {
  const report = statisticsReport(statistics, format);
  if (file !== undefined) {
    await endedByClosedPipe(() => file.write(Buffer.from(report)));
  } else if (isShown && !isClosed) {
    const text = lines.sink === output ? `\n${report}` : report;
    await endedByClosedPipe(() => output.write(Buffer.from(text)));
  }
}

/**
 * Whether the lines would replace a file but are not all there, because a signal has ended the run. Such a file would
 * pass for a whole one, and their statistics for those of all lines.
 */
function isWasted({ isReplaced }: OutputFile, { aborted }: AbortSignal): boolean {
  return isReplaced && aborted;
}
