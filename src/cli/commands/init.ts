import { writeStarter } from "../../library/new-file.ts";
import { UsageError } from "../../library/option-values.ts";
import { pathWord, shownPath } from "../../text/messages/paths.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { printText } from "../print.ts";

const INIT = {
  word: "init",
  synopsis: "[FILE]",
  sentence: COMMAND_SENTENCES.init,
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
} as const satisfies CommandDefinition;

const DEFAULT_PATH = "rules.yaml";

/** The `init` command. It writes a rules file to start from. */
export class InitCommand extends commandBase(INIT) {
  override async execute(): Promise<number> {
    const { operands } = this.context;
    const [path = DEFAULT_PATH] = operands;
    if (operands.length > 1) throw new UsageError(`init writes one file, not ${operands.length}`);
    const text = writeStarter(path) ?? `wrote ${shownPath(path)}. Try: normalizer check ${pathWord(path)}\n`;
    await printText(this.context, text);
    return EXIT.success;
  }
}
