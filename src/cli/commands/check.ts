import { CHECK_OPTIONS, checkFiles } from "../../library/check.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import { refuseRepeatedInput, rulesAndLogs } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

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
  options: CHECK_OPTIONS,
  operandFor: "rulesPaths",
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 errors (also of rules that do not load, and with --strict warnings), new lines with --baseline, changed lines with --against, or fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { rulesPaths, paths } = rulesAndLogs("check", this.rulesPaths, this.context.operands, this);
    refuseRepeatedInput(paths);
    return this.tell((bar) => checkFiles(this, rulesPaths, paths, bar));
  }
}
