import { DEFAULT_CONTEXT_LINES, DEFAULT_ORIGINALS, ORIGINALS } from "../../tools/diff/comparison-text.ts";
import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition, OptionDefinition } from "../options/option-definition.ts";
import { parseFields, parseNumberUpTo } from "../options/option-values.ts";
import {
  DECOMPRESSION,
  INPUT,
  KEY_FILE_OF_RULES,
  MASK,
  MESSAGE,
  RULES_OR_MASK,
  STRIP_ANSI,
} from "../options/shared-options.ts";

const UNORDERED = {
  long: "--unordered",
  sentence: "Compare how often each line occurs, not where.",
} as const satisfies OptionDefinition;

const SUMMARY = {
  long: "--summary",
  sentence: "Instead of lines, show how many each rule has in both logs, the most changed first.",
} as const satisfies OptionDefinition;

const UNMATCHED = {
  long: "--unmatched",
  metavariable: "MODE",
  choices: ["pass", "drop"],
  default: "pass",
  sentence: "Compare lines that no rule matches as they are, or drop them.",
} as const satisfies OptionDefinition;

const FORMAT = {
  long: "--format",
  metavariable: "FORMAT",
  choices: ["text", "json"],
  default: "text",
  sentence: "Write text for people, or a JSON object for each difference.",
} as const satisfies OptionDefinition;

const AS_JSON = { option: FORMAT, value: "json" } as const;

export const DIFF = {
  word: "diff",
  synopsis: "{--rules FILE | --mask} [options] {OLD NEW | --old FILE ... --new FILE ...}",
  sentence: COMMAND_SENTENCES.diff,
  examples: [
    ["What does the new version log differently?", "normalizer diff -r rules.yaml old.log new.log"],
    ["The same, before there are rules:", "normalizer diff --mask old.log new.log"],
    ["If threads write in any order:", "normalizer diff -r rules.yaml --unordered old.log new.log"],
    [
      "Request by request, even if the ids differ:",
      "normalizer diff -r rules.yaml --by request_id,trace_id old.log new.log",
    ],
    ["Two runs with many logs each:", "normalizer diff -r rules.yaml run1/ run2/"],
  ],
  options: {
    rulesPath: RULES_OR_MASK,
    oldPaths: {
      long: "--old",
      metavariable: "FILE",
      repeatable: true,
      sentence: "A log of the old side, or a folder of logs.",
    },
    newPaths: {
      long: "--new",
      metavariable: "FILE",
      repeatable: true,
      sentence: "A log of the new side, or a folder of logs.",
    },
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Compare in groups by id: the first of these fields, joined by commas, that is not empty.",
    },
    ignore: {
      long: "--ignore",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Leave these fields, joined by commas, out of the comparison. Their values are still shown.",
    },
    unordered: UNORDERED,
    contextLines: {
      long: "--context",
      metavariable: "N",
      parse: parseNumberUpTo(1_000_000),
      default: String(DEFAULT_CONTEXT_LINES),
      excludes: [{ option: UNORDERED }, { option: SUMMARY }, AS_JSON],
      sentence: "Show up to N equal lines before and after each difference.",
    },
    originals: {
      long: "--originals",
      metavariable: "LINES",
      choices: ORIGINALS,
      default: DEFAULT_ORIGINALS,
      excludes: [{ option: SUMMARY }, AS_JSON],
      sentence: "Below which lines to show the original one: none, those that differ, or equal ones, too.",
    },
    summary: SUMMARY,
    unmatched: UNMATCHED,
    format: FORMAT,
    quiet: {
      long: "--quiet",
      short: "-q",
      sentence: "Write nothing; only the exit code says whether there are differences.",
    },
    mask: { ...MASK, excludes: [{ option: UNMATCHED, value: "drop" }] },
    input: INPUT,
    message: MESSAGE,
    keyPath: KEY_FILE_OF_RULES,
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Lines that differ are also shown as they are in the logs. OLD and NEW may be folders: their files are read in the order of their names.",
    `The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 no differences, 1 differences, 2 trouble.",
  ],
} as const satisfies CommandDefinition;
