import { isatty } from "node:tty";
import { FORMAT_TRAITS } from "../normalization/line-writer.ts";
import { createRun } from "../threads/create-run.ts";
import { NORMALIZE } from "./commands.ts";
import { EXIT, SIGNAL_EXIT } from "./context.ts";
import { pseudonymsInput } from "./inputs/key-input.ts";
import { type LogInput, logInputs, logOfInput, refuseOutput, refuseTerminal } from "./inputs/log-inputs.ts";
import { rulebookInput } from "./inputs/rules-input.ts";
import { totalSize } from "./inputs/same-file.ts";
import { commandBase } from "./options/command-line.ts";
import { Progress } from "./outputs/progress.ts";
import { endedByClosedPipe, logOutputs } from "./outputs/standard-outputs.ts";
import { shortfall, statisticsReport } from "./outputs/statistics-report.ts";
import { statisticsSink } from "./outputs/statistics-sink.ts";
import { writeNote } from "./outputs/text-output.ts";

/** The plain command: logs in, normalized lines out. */
export class NormalizeCommand extends commandBase(NORMALIZE) {
  override async execute(): Promise<number> {
    const { rulesPath, keyPath, unmatched, format } = this;
    refuseTerminal(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = rulebookInput(rulesPath, pseudonymsInput(keyPath, this.context));
    const { stdout, stderr } = this.context;
    refuseOutput(inputs, this.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
    const outputs = logOutputs(this.context);
    const paths = [rulesPath, keyPath].filter((path) => path !== undefined);
    const files = [...paths, ...inputs.map(({ file }) => file)];
    const statisticsFile =
      this.statisticsPath === undefined ? undefined : statisticsSink(this.statisticsPath, this.context, outputs, files);

    const signal = this.context.handleSignals();
    const explain = this.explain ? outputs.records : undefined;
    const options = { unmatched, format, explain, signal, stripsAnsi: this.stripAnsi, masks: this.mask };
    const progress = this.shownProgress(inputs);
    const logs = inputs.map((input) => logOfInput(input, signal, progress?.add));
    const run = await createRun(rulebook, logs, outputs.lines, options, this.jobs);
    const closed = await endedByClosedPipe(() => run.read(logs)).finally(() => progress?.end());
    const report = statisticsReport(run.statistics, this.statisticsFormat);
    if (statisticsFile !== undefined) await endedByClosedPipe(() => statisticsFile.write(Buffer.from(report)));
    else if (!this.quiet && FORMAT_TRAITS[format].hasStatistics && !closed)
      await endedByClosedPipe(() => outputs.lines.write(Buffer.from(`\n${report}`)));

    if (closed) return EXIT.success;
    if (signal.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const note = this.failUnder && shortfall(run.statistics, this.failUnder);
    if (note === undefined) return EXIT.success;
    writeNote(this.context, note);
    return EXIT.negative;
  }

  /** The progress bar, if it was asked for and standard error is a terminal that shows no lines or records. */
  private shownProgress(inputs: readonly LogInput[]): Progress | undefined {
    const { stdout, stderr } = this.context;
    const isFree = isatty(stderr.fd) && !isatty(stdout.fd) && !this.explain;
    if (!this.progress || !isFree) return undefined;
    return new Progress(stderr, totalSize(inputs.map(({ file }) => file)));
  }
}
