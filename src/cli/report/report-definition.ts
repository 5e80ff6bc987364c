import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";
import { parseFields, parseNumberUpTo } from "../options/option-values.ts";
import {
  DECOMPRESSION,
  FAIL_UNDER,
  INPUT,
  KEY_FILE_OF_RULES,
  MESSAGE,
  RULES_OR_OPERAND,
  STRIP_ANSI,
} from "../options/shared-options.ts";

/** More samples would make a page too large to be opened. */
const MAX_SAMPLES = 10_000;

export const REPORT = {
  word: "report",
  synopsis: "{--rules FILE | --playground} [options] [LOG ...]",
  sentence: COMMAND_SENTENCES.report,
  examples: [
    ["See what the rules make of a log:", "normalizer report --rules rules.yaml -o report.html app.log"],
    [
      "Compare it with an older one, and follow ids:",
      "normalizer report -r rules.yaml --against old.log --by id -o r.html new.log",
    ],
    ["Try these rules on lines that are pasted:", "normalizer report --rules rules.yaml -o try.html"],
    ["Try rules without a rules file:", "normalizer report --playground -o try.html"],
  ],
  options: {
    rulesPath: RULES_OR_OPERAND,
    outputPath: {
      long: "--output",
      short: "-o",
      metavariable: "FILE",
      once: true,
      sentence: "Write the page to this file, and replace it if it exists.",
    },
    playground: {
      long: "--playground",
      excludes: [{ option: RULES_OR_OPERAND }],
      sentence: "Begin with the rules that init writes.",
    },
    againstPath: {
      long: "--against",
      metavariable: "LOG",
      once: true,
      needs: "a log",
      sentence: "Also show how the logs differ from this older one, and which fields vary between them.",
    },
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      needs: "a log",
      sentence: "Also show a timeline of each id: the first of these fields, joined by commas, that is not empty.",
    },
    samples: {
      long: "--samples",
      metavariable: "N",
      parse: parseNumberUpTo(MAX_SAMPLES),
      default: "20",
      needs: "a log",
      sentence: "Put at most N lines of each rule into the page. With 0, the page holds no lines of the logs.",
    },
    input: { ...INPUT, needs: "a log" },
    message: MESSAGE,
    keyPath: KEY_FILE_OF_RULES,
    stripAnsi: { ...STRIP_ANSI, needs: "a log" },
    failUnder: { ...FAIL_UNDER, needs: "a log" },
  },
  notes: [
    "The page is one file that needs nothing else: it opens from disk, makes no request, and can be sent to others.",
    "It holds lines of the logs, and short logs as a whole. Even with --samples 0, it shows what unmatched lines have in common.",
    `${DECOMPRESSION} The log - is standard input.`,
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
