import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition, OptionDefinition } from "../options/option-definition.ts";
import { parseBaselinePath, parseRulesPath } from "../options/option-values.ts";
import {
  DECOMPRESSION,
  FAIL_UNDER,
  INPUT,
  KEY_FILE,
  MESSAGE,
  RULES_OR_OPERAND,
  STRIP_ANSI,
} from "../options/shared-options.ts";

const BASELINE = {
  long: "--baseline",
  metavariable: "FILE",
  parse: parseBaselinePath,
  once: true,
  needs: "a log",
  sentence: "Exit with 1 if unmatched lines have templates that are not in this file.",
} as const satisfies OptionDefinition;

export const CHECK = {
  word: "check",
  synopsis: "[options] RULES [LOG ...]",
  sentence: COMMAND_SENTENCES.check,
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See how its rules match a log:", "normalizer check rules.yaml app.log"],
    ["Add examples from a log to its rules:", "normalizer check --add-examples rules.yaml app.log"],
    ["See what an edit of the rules changes:", "normalizer check --against old.yaml rules.yaml app.log"],
    ["Fail for new unmatched lines:", "normalizer check --baseline known.txt rules.yaml app.log"],
    ["Check it in a GitHub workflow:", "normalizer check --format github --strict rules.yaml"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "The rules, a YAML file. All other arguments are then logs." },
    format: {
      long: "--format",
      metavariable: "FORMAT",
      choices: ["text", "json", "github"],
      default: "text",
      sentence: "Write text for people, JSON, or annotations for a GitHub workflow.",
    },
    addExamples: {
      long: "--add-examples",
      needs: "a log",
      sentence: "Write into the rules file, for each rule without examples, a line that it won and the output.",
    },
    baselinePath: BASELINE,
    updateBaseline: {
      long: "--update-baseline",
      needs: { option: BASELINE },
      sentence: "Write the templates of the unmatched lines into the file of --baseline.",
    },
    againstPath: {
      long: "--against",
      metavariable: "FILE",
      parse: parseRulesPath,
      once: true,
      needs: "a log",
      sentence: "Exit with 1 if lines have another winner or another output than with these older rules.",
    },
    failUnder: { ...FAIL_UNDER, needs: "a log" },
    strict: { long: "--strict", sentence: "Exit with 1 for warnings, too." },
    input: { ...INPUT, needs: "a log" },
    message: MESSAGE,
    keyPath: KEY_FILE,
    stripAnsi: { ...STRIP_ANSI, needs: "a log" },
  },
  operandFor: "rulesPath",
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 errors (also of rules that do not load, and with --strict warnings), new lines with --baseline, changed lines with --against, or fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
