import { importInputs } from "../../library/exchange-summary.ts";
import { logInputs } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { inputPaths } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { printText, terminalWidth, writeNote } from "../print.ts";

const IMPORT = {
  word: "import",
  synopsis: "[--from FORMAT] [FILE ...]",
  sentence: COMMAND_SENTENCES.import,
  examples: [
    ["Convert patterns of Logstash:", "normalizer import --from grok patterns.grok > rules.yaml"],
    ["Convert its configuration, or a pipeline of Elastic:", "normalizer import logstash.conf > rules.yaml"],
    ["See how the rules match a log:", "normalizer check rules.yaml app.log"],
  ],
  options: {
    from: OPTION.FROM,
  },
  notes: [
    "A comment above each rule has its location and says what differs. Comments also list what could not be converted, and why.",
    "Files may use each other's definitions. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, even if something is left out; 1 no rule was imported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `import` command: writes rules that do what the patterns of another tool do. */
export class ImportCommand extends commandBase(IMPORT) {
  override async execute(): Promise<number> {
    const { operands, stderr } = this.context;
    const paths = inputPaths(operands, "file", "name one with patterns, or pipe it in");
    const { result, summary, nothing } = await importInputs(logInputs(paths), { from: this.from });
    if (await printText(this.context, result.rules)) return EXIT.success;
    stderr.write(summary(terminalWidth(stderr)));
    if (nothing === undefined) return EXIT.success;
    writeNote(this.context, nothing);
    return EXIT.negative;
  }
}
