import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import { NamedError } from "../../io/named-error.ts";
import { replaceFile } from "../../io/output-file.ts";
import { isOneOf, isRegularFile } from "../../io/same-file.ts";
import { shortfall } from "../../library/fail-under.ts";
import { DECOMPRESSION, type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { pseudonymsInput } from "../../library/key-file.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { numberUpTo, UsageError } from "../../library/option-values.ts";
import { rulesInput } from "../../library/rules-files.ts";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { pageOf } from "../../report/page.ts";
import { collectReport } from "../../report/report.ts";
import type { ReportData } from "../../report/report-data.ts";
import { STARTER } from "../../rules/starter.ts";
import { type LoadedRules, loadRules } from "../../run/load-rules.ts";
import { requireKey } from "../../run/rulebook.ts";
import { readRules } from "../../run/rules-file.ts";
import { STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT, SIGNAL_EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { writeNote } from "../print.ts";

/** More samples would make a page too large to be opened. */
const MAX_SAMPLES = 10_000;

const REPORT = {
  word: "report",
  synopsis: "{--rules FILE | --playground} [options] [LOG ...]",
  sentence: COMMAND_SENTENCES.report,
  examples: [
    ["See what the rules make of a log:", "normalizer report --rules rules.yaml -o report.html app.log"],
    [
      "Compare it with an older one, and follow ids:",
      "normalizer report -r rules.yaml --against old.log --by id -o r.html new.log",
    ],
    ["Try these rules on lines that are pasted:", "normalizer report --rules rules.yaml -o try.html"],
    ["Try rules without a rules file:", "normalizer report --playground -o try.html"],
  ],
  options: {
    rulesPath: OPTION.RULES_OR_OPERAND,
    outputPath: { ...OPTION.OUTPUT, sentence: "Write the page to this file, and replace it if it exists." },
    playground: {
      long: "--playground",
      excludes: [{ option: OPTION.RULES_OR_OPERAND }],
      sentence: "Begin with the rules that init writes.",
    },
    againstPath: {
      long: "--against",
      metavariable: "LOG",
      file: "read",
      once: true,
      needs: "a log",
      sentence: "Also show how the logs differ from this older one, and which fields vary between them.",
    },
    by: {
      ...OPTION.BY,
      needs: "a log",
      sentence: "Also show a timeline of each id: the first of these fields, joined by commas, that is not empty.",
    },
    samples: {
      long: "--samples",
      metavariable: "N",
      value: numberUpTo(MAX_SAMPLES),
      default: "20",
      needs: "a log",
      sentence: "Put at most N lines of each rule into the page. With 0, the page holds no lines of the logs.",
    },
    input: { ...OPTION.INPUT, needs: "a log" },
    message: OPTION.MESSAGE,
    keyPath: OPTION.KEY_FILE_OF_RULES,
    stripAnsi: { ...OPTION.STRIP_ANSI, needs: "a log" },
    failUnder: { ...OPTION.FAIL_UNDER, needs: "a log" },
  },
  notes: [
    "The page is one file that needs nothing else: it opens from disk, makes no request, and can be sent to others.",
    "It holds lines of the logs, and short logs as a whole. Even with --samples 0, it shows what unmatched lines have in common.",
    `${DECOMPRESSION} The log - is standard input.`,
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `report` command: writes an HTML page that shows what rules make of logs, and in which they can be tried. */
export class ReportCommand extends commandBase(REPORT) {
  override async execute(): Promise<number> {
    const paths = this.context.operands;
    const outputPath = this.outputPath === STANDARD_STREAM ? undefined : this.outputPath;
    if (outputPath === undefined && isatty(this.context.stdout.fd))
      throw new UsageError("a report is not for a terminal; write it to a file: --output report.html");
    refuseRepeatedInput(paths);
    this.refuseUnsuited(paths);
    const source = this.rules(paths);
    const inputs = paths.length === 0 ? [] : logInputs(paths);
    const older = this.againstPath === undefined ? undefined : logInputs([this.againstPath]);
    if (outputPath === undefined) refuseOutput([...inputs, ...(older ?? [])], [this.context.stdout.fd]);
    else if (isOneOf(outputPath, this.filesRead(inputs)))
      throw new NamedError(shownPath(outputPath), "is read by this run; name another file for the report");

    // Leaves signals unhandled. They end the process, which has not written anything yet.
    const unhandled = new AbortController().signal;
    const logs = inputs.map((input) => logOfInput(input, unhandled));
    const against = older?.map((input) => logOfInput(input, unhandled));
    const { samples, by } = this;
    const data = await collectReport(source, logs, { ...readOptions(this), samples, by, against });
    const page = Buffer.from(
      pageOf(data, paths.length === 0 ? "normalizer: rules to try" : `normalizer: ${paths.join(", ")}`),
    );
    return (await this.write(page, outputPath)) ?? this.exitCode(data, inputs);
  }

  /** Refuses what cannot be compared or grouped: for that, logs are read several times and lines are shown. */
  private refuseUnsuited(paths: readonly string[]): void {
    const option = this.againstPath !== undefined ? "--against" : this.by !== undefined ? "--by" : undefined;
    if (option === undefined) return;
    if (this.samples === 0) throw new UsageError(`${option} shows lines, which --samples 0 leaves out`);
    const all = this.againstPath === undefined ? paths : [this.againstPath, ...paths];
    const stream = all.find((path) => path === STANDARD_STREAM || !isRegularFile(path));
    if (stream !== undefined)
      throw new UsageError(
        `with ${option} logs are read several times, and ${shownPath(stream)} is not a regular file; save it first`,
      );
  }

  private rules(paths: readonly string[]): LoadedRules {
    const { rulesPath, keyPath, playground } = this;
    const pseudonyms = pseudonymsInput(keyPath, this.context.environmentKey);
    const read = (path: string): LoadedRules => {
      const source = readRules(path, pseudonyms);
      // The other parts of a report show no outputs. The page makes its own.
      if (this.againstPath !== undefined || this.by !== undefined) requireKey(source.rulebook);
      return source;
    };
    if (rulesPath !== undefined) return rulesInput(rulesPath, read);
    if (!playground)
      throw new UsageError(
        "no rules given; name the rules file with --rules FILE, or try rules in a page: report --playground",
      );
    if (paths.length > 0) throw new UsageError("--playground takes no logs; they are pasted into the page");
    return loadRules({ bytes: Buffer.from(STARTER), name: "rules.yaml" });
  }

  /** Returns an exit code if the command ends with that. */
  private async write(page: Buffer, path: string | undefined): Promise<number | undefined> {
    if (path === undefined) {
      await endedByClosedPipe(() => standardOutputs(this.context).lines.write(page));
      return undefined;
    }
    // A signal must not end the process while there is a temporary file.
    const signal = this.context.handleSignals();
    try {
      replaceFile(path, page);
    } catch (error) {
      throw new NamedError(shownPath(path), error);
    }
    await setImmediate();
    return signal.aborted ? (SIGNAL_EXIT[signal.reason] ?? EXIT.trouble) : undefined;
  }

  private exitCode({ run }: ReportData, inputs: readonly LogInput[]): number {
    if (this.failUnder === undefined || run === undefined) return EXIT.success;
    const missing = shortfall({ linesProcessed: run.lines, linesMatched: run.matched }, this.failUnder, inputs);
    if (missing === undefined) return EXIT.success;
    writeNote(this.context, missing);
    return EXIT.negative;
  }
}
