import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition, OptionDefinition } from "../options/option-definition.ts";
import { parseLineNumber } from "../options/option-values.ts";
import { DECOMPRESSION, INPUT, MESSAGE, RULES, STRIP_ANSI } from "../options/shared-options.ts";

const LINE = {
  long: "--line",
  short: "-n",
  metavariable: "N",
  parse: parseLineNumber,
  once: true,
  sentence: "Explain only this line. Earlier lines are still read, because it may follow one of them.",
} as const satisfies OptionDefinition;

const RULE = {
  long: "--rule",
  metavariable: "NAME",
  once: true,
  sentence: "Explain what keeps this rule from winning, even if another one won.",
} as const satisfies OptionDefinition;

export const WHY = {
  word: "why",
  synopsis: "--rules FILE [options] [LOG]",
  sentence: COMMAND_SENTENCES.why,
  examples: [
    ["Explain line 7 of a log:", "normalizer why -r rules.yaml --line 7 app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why -r rules.yaml --unmatched app.log"],
    ["See what keeps a rule from a line:", "normalizer why -r rules.yaml --rule request --line 7 app.log"],
  ],
  options: {
    rulesPath: RULES,
    line: LINE,
    unmatched: {
      long: "--unmatched",
      excludes: [{ option: LINE }, { option: RULE }],
      sentence:
        "Explain one line of each template of the lines that no rule matches, the most frequent template first.",
    },
    rule: RULE,
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each line.",
    },
    input: INPUT,
    message: MESSAGE,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
