import { UsageError } from "clipanion";
import { EXPORT_FORMATS, PROGRAM_NAME } from "../../exchange/export/exported.ts";
import { exportFile } from "../../library/exchange.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import type { CommandDefinition } from "../options/option-definition.ts";
import { parseRulesPath } from "../options/option-values.ts";
import { printText, terminalWidth, writeNote } from "../print.ts";

const EXPORT = {
  word: "export",
  synopsis: "--to FORMAT [--program NAME] RULES",
  sentence: COMMAND_SENTENCES.export,
  examples: [
    ["Write a pattern database for syslog-ng:", "normalizer export --to patterndb rules.yaml > patterndb.xml"],
    ["Run its examples there:", "pdbtool test patterndb.xml"],
  ],
  options: {
    to: {
      long: "--to",
      metavariable: "FORMAT",
      choices: EXPORT_FORMATS,
      required: () => "no format given; name it with --to patterndb",
      sentence: "What to write.",
    },
    program: {
      long: "--program",
      metavariable: "NAME",
      once: true,
      sentence: "Apply the rules only to messages of this program. By default, they apply to all.",
    },
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
    if (this.program !== undefined && !PROGRAM_NAME.test(this.program))
      throw new UsageError("--program takes a name of printable ASCII characters");
    const { result, summary, nothing } = exportFile(parseRulesPath("the rules file", path), this.program);
    if (await printText(this.context, result.text)) return EXIT.success;
    stderr.write(summary(terminalWidth(stderr)));
    if (nothing === undefined) return EXIT.success;
    writeNote(this.context, nothing);
    return EXIT.negative;
  }
}
