import { importInputs } from "../../library/exchange-summary.ts";
import { logInputs } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { inputPaths, tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class ImportCommand extends commandBase({
  word: "import",
  synopsis: "[--from FORMAT] [FILE ...]",
  examples: [
    ["Convert patterns of Logstash:", "normalizer import --from grok patterns.grok > rules.yaml"],
    ["Convert its configuration, or a pipeline of Elastic:", "normalizer import logstash.conf > rules.yaml"],
    ["See how the rules match a log:", "normalizer check rules.yaml app.log"],
  ],
  options: OPTION.IMPORT,
  notes: [
    "A comment above each rule has its location and says what differs. Comments also list what could not be converted, and why.",
    "Files may use each other's definitions. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, even if something is left out; 1 no rule was imported; 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const paths = inputPaths(this.context.operands, "file", "name one with patterns, or pipe it in");
    return tell(this.context, await importInputs(logInputs(paths), { from: this.from }));
  }
}
