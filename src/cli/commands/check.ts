import { setImmediate } from "node:timers/promises";
import { NamedError } from "../../io/named-error.ts";
import { BaselineError } from "../../io/read-errors.ts";
import { readBaseline, readBaselineToUpdate, saveBaseline } from "../../library/baseline-file.ts";
import { shortfall } from "../../library/fail-under.ts";
import { DECOMPRESSION, type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { pseudonymsInput } from "../../library/key-file.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { parseText, RULES_PATH, UsageError } from "../../library/option-values.ts";
import { proposedCommand } from "../../library/proposed-command.ts";
import { refuseUnwritable, rulesFileError, rulesInput, saveRules } from "../../library/rules-files.ts";
import { endedByClosedPipe } from "../../library/standard-outputs.ts";
import { MAX_TEMPLATES } from "../../run/line-templates.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { Log } from "../../run/log.ts";
import { requireKey } from "../../run/rulebook.ts";
import { readRules } from "../../run/rules-file.ts";
import { pathWord, shownPath } from "../../text/messages/paths.ts";
import { type CheckReport, type CheckSettings, check } from "../../tools/check/check.ts";
import { writeGithub } from "../../tools/check/check-github.ts";
import { writeJson } from "../../tools/check/check-json.ts";
import { changedInWords, type Gate, newLinesInWords, noLinesInWords } from "../../tools/check/check-summary.ts";
import { writeText } from "../../tools/check/check-text.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT, SIGNAL_EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { plainOutput, textOutput, writeNote } from "../print.ts";

const CHECK = {
  word: "check",
  synopsis: "[options] RULES [LOG ...]",
  sentence: COMMAND_SENTENCES.check,
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See how its rules match a log:", "normalizer check rules.yaml app.log"],
    ["Add examples from a log to its rules:", "normalizer check --add-examples rules.yaml app.log"],
    ["See what an edit of the rules changes:", "normalizer check --against old.yaml rules.yaml app.log"],
    ["Fail for new unmatched lines:", "normalizer check --baseline known.txt rules.yaml app.log"],
    ["Check it in a GitHub workflow:", "normalizer check --format github --strict rules.yaml"],
  ],
  options: {
    rulesPath: { ...OPTION.RULES_OR_OPERAND, sentence: "The rules, a YAML file. All other arguments are then logs." },
    format: OPTION.resultFormat(
      ["json", "github"],
      "Write text for people, JSON, or annotations for a GitHub workflow.",
    ),
    addExamples: OPTION.ADD_EXAMPLES,
    baselinePath: OPTION.BASELINE,
    updateBaseline: {
      long: "--update-baseline",
      needs: { option: OPTION.BASELINE },
      sentence: "Write the templates of the unmatched lines into the file of --baseline.",
    },
    againstPath: OPTION.AGAINST,
    failUnder: { ...OPTION.FAIL_UNDER, needs: "a log" },
    strict: { long: "--strict", sentence: "Exit with 1 for warnings, too." },
    input: { ...OPTION.INPUT, needs: "a log" },
    message: OPTION.MESSAGE,
    keyPath: OPTION.KEY_FILE,
    stripAnsi: { ...OPTION.STRIP_ANSI, needs: "a log" },
  },
  operandFor: "rulesPath",
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 errors (also of rules that do not load, and with --strict warnings), new lines with --baseline, changed lines with --against, or fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

const TOO_MANY = `unmatched lines have more than ${MAX_TEMPLATES} new templates, too many for a baseline; write rules for the most frequent ones first`;

const WRITERS = { text: writeText, json: writeJson, github: writeGithub };

/** The `check` command. It checks rules, by themselves and against logs. */
export class CheckCommand extends commandBase(CHECK) {
  override async execute(): Promise<number> {
    const { rulesPath, paths } = this.operands();
    refuseRepeatedInput(paths);
    if (this.addExamples) refuseUnwritable(rulesPath);

    const inputs = paths.length === 0 ? [] : logInputs(paths);
    refuseOutput(inputs, [this.context.stdout.fd]);
    // Leaves signals unhandled. They end the process, which has not written anything yet.
    const unhandled = new AbortController().signal;
    const logs = inputs.map((input) => logOfInput(input, unhandled));
    const oldBaseline = this.baseline(rulesPath, paths, inputs);
    const pseudonyms = pseudonymsInput(this.keyPath, this.context.environmentKey);
    const read = (path: string): LoadedRules => {
      const source = readRules(path, pseudonyms);
      requireKey(source.rulebook);
      return source;
    };
    const against = this.againstPath === undefined ? undefined : rulesInput(this.againstPath, read);
    const checked = await this.checked(rulesPath, logs, { baseline: oldBaseline, against, pseudonyms });
    const signal = await this.save(rulesPath, checked, oldBaseline);
    if (signal?.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const output = this.format === "text" ? textOutput(this.context) : plainOutput(this.context);
    const gate = this.gate(checked, inputs);
    // The findings are known by now, so the exit code is right even if the output pipe is closed.
    await endedByClosedPipe(async () => {
      for (const _ of WRITERS[this.format](output, checked, gate)) if (output.isFull) await output.flush();
      await output.flush();
    });
    if (signal?.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const notes = [gate.newLines, gate.changed, gate.noLines, gate.shortfall].filter((note) => note !== undefined);
    for (const note of notes) writeNote(this.context, note);
    return notes.length > 0 ? EXIT.negative : this.exitCode(checked);
  }

  /** What the options make of the result. */
  private gate(checked: CheckReport, inputs: readonly LogInput[]): Gate {
    const { coverage, baseline, against } = checked;
    const comparing = [baseline && "--baseline", against && "--against"].filter((option) => option !== undefined);
    const noLines = noLinesInWords(checked, comparing, inputs);
    const { baselinePath, updateBaseline, failUnder } = this;
    const file =
      baselinePath === undefined
        ? undefined
        : { path: baselinePath, isUpdated: updateBaseline && noLines === undefined };
    return {
      suggesting: (logs) => proposedCommand(["suggest", `--rules ${pathWord(checked.path)}`], logs, this),
      baseline: file,
      newLines: baseline && file && !updateBaseline ? newLinesInWords(file.path, baseline) : undefined,
      changed: against && changedInWords(against),
      noLines,
      shortfall: failUnder && coverage && shortfall(coverage.statistics, failUnder, inputs),
    };
  }

  /** The content of the baseline, if one is asked for. */
  private baseline(rulesPath: string, paths: readonly string[], inputs: readonly LogInput[]): Buffer | undefined {
    const { baselinePath, updateBaseline } = this;
    if (baselinePath === undefined) return undefined;
    if (!updateBaseline) return readBaseline(baselinePath, this.updating(baselinePath, rulesPath, paths));
    return readBaselineToUpdate(baselinePath, [this.context.stdout.fd, ...this.filesRead(inputs, "baselinePath")]);
  }

  /** The command line that makes a baseline. */
  private updating(baselinePath: string, rulesPath: string, paths: readonly string[]): string {
    const key = this.keyPath === undefined ? [] : [`--key-file ${pathWord(this.keyPath)}`];
    const options = [`--baseline ${pathWord(baselinePath)}`, "--update-baseline", ...key];
    return proposedCommand(["check", ...options, pathWord(rulesPath)], paths, this);
  }

  /** The path of the rules, which is the option or the first operand, and the paths of the logs. */
  private operands(): { readonly rulesPath: string; readonly paths: readonly string[] } {
    const { operands } = this.context;
    const [rulesPath, ...paths] = this.rulesPath === undefined ? operands : [this.rulesPath, ...operands];
    if (rulesPath === undefined) throw new UsageError("no rules given; name the rules file");
    const second = paths.find(looksLikeRules);
    if (second !== undefined && this.rulesPath === undefined && !looksLikeRules(rulesPath)) {
      const logs = operands.filter((path) => path !== second);
      const command = proposedCommand(["check", pathWord(second)], logs, this);
      throw new UsageError(`check takes the rules first, and ${shownPath(second)} looks like them: ${command}`);
    }
    if (second !== undefined)
      throw new UsageError(
        `check takes one rules file, and ${shownPath(second)} looks like a second one; if it is a log, pipe it in as -`,
      );
    return { rulesPath: parseText(RULES_PATH, rulesPath, "RULES"), paths };
  }

  private async checked(
    path: string,
    logs: readonly Log[],
    compared: Pick<CheckSettings, "baseline" | "against" | "pseudonyms">,
  ): Promise<CheckReport> {
    try {
      return await check(path, logs, {
        ...readOptions(this),
        addExamples: this.addExamples,
        ...compared,
      });
    } catch (error) {
      if (error instanceof BaselineError)
        throw new NamedError(`${shownPath(this.baselinePath!)}:${error.line}`, error.reason);
      throw error instanceof NamedError ? error : rulesFileError(path, error);
    }
  }

  /**
   * Writes the rules with their examples, and the baseline, if that was asked for. A signal must not end the process
   * meanwhile. From then on signals abort the one that is returned.
   */
  private async save(
    path: string,
    { coverage, examples, baseline }: CheckReport,
    oldBaseline: Buffer | undefined,
  ): Promise<AbortSignal | undefined> {
    const hasExamples = examples !== undefined && examples.added.length > 0;
    // Without lines, every template would go.
    const hasLines = coverage !== undefined && coverage.statistics.linesProcessed > 0;
    const isUpdated = this.updateBaseline && baseline !== undefined && hasLines;
    if (!hasExamples && !isUpdated) return undefined;
    if (isUpdated && baseline.text === undefined) throw new NamedError(shownPath(this.baselinePath!), TOO_MANY);
    const signal = this.context.handleSignals();
    if (hasExamples) saveRules(path, examples.original, examples.source.bytes);
    if (isUpdated) saveBaseline(this.baselinePath!, oldBaseline!, baseline.text!);
    // Signals that came meanwhile take effect only now.
    await setImmediate();
    return signal;
  }

  private exitCode({ issues, findings }: CheckReport): number {
    const hasProblem = findings.some(({ level }) => level === "error" || (this.strict && level === "warning"));
    return hasProblem || issues.length > 0 ? EXIT.negative : EXIT.success;
  }
}

function looksLikeRules(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
