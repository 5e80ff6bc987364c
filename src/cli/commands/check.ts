import { CHECK_FORMATS, checkFiles } from "../../library/check.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { parseText, RULES_PATH, UsageError } from "../../library/option-values.ts";
import { proposedCommand, rulesWords } from "../../library/proposed-command.ts";
import { pathWord, shownPath } from "../../text/messages/paths.ts";
import { EXIT, print, refuseRepeatedInput, SIGNAL_EXIT, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

/** The `check` command. It checks rules, by themselves and against logs. */
export class CheckCommand extends commandBase({
  word: "check",
  synopsis: "[options] RULES [LOG ...]",
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See how its rules match a log:", "normalizer check rules.yaml app.log"],
    ["Add examples from a log to its rules:", "normalizer check --add-examples rules.yaml app.log"],
    ["See what an edit of the rules changes:", "normalizer check --against old.yaml rules.yaml app.log"],
    ["Fail for new unmatched lines:", "normalizer check --baseline known.txt rules.yaml app.log"],
    ["Check it in a GitHub workflow:", "normalizer check --format github --strict rules.yaml"],
  ],
  options: {
    rulesPaths: { ...OPTION.RULES_OR_OPERAND, sentence: "The rules, a YAML file. All other arguments are then logs." },
    format: OPTION.resultFormat(
      ["json", "github", "markdown", "junit"],
      "Write text for people, JSON, annotations for a GitHub workflow, Markdown for a comment, or JUnit XML.",
    ),
    addExamples: OPTION.ADD_EXAMPLES,
    baselinePath: OPTION.BASELINE,
    updateBaseline: {
      long: "--update-baseline",
      needs: { option: OPTION.BASELINE },
      sentence: "Write the templates of the unmatched lines into the file of --baseline.",
    },
    againstPaths: OPTION.AGAINST,
    failUnder: { ...OPTION.FAIL_UNDER, needs: "a log" },
    strict: { long: "--strict", sentence: "Exit with 1 for warnings, too." },
    input: { ...OPTION.INPUT, needs: "a log" },
    message: OPTION.MESSAGE,
    keyPath: OPTION.KEY_FILE,
    stripAnsi: { ...OPTION.STRIP_ANSI, needs: "a log" },
  },
  operandFor: "rulesPaths",
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 errors (also of rules that do not load, and with --strict warnings), new lines with --baseline, changed lines with --against, or fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, format } = this;
    const { rulesPaths, paths } = this.operands();
    refuseRepeatedInput(paths);
    const checked = await checkFiles(this, rulesPaths, paths);
    const { failures, hasFailed, signal } = checked;
    if (signal?.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    // The findings are known by now, so the exit code is right even if the output pipe is closed.
    await print(context, format, (output) => CHECK_FORMATS[format](output, checked));
    if (signal?.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    for (const failure of failures) writeNote(context, failure);
    return hasFailed ? EXIT.negative : EXIT.success;
  }

  /** The paths of the rules, which are the options or the first operand, and the paths of the logs. */
  private operands(): { readonly rulesPaths: readonly string[]; readonly paths: readonly string[] } {
    const { operands } = this.context;
    const isOperand = this.rulesPaths.length === 0;
    const rulesPaths = isOperand ? operands.slice(0, 1) : this.rulesPaths;
    const paths = operands.slice(isOperand ? 1 : 0);
    const [first] = rulesPaths;
    if (first === undefined) throw new UsageError("no rules given; name the rules file");
    const second = paths.find(looksLikeRules);
    if (second !== undefined && isOperand && !looksLikeRules(first)) {
      const logs = operands.filter((path) => path !== second);
      const command = proposedCommand(["check", pathWord(second)], logs, this);
      throw new UsageError(`check takes the rules first, and ${shownPath(second)} looks like them: ${command}`);
    }
    if (second !== undefined) {
      const logs = paths.filter((path) => path !== second);
      const command = proposedCommand(["check", ...rulesWords([...rulesPaths, second])], logs, this);
      throw new UsageError(
        `${shownPath(second)} looks like another rules file; name all with --rules: ${command}; if it is a log, pipe it in as -`,
      );
    }
    return { rulesPaths: isOperand ? [parseText(RULES_PATH, first, "RULES")] : rulesPaths, paths };
  }
}

function looksLikeRules(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
