import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import { NamedError } from "../../io/named-error.ts";
import { totalSize } from "../../io/same-file.ts";
import { type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { refuseExisting, writeNew } from "../../library/new-file.ts";
import { rulesInput } from "../../library/rules-files.ts";
import { refuseUnwritable, saveRules } from "../../library/rules-writing.ts";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import type { LoadedRules } from "../../run/load-rules.ts";
import { readRules } from "../../run/rules-file.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { DEFAULT_GRANULARITY, GRANULARITIES } from "../../tools/suggest/granularity.ts";
import { type Suggestion, suggestRules } from "../../tools/suggest/suggest.ts";
import { suggestSummary } from "../../tools/suggest/suggest-summary.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT, SIGNAL_EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput, refuseTerminal } from "../operands.ts";
import { commandBase } from "../options/command-line.ts";
import type { CommandDefinition, OptionDefinition } from "../options/option-definition.ts";
import { parseCount, parseFields } from "../options/option-values.ts";
import { proposedCommand } from "../options/proposed-command.ts";
import { DECOMPRESSION, INPUT, MESSAGE, RULES_OR_OPERAND, STRIP_ANSI } from "../options/shared-options.ts";
import { terminalWidth } from "../print.ts";
import { Progress } from "../progress.ts";

const OUTPUT = {
  long: "--output",
  short: "-o",
  metavariable: "FILE",
  file: "written",
  once: true,
  sentence: "Write the rules to this file, which must not exist yet.",
} as const satisfies OptionDefinition;

const SUGGEST = {
  word: "suggest",
  synopsis: "[options] [LOG ...]",
  sentence: COMMAND_SENTENCES.suggest,
  examples: [
    ["Write rules for a log:", "normalizer suggest app.log > rules.yaml"],
    ["Check them:", "normalizer check rules.yaml app.log"],
    ["Add rules for lines that no rule matches:", "normalizer suggest --rules rules.yaml --in-place app.log"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "Existing rules. Write rules only for lines that these do not match." },
    inPlace: {
      long: "--in-place",
      short: "-i",
      needs: { option: RULES_OR_OPERAND },
      excludes: [{ option: OUTPUT }],
      sentence: "Write the new rules into the file of --rules.",
    },
    outputPath: OUTPUT,
    minCount: {
      long: "--min-count",
      metavariable: "N",
      parse: parseCount,
      default: "1",
      sentence: "Leave out rules for fewer than N lines.",
    },
    maxRules: {
      long: "--max-rules",
      metavariable: "N",
      parse: parseCount,
      sentence: "Write at most N rules, those for the most lines.",
    },
    granularity: {
      long: "--granularity",
      metavariable: "LEVEL",
      choices: GRANULARITIES,
      default: DEFAULT_GRANULARITY,
      sentence: "How much the lines of one rule may differ: coarse gives fewer rules, fine gives more.",
    },
    keep: {
      long: "--keep",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Write a rule for each value of these fields of the header, joined by commas.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Each rule comes with a line of the log as its example. A summary on standard error says which lines are left.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, even if lines are left; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `suggest` command: writes rules for logs to standard output or a file, or into the file of the given rules. */
export class SuggestCommand extends commandBase(SUGGEST) {
  override async execute(): Promise<number> {
    const { rulesPath, inPlace } = this;
    const outputPath = this.outputPath === STANDARD_STREAM ? undefined : this.outputPath;
    const paths = this.context.operands;
    refuseTerminal(paths);
    refuseRepeatedInput(paths);

    const inputs = logInputs(paths);
    const given = rulesPath === undefined ? undefined : rulesInput(rulesPath, readRules);
    if (inPlace) refuseUnwritable(rulesPath!);
    if (outputPath !== undefined) refuseExisting(outputPath, this.advice(outputPath));
    if (outputPath === undefined && !inPlace) refuseOutput(inputs, [this.context.stdout.fd]);

    const suggestion = await this.suggested(inputs, given);
    const exit = await this.write(suggestion, outputPath, given);
    if (exit !== undefined) return exit;
    const { stderr } = this.context;
    const destination = inPlace ? rulesPath : outputPath;
    const checking = (path: string): string => proposedCommand(["check", pathWord(path)], paths, this);
    const width = terminalWidth(stderr);
    stderr.write(suggestSummary(suggestion, { checking, rulesPath, destination, inputs, width, ...this.limits() }));
    return EXIT.success;
  }

  /** What helps if the file exists to which rules are to be written. */
  private advice(path: string): string {
    const words = ["suggest", `--rules ${pathWord(path)}`, "--in-place"];
    return `name another file, or add to its rules: ${proposedCommand(words, this.context.operands, this)}`;
  }

  private limits() {
    const { minCount, maxRules = Number.POSITIVE_INFINITY } = this;
    return { minCount, maxRules };
  }

  /** Leaves signals unhandled. They end the process, which has not written anything yet. */
  private async suggested(inputs: readonly LogInput[], given: LoadedRules | undefined): Promise<Suggestion> {
    const { signal } = new AbortController();
    const passes = new Passes(this.context.stderr, inputs);
    try {
      return await suggestRules(
        inputs.map((input) => logOfInput(input, signal, passes.add)),
        {
          ...readOptions(this),
          ...this.limits(),
          granularity: this.granularity,
          keep: this.keep,
          signal,
          given,
          onReadAgain: passes.next,
        },
      );
    } catch (error) {
      if (error instanceof NamedError || given === undefined) throw error;
      throw new NamedError(shownPath(given.path), error);
    } finally {
      passes.end();
    }
  }

  /** Writes the rules. Returns an exit code if the command ends with that. */
  private async write(
    { text, file }: Suggestion,
    outputPath: string | undefined,
    given: LoadedRules | undefined,
  ): Promise<number | undefined> {
    if (!this.inPlace && outputPath === undefined) {
      const closed = await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
      return closed ? EXIT.success : undefined;
    }
    // A signal must not end the process while a file is half written.
    const signal = this.context.handleSignals();
    if (this.inPlace) saveRules(given!.path, given!.bytes, Buffer.from(file));
    else writeNew(outputPath!, Buffer.from(text), this.advice(outputPath!));
    // Signals that came meanwhile take effect only now.
    await setImmediate();
    return signal.aborted ? (SIGNAL_EXIT[signal.reason] ?? EXIT.trouble) : undefined;
  }
}

/** Shows how much of the logs has been read, each time they are read, if standard error is a terminal. */
class Passes {
  private readonly stderr: SuggestCommand["context"]["stderr"];
  private progress: Progress | undefined;

  constructor(stderr: SuggestCommand["context"]["stderr"], inputs: readonly LogInput[]) {
    this.stderr = stderr;
    this.begin(totalSize(inputs.map(({ file }) => file)));
  }

  readonly add = (bytes: number): void => this.progress?.add(bytes);

  readonly next = (size: number): ((bytes: number) => void) => {
    this.begin(size);
    return this.add;
  };

  end(): void {
    this.progress?.end();
  }

  private begin(size: number | undefined): void {
    this.end();
    if (isatty(this.stderr.fd)) this.progress = new Progress(this.stderr, size);
  }
}
