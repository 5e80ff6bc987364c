import { isatty } from "node:tty";
import { Command, Option } from "clipanion";
import { FORMATS } from "../normalization/line-writer.ts";
import { UNMATCHED } from "../normalization/normalization.ts";
import { runOf } from "../threads/run-of.ts";
import { type Context, EXIT, SIGNAL_EXIT } from "./context.ts";
import { type LogInput, logInputs, logOf, refuseOutput, refuseTerminal } from "./inputs/log-inputs.ts";
import { neededRules, readRules } from "./inputs/rules-input.ts";
import { sizeTogether } from "./inputs/same-file.ts";
import { parseChoice, parseJobs, parsePercentage } from "./options/option-values.ts";
import { rulesOption, stripAnsiOption } from "./options/shared-options.ts";
import { Progress } from "./outputs/progress.ts";
import { endedByClosedPipe, logOutputs } from "./outputs/standard-outputs.ts";
import { type StatisticsFormat, shortfall, statisticsReport } from "./outputs/statistics-report.ts";
import { statisticsSink } from "./outputs/statistics-sink.ts";
import { say } from "./outputs/text-output.ts";

const STATISTICS_FORMATS = ["table", "json"] as const satisfies readonly StatisticsFormat[];

/** The plain command: logs in, normalized lines out. */
export class NormalizeCommand extends Command<Context> {
  static override paths = [Command.Default];
  static readonly synopsis = "normalizer --rules FILE [options] [log ...]";
  static readonly choices = { "--format": FORMATS, "--stats-format": STATISTICS_FORMATS, "--unmatched": UNMATCHED };

  static override usage = Command.Usage({
    description: "Rewrites log lines by rules: what says the same thing becomes the same line.",
    examples: [
      ["Compare two environments:", "diff <($0 -qr rules.yaml a.log) <($0 -qr rules.yaml b.log)"],
      ["Follow a log as it is written:", "tail -f app.log | $0 -qr rules.yaml"],
      ["See which rule wrote each line:", "$0 -r rules.yaml --explain app.log"],
    ],
    details: [
      "Logs are read in the order given; - or no log is standard input. Gzip is read through.",
      "Other commands: normalizer init writes rules to begin from, check tells what is wrong with rules, why explains a line, diff compares two logs, trace follows an id through several, completion sets up a shell. Each has its own --help.",
      "Exit status: 0 done, 1 --fail-under not reached, 2 trouble.",
    ].join("\n\n"),
  });

  rulesPath = rulesOption();
  quiet = Option.Boolean("--quiet,-q", false, {
    description: "Write no statistics after the lines.",
  });
  explain = Option.Boolean("--explain,-e", false, {
    description: "Say before each line, on standard error, which rule won.",
  });
  unmatched = Option.String("--unmatched", "pass", {
    description: "MODE Lines that no rule matches: pass unchanged (default), drop, or only these.",
  });
  format = Option.String("--format", "lines", {
    description:
      "FORM lines (default), or json: an object for each line, with its number, rule, fields and output, and no statistics.",
  });
  statisticsPath = Option.String("--stats-file", {
    description: "FILE Write the statistics to this file, also with --quiet.",
  });
  statisticsFormat = Option.String("--stats-format", "table", {
    description: "FORM The form of the statistics: table (default) or json.",
  });
  failUnder = Option.String("--fail-under", {
    description: "P Exit with 1 if fewer than P percent of the lines matched.",
  });
  jobs = Option.String("--jobs,-j", "1", {
    description: "N Match large files in N threads (default 1); auto for as many as there are cores.",
  });
  stripAnsi = stripAnsiOption();
  progress = Option.Boolean("--progress", false, {
    description: "Show how much is read, on standard error, if that is a terminal.",
  });

  override async execute(): Promise<number> {
    const rulesPath = neededRules(this.rulesPath);
    const unmatched = parseChoice("--unmatched", this.unmatched, UNMATCHED);
    const format = parseChoice("--format", this.format, FORMATS);
    const statisticsFormat = parseChoice("--stats-format", this.statisticsFormat, STATISTICS_FORMATS);
    const threshold = this.failUnder === undefined ? undefined : parsePercentage("--fail-under", this.failUnder);
    const jobs = parseJobs("--jobs", this.jobs);
    refuseTerminal(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = readRules(rulesPath);
    const { stdout, stderr } = this.context;
    refuseOutput(inputs, this.explain ? [stdout.fd, stderr.fd] : [stdout.fd]);
    const outputs = logOutputs(this.context);
    const files = [rulesPath, ...inputs.map(({ file }) => file)];
    const statisticsFile =
      this.statisticsPath === undefined ? undefined : statisticsSink(this.statisticsPath, this.context, outputs, files);

    const signal = this.context.takeSignals();
    const explain = this.explain ? outputs.records : undefined;
    const options = { unmatched, format, explain, signal, stripsAnsi: this.stripAnsi };
    const progress = this.shownProgress(inputs);
    const logs = inputs.map((input) => logOf(input, signal, progress?.add));
    const run = await runOf(rulebook, logs, outputs.lines, options, jobs);
    const closed = await endedByClosedPipe(() => run.read(logs)).finally(() => progress?.end());
    const report = statisticsReport(run.statistics, statisticsFormat);
    if (statisticsFile !== undefined) await endedByClosedPipe(() => statisticsFile.write(Buffer.from(report)));
    else if (!this.quiet && format === "lines" && !closed)
      await endedByClosedPipe(() => outputs.lines.write(Buffer.from(`\n${report}`)));

    if (closed) return EXIT.done;
    if (signal.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const said = threshold && shortfall(run.statistics, threshold);
    if (said === undefined) return EXIT.done;
    say(this.context, said);
    return EXIT.no;
  }

  /** Shown on a terminal, unless lines or records are written there too. */
  private shownProgress(inputs: readonly LogInput[]): Progress | undefined {
    const { stdout, stderr } = this.context;
    const isFree = isatty(stderr.fd) && !isatty(stdout.fd) && !this.explain;
    if (!this.progress || !isFree) return undefined;
    return new Progress(stderr, sizeTogether(inputs.map(({ file }) => file)));
  }
}
