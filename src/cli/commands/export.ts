import { exportSummary } from "../../exchange/export/export-summary.ts";
import { writePatterndb } from "../../exchange/export/write-patterndb.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { parseText, RULES_PATH, UsageError } from "../../library/option-values.ts";
import { rulesInput } from "../../library/rules-files.ts";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { readRules } from "../../run/rules-file.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { terminalWidth, writeNote } from "../print.ts";

const EXPORT = {
  word: "export",
  synopsis: "--to FORMAT [--program NAME] RULES",
  sentence: COMMAND_SENTENCES.export,
  examples: [
    ["Write a pattern database for syslog-ng:", "normalizer export --to patterndb rules.yaml > patterndb.xml"],
    ["Run its examples there:", "pdbtool test patterndb.xml"],
  ],
  options: {
    to: OPTION.TO,
    program: OPTION.PROGRAM,
  },
  notes: [
    "A comment above each rule says what the other tool does differently. Comments also list the rules that were left out, and why.",
    "Exit code: 0 success, even if something is left out; 1 no rule was exported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `export` command: writes rules as patterns of another tool. */
export class ExportCommand extends commandBase(EXPORT) {
  override async execute(): Promise<number> {
    const { operands, stderr } = this.context;
    const [path] = operands;
    if (path === undefined || operands.length > 1)
      throw new UsageError(`export takes one rules file, not ${operands.length}`);
    const source = rulesInput(parseText(RULES_PATH, path, "the rules file"), readRules);
    const result = writePatterndb(source, this.program);
    const closed = await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(result.text)));
    if (closed) return EXIT.success;
    stderr.write(exportSummary(result, terminalWidth(stderr)));
    if (result.ruleCount > 0) return EXIT.success;
    writeNote(
      this.context,
      `no rule was exported: ${result.leftOut.length > 0 ? `${this.to} can say none of them` : "the file has none"}`,
    );
    return EXIT.negative;
  }
}
