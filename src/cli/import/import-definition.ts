import { IMPORT_FORMATS } from "../../exchange/import/imported.ts";
import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";

export const IMPORT = {
  word: "import",
  synopsis: "[--from FORMAT] [FILE ...]",
  sentence: COMMAND_SENTENCES.import,
  examples: [
    ["Convert patterns of Logstash:", "normalizer import --from grok patterns.grok > rules.yaml"],
    ["Convert its configuration, or a pipeline of Elastic:", "normalizer import logstash.conf > rules.yaml"],
    ["See how the rules match a log:", "normalizer check rules.yaml app.log"],
  ],
  options: {
    from: {
      long: "--from",
      metavariable: "FORMAT",
      choices: IMPORT_FORMATS,
      sentence: "The format of the files. By default, it is detected.",
    },
  },
  notes: [
    "A comment above each rule has its location and says what differs. Comments also list what could not be converted, and why.",
    "Files may use each other's definitions. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, even if something is left out; 1 no rule was imported; 2 trouble.",
  ],
} as const satisfies CommandDefinition;
