import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";
import { FAIL_UNDER } from "../options/shared-options.ts";

export const STATS = {
  word: "stats",
  synopsis: "[options] [FILE ...]",
  sentence: COMMAND_SENTENCES.stats,
  examples: [
    ["Write the statistics of each run:", "normalizer -r rules.yaml -q --stats-file 1.json --stats-format json 1.log"],
    ["Add them up:", "normalizer stats *.json"],
    ["Fail if too few lines matched in all:", "normalizer stats --fail-under 99.5 *.json"],
  ],
  options: {
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write a table, or JSON as the runs write it.",
    },
    failUnder: FAIL_UNDER,
  },
  notes: [
    "Each line of a file is an object of statistics. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
