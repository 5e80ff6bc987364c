import { DECOMPRESSION } from "../../library/inputs.ts";
import { SUGGEST_OPTIONS, suggestFor } from "../../library/suggest.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { inputPaths } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class SuggestCommand extends commandBase({
  word: "suggest",
  synopsis: "[options] [LOG ...]",
  examples: [
    ["Write rules for a log:", "normalizer suggest app.log > rules.yaml"],
    ["Check them:", "normalizer check rules.yaml app.log"],
    ["Write rules of two runs, which prove what varies:", "normalizer suggest --runs monday.log tuesday.log"],
    ["Add rules for lines that no rule matches:", "normalizer suggest --rules rules.yaml --in-place app.log"],
  ],
  options: SUGGEST_OPTIONS,
  notes: [
    "Each rule comes with a line of the log as its example. A summary on standard error says which lines are left.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, even if lines are left; 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const outputPath = this.outputPath === STANDARD_STREAM ? undefined : this.outputPath;
    const paths = inputPaths(this.context.operands);
    return this.tell((bar) => suggestFor(this, paths, outputPath, bar));
  }
}
