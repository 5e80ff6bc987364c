// Options that several commands have, and what their notes say alike.

import { COMPRESSED_FORMATS } from "../../io/decompress.ts";
import { DEFAULT_INPUT_FORMAT, INPUT_FORMATS } from "../../text/records/input-format.ts";
import type { GivenOption, OptionDefinition } from "./option-definition.ts";
import { parseKeyPath, parsePercentage, parseRulesPath, parseTimezone } from "./option-values.ts";
import { proposedForAnyLog } from "./proposed-command.ts";

export const RULES_OR_OPERAND = {
  long: "--rules",
  short: "-r",
  metavariable: "FILE",
  file: "read",
  parse: parseRulesPath,
  once: true,
  sentence: "The rules, a YAML file.",
} as const satisfies OptionDefinition;

export const RULES = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, or write one from a log: ${proposedForAnyLog(["suggest"], given)}`,
} as const;

export const RULES_OR_MASK = {
  ...RULES_OR_OPERAND,
  required: (given: readonly GivenOption[]) =>
    `no rules given; name the rules file with --rules FILE, mask lines without rules with --mask, or write rules from a log: ${proposedForAnyLog(["suggest"], given)}`,
  unless: "--mask",
} as const;

export const MASK = {
  long: "--mask",
  sentence: "Mask times, ids, addresses and numbers in lines that no rule matches.",
} as const satisfies OptionDefinition;

export const INPUT = {
  long: "--input",
  metavariable: "FORMAT",
  choices: INPUT_FORMATS,
  default: DEFAULT_INPUT_FORMAT,
  sentence: "What lines are: text, JSON objects with a message, or lines of Kubernetes' CRI log format.",
} as const satisfies OptionDefinition;

export const MESSAGE = {
  long: "--message",
  metavariable: "FIELD",
  once: true,
  needs: { option: INPUT, value: "json" },
  sentence: "The field with the message; usually the first of message, msg, log and MESSAGE.",
} as const satisfies OptionDefinition;

export const STRIP_ANSI = {
  long: "--strip-ansi",
  sentence: "Remove terminal colours and other escape sequences from lines before they are matched.",
} as const satisfies OptionDefinition;

export const KEY_FILE = {
  long: "--key-file",
  metavariable: "FILE",
  file: "read",
  parse: parseKeyPath,
  once: true,
  sentence: "The file with the key of the transform pseudonym. By default, the key is the value of NORMALIZER_KEY.",
} as const satisfies OptionDefinition;

/** For commands whose rules may be left out. */
export const KEY_FILE_OF_RULES = {
  ...KEY_FILE,
  needs: { option: RULES_OR_OPERAND },
} as const satisfies OptionDefinition;

export const TIMEZONE = {
  long: "--timezone",
  metavariable: "ZONE",
  parse: parseTimezone,
  default: "UTC",
  sentence: "The zone of times that do not name one, such as +02:00 or -0530.",
} as const satisfies OptionDefinition;

export const FAIL_UNDER = {
  long: "--fail-under",
  metavariable: "P",
  parse: parsePercentage,
  sentence: "Exit with 1 if fewer than P percent of the lines matched.",
} as const satisfies OptionDefinition;

export const DECOMPRESSION = `${COMPRESSED_FORMATS.join(" and ")} files are decompressed.`;
