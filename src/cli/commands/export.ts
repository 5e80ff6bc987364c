import { exportFiles } from "../../library/exchange-summary.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { parseText, RULES_PATH, UsageError } from "../../library/option-values.ts";
import { tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class ExportCommand extends commandBase({
  word: "export",
  synopsis: "--to FORMAT [--program NAME] RULES ...",
  examples: [
    ["Write a pattern database for syslog-ng:", "normalizer export --to patterndb rules.yaml > patterndb.xml"],
    ["Run its examples there:", "pdbtool test patterndb.xml"],
  ],
  options: OPTION.EXPORT,
  notes: [
    "A comment above each rule says what the other tool does differently. Comments also list the rules that were left out, and why.",
    "Exit code: 0 success, even if something is left out; 1 no rule was exported; 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    if (operands.length === 0) throw new UsageError("no rules given; name the rules file");
    const { to, program } = this;
    const rulesPaths = operands.map((path) => parseText(RULES_PATH, path, "the rules file"));
    return tell(this.context, await exportFiles(rulesPaths, { to, program }));
  }
}
