import { EXPORT_FORMATS } from "../../exchange/export/exported.ts";
import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";

export const EXPORT = {
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
