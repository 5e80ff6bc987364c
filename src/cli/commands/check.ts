import { CHECK_FORMATS, checkFiles } from "../../library/check.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { EXIT, print, refuseRepeatedInput, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { ReadingBar } from "../progress.ts";
import { rulesAndLogs } from "../rules-operand.ts";

export class CheckCommand extends commandBase({
  word: "check",
  synopsis: "[options] RULES [LOG ...]",
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See how its rules match a log:", "normalizer check rules.yaml app.log"],
    ["Add examples from a log to its rules:", "normalizer check --add-examples rules.yaml app.log"],
    ["Accept what an edit makes of its examples:", "normalizer check --update-examples rules.yaml"],
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
    updateExamples: OPTION.UPDATE_EXAMPLES,
    baselinePath: OPTION.BASELINE,
    updateBaseline: {
      long: "--update-baseline",
      needs: "--baseline FILE",
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
    const { rulesPaths, paths } = rulesAndLogs("check", this.rulesPaths, context.operands, this);
    refuseRepeatedInput(paths);
    const bar = new ReadingBar(context.stderr);
    const checked = await checkFiles(this, rulesPaths, paths, bar).finally(bar.end);
    const { gate, notes } = checked;
    // The findings are known by now, so the exit code is right even if the output pipe is closed.
    await print(context, format, (output) => CHECK_FORMATS[format](output, checked));
    for (const message of [...gate.failures, ...notes]) writeNote(context, message);
    return gate.hasFailed ? EXIT.negative : EXIT.success;
  }
}
