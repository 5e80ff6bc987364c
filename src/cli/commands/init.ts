import { UsageError } from "../../library/option-values.ts";
import { writeStarter } from "../../library/outputs.ts";
import { pathWord, shownPath } from "../../text/messages/paths.ts";
import { tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

const DEFAULT_PATH = "rules.yaml";

export class InitCommand extends commandBase({
  word: "init",
  synopsis: "[FILE]",
  examples: [
    ["Write rules.yaml:", "normalizer init"],
    ["Check its examples:", "normalizer check rules.yaml"],
  ],
  options: {},
  notes: [
    "Without a file, it writes rules.yaml. For -, it writes to standard output. It never changes an existing file.",
    "To have rules written for your own log, run: normalizer suggest LOG",
    "Exit code: 0 success, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = DEFAULT_PATH] = operands;
    if (operands.length > 1) throw new UsageError(`init writes one file, not ${operands.length}`);
    const text = writeStarter(path) ?? `wrote ${shownPath(path)}. Try: normalizer check ${pathWord(path)}\n`;
    return tell(this.context, { output: text });
  }
}
