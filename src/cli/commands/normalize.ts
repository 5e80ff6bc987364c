import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import { type OutputFile, openedFile } from "../../io/output-file.ts";
import { totalSize } from "../../io/same-file.ts";
import type { Sink } from "../../io/sink.ts";
import { DECOMPRESSION, type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { pseudonymsInput } from "../../library/key-file.ts";
import { linesOutput } from "../../library/lines-output.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { UsageError } from "../../library/option-values.ts";
import { rulebookInput } from "../../library/rules-files.ts";
import { endedByClosedPipe, ignoringClosedPipe, logOutputs, type Outputs } from "../../library/standard-outputs.ts";
import { statisticsSink } from "../../library/statistics-file.ts";
import { FORMAT_TRAITS } from "../../run/line-writer.ts";
import type { NormalizationOptions } from "../../run/normalization.ts";
import { partOfLogs } from "../../run/part-of-logs.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { RunStatistics } from "../../run/statistics.ts";
import { shortfall, statisticsReport } from "../../run/statistics-text.ts";
import { createRun } from "../../run/threads/create-run.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { EXIT, SIGNAL_EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput, refuseTerminal } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { writeNote } from "../print.ts";
import { Progress } from "../progress.ts";

/** The plain command: logs in, normalized lines out. */
export const NORMALIZE = {
  synopsis: "{--rules FILE | --mask} [options] [LOG ...]",
  sentence: "Rewrites log lines by rules, so that lines with the same meaning become the same line.",
  examples: [
    ["Compare two logs:", "normalizer diff -r rules.yaml a.log b.log"],
    ["The same with a plain diff:", "diff <(normalizer -qr rules.yaml a.log) <(normalizer -qr rules.yaml b.log)"],
    ["Follow a log as it is written:", "tail -f app.log | normalizer -qr rules.yaml"],
    ["See which rule wrote each line:", "normalizer -r rules.yaml --explain app.log"],
    ["Count similar lines, without rules:", "normalizer -q --mask app.log | sort | uniq -c"],
  ],
  options: {
    rulesPath: OPTION.RULES_OR_MASK,
    quiet: { long: "--quiet", short: "-q", sentence: "Write no statistics after the lines." },
    explain: {
      long: "--explain",
      short: "-e",
      sentence: "Before each line, write to standard error which rule won.",
    },
    unmatched: OPTION.UNMATCHED_LINES,
    format: OPTION.FORMAT,
    original: OPTION.ORIGINAL,
    timezone: { ...OPTION.TIMEZONE, needs: { option: OPTION.FORMAT, value: "json" } },
    statisticsPath: {
      long: "--stats-file",
      metavariable: "FILE",
      file: "written",
      once: true,
      sentence: "Write the statistics to this file, even with --quiet.",
    },
    statisticsFormat: {
      long: "--stats-format",
      metavariable: "FORMAT",
      choices: ["table", "json"],
      default: "table",
      sentence: "The format of the statistics.",
    },
    failUnder: OPTION.FAIL_UNDER,
    jobs: OPTION.JOBS,
    part: OPTION.PART,
    outputPath: {
      ...OPTION.OUTPUT,
      sentence: "Write the lines to this file, which is replaced at the end if all went well.",
    },
    mask: { ...OPTION.MASK, excludes: [{ option: OPTION.UNMATCHED_LINES, value: "drop" }] },
    input: OPTION.INPUT,
    message: OPTION.MESSAGE,
    keyPath: OPTION.KEY_FILE_OF_RULES,
    stripAnsi: OPTION.STRIP_ANSI,
    progress: {
      long: "--progress",
      sentence: "Show progress on standard error, if that is a terminal.",
    },
  },
  notes: [
    `Logs are read in the order given. Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** What a run did. */
interface Done {
  readonly statistics: RunStatistics;
  /** Whether it ended early because the reader of standard output closed its pipe. */
  readonly isClosed: boolean;
}

/** The plain command: logs in, normalized lines out. */
export class NormalizeCommand extends commandBase(NORMALIZE) {
  override async execute(): Promise<number> {
    const { operands, stdout, stderr } = this.context;
    refuseTerminal(operands);
    refuseRepeatedInput(operands);
    if (this.part !== undefined && (operands.length === 0 || operands.includes(STANDARD_STREAM)))
      throw new UsageError("--part needs named files; the length of standard input is known only at its end");

    if (this.statisticsFormat !== "table" && this.statisticsPath === undefined && !this.showsStatistics)
      throw new UsageError("--stats-format needs --stats-file FILE here, because no statistics follow the lines");

    const inputs = logInputs(operands);
    const rulebook = rulebookInput(this.rulesPath, pseudonymsInput(this.keyPath, this.context.environmentKey));
    refuseOutput(inputs, this.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
    const outputs = logOutputs(this.context);
    const openLines = this.preparedOutput(inputs, outputs);
    const statisticsFile = this.statisticsFile(inputs, outputs);

    const signal = this.context.handleSignals();
    const lines = openLines();
    try {
      const done = await this.normalize(rulebook, inputs, lines.sink, outputs, signal);
      if (!isWasted(lines, signal)) {
        lines.finish();
        // A signal may have come while the disk was busy.
        await setImmediate();
      }
      if (!isWasted(lines, signal)) await this.writeStatistics(done, lines, outputs.lines, statisticsFile);
      if (isWasted(lines, signal)) lines.discard();
      else lines.commit();
      return this.exitCode(done, inputs, signal);
    } catch (error) {
      lines.discard();
      throw error;
    }
  }

  /** Whether the lines are followed by their statistics if these have no file. */
  private get showsStatistics(): boolean {
    return !this.quiet && FORMAT_TRAITS[this.format].hasStatistics;
  }

  /** Prepares the output of the lines, and returns what opens it. */
  private preparedOutput(inputs: readonly LogInput[], outputs: Outputs): () => OutputFile {
    const { outputPath, statisticsPath, part } = this;
    if (outputPath === undefined || outputPath === STANDARD_STREAM) return () => openedFile(outputs.lines);
    // A log may be replaced once it is read, but the other parts of one that is replaced by a part would be lost.
    const kept = this.filesRead(part === undefined ? [] : inputs);
    if (statisticsPath !== undefined) kept.push(statisticsPath);
    return linesOutput(outputPath, this.context, outputs, kept);
  }

  private statisticsFile(inputs: readonly LogInput[], outputs: Outputs): Sink | undefined {
    const { statisticsPath } = this;
    if (statisticsPath === undefined) return undefined;
    return statisticsSink(statisticsPath, this.context, outputs, this.filesRead(inputs));
  }

  private async normalize(
    rulebook: Rulebook,
    inputs: readonly LogInput[],
    lines: Sink,
    outputs: Outputs,
    signal: AbortSignal,
  ): Promise<Done> {
    const { unmatched, format, original, timezone, mask, part } = this;
    // Explain records that nobody reads end the run only where nobody reads the lines either.
    const explained = lines === outputs.lines ? outputs.explain : ignoringClosedPipe(outputs.explain);
    const explain = this.explain ? explained : undefined;
    const reading = readOptions(this);
    const options: NormalizationOptions = { ...reading, unmatched, format, original, timezone, mask, explain, signal };
    let progress: Progress | undefined;
    const onRead = this.progress ? (bytes: number) => progress?.add(bytes) : undefined;
    const named = inputs.map((input) => logOfInput(input, signal, onRead));
    const parted = part && (await partOfLogs(part, named, rulebook, options));
    const logs = parted?.logs ?? named;
    const run = await createRun(rulebook, logs, lines, options, this.jobs);
    progress = this.shownProgress(parted?.size ?? totalSize(inputs.map(({ file }) => file)), lines === outputs.lines);
    const isClosed = await endedByClosedPipe(() => run.read(logs)).finally(() => progress?.end());
    if (!isClosed && !signal.aborted) parted?.refuseChanges();
    return { statistics: run.statistics, isClosed };
  }

  /** Writes the statistics where they belong: to their file, or to standard output after the lines. */
  private async writeStatistics(
    { statistics, isClosed }: Done,
    lines: OutputFile,
    output: Sink,
    file: Sink | undefined,
  ): Promise<void> {
    const report = statisticsReport(statistics, this.statisticsFormat);
    if (file !== undefined) {
      await endedByClosedPipe(() => file.write(Buffer.from(report)));
    } else if (this.showsStatistics && !isClosed) {
      const text = lines.sink === output ? `\n${report}` : report;
      await endedByClosedPipe(() => output.write(Buffer.from(text)));
    }
  }

  private exitCode({ statistics, isClosed }: Done, inputs: readonly LogInput[], signal: AbortSignal): number {
    if (isClosed) return EXIT.success;
    if (signal.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const note = this.failUnder && shortfall(statistics, this.failUnder, inputs);
    if (note === undefined) return EXIT.success;
    writeNote(this.context, note);
    return EXIT.negative;
  }

  /** The progress bar, if it was asked for and standard error is a terminal that shows no lines or explain records. */
  private shownProgress(size: number | undefined, isLinesOnOutput: boolean): Progress | undefined {
    const { stdout, stderr } = this.context;
    const isFree = isatty(stderr.fd) && !(isLinesOnOutput && isatty(stdout.fd)) && !this.explain;
    return this.progress && isFree ? new Progress(stderr, size) : undefined;
  }
}

/**
 * Whether the lines would replace a file but are not all there, because a signal has ended the run. Such a file would
 * pass for a whole one, and their statistics for those of all lines.
 */
function isWasted({ isReplaced }: OutputFile, { aborted }: AbortSignal): boolean {
  return isReplaced && aborted;
}
