import { DEFAULT_GRANULARITY, GRANULARITIES } from "../../tools/suggest/granularity.ts";
import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition, OptionDefinition } from "../options/option-definition.ts";
import { parseCount, parseFields } from "../options/option-values.ts";
import { DECOMPRESSION, INPUT, MESSAGE, RULES_OR_OPERAND, STRIP_ANSI } from "../options/shared-options.ts";

const OUTPUT = {
  long: "--output",
  short: "-o",
  metavariable: "FILE",
  once: true,
  sentence: "Write the rules to this file, which must not exist yet.",
} as const satisfies OptionDefinition;

export const SUGGEST = {
  word: "suggest",
  synopsis: "[options] [LOG ...]",
  sentence: COMMAND_SENTENCES.suggest,
  examples: [
    ["Write rules for a log:", "normalizer suggest app.log > rules.yaml"],
    ["Check them:", "normalizer check rules.yaml app.log"],
    ["Add rules for lines that no rule matches:", "normalizer suggest --rules rules.yaml --in-place app.log"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "Existing rules. Write rules only for lines that these do not match." },
    inPlace: {
      long: "--in-place",
      short: "-i",
      needs: { option: RULES_OR_OPERAND },
      excludes: [{ option: OUTPUT }],
      sentence: "Write the new rules into the file of --rules.",
    },
    outputPath: OUTPUT,
    minCount: {
      long: "--min-count",
      metavariable: "N",
      parse: parseCount,
      default: "1",
      sentence: "Leave out rules for fewer than N lines.",
    },
    maxRules: {
      long: "--max-rules",
      metavariable: "N",
      parse: parseCount,
      sentence: "Write at most N rules, those for the most lines.",
    },
    granularity: {
      long: "--granularity",
      metavariable: "LEVEL",
      choices: GRANULARITIES,
      default: DEFAULT_GRANULARITY,
      sentence: "How much the lines of one rule may differ: coarse gives fewer rules, fine gives more.",
    },
    keep: {
      long: "--keep",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Write a rule for each value of these fields of the header, joined by commas.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Each rule comes with a line of the log as its example. A summary on standard error says which lines are left.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, even if lines are left; 2 trouble.",
  ],
} as const satisfies CommandDefinition;
