import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";
import { DECOMPRESSION, INPUT, MESSAGE, RULES, STRIP_ANSI } from "../options/shared-options.ts";

export const FIELDS = {
  word: "fields",
  synopsis: "--rules FILE [options] [LOG | OLD NEW]",
  sentence: COMMAND_SENTENCES.fields,
  examples: [
    ["What do the fields of my rules capture?", "normalizer fields -r rules.yaml app.log"],
    ["Which fields differ although the runs do the same?", "normalizer fields -r rules.yaml old.log new.log"],
  ],
  options: {
    rulesPath: RULES,
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each field.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "With the logs of two runs that did the same, it finds the fields that vary between them, and how to edit the rules.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
