import { DECOMPRESSION } from "../../library/inputs.ts";
import { UsageError } from "../../library/option-values.ts";
import { WHY_OPTIONS, whyFiles } from "../../library/why.ts";
import { inputPaths, rulesAndLogs, tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class WhyCommand extends commandBase({
  word: "why",
  synopsis: "[options] RULES [LOG]",
  examples: [
    ["Explain line 7 of a log:", "normalizer why --line 7 rules.yaml app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why --unmatched rules.yaml app.log"],
    ["See what keeps a rule from a line:", "normalizer why --rule request --line 7 rules.yaml app.log"],
  ],
  options: WHY_OPTIONS,
  operandFor: "rulesPaths",
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, format } = this;
    const { rulesPaths, paths } = rulesAndLogs("why", this.rulesPaths, context.operands, this);
    if (paths.length > 1) throw new UsageError(`why takes one log, not ${paths.length}`);
    return tell(context, whyFiles(this, rulesPaths, inputPaths(paths)), format);
  }
}
