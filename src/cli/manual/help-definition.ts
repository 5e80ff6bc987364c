import { COMMAND_SENTENCES, NAMED_WORDS } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";

export const HELP = {
  word: "help",
  synopsis: "[COMMAND]",
  sentence: COMMAND_SENTENCES.help,
  examples: [["Show the options of diff:", "normalizer help diff"]],
  options: {},
  operandChoices: NAMED_WORDS.filter((word) => word !== "help"),
  notes: ["Exit code: 0 success, 2 trouble."],
} as const satisfies CommandDefinition;
