import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";

export const INIT = {
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
