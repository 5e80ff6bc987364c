// The table of commands: all that help, completions, the manual page and the parsing of arguments know of them.
import { nearest } from "../diagnostics/nearest.ts";
import { printable } from "../diagnostics/printable.ts";
import { FORMATS, UNMATCHED } from "../normalization/line-writer.ts";
import type { CommandDefinition, OptionDefinition } from "./options/definitions.ts";
import {
  didYouMean,
  numberUpTo,
  parseFields,
  parseJobs,
  parseLineNumber,
  parsePercentage,
  parseRulesPath,
  parseTimezone,
} from "./options/option-values.ts";

const RULES_OR_OPERAND = {
  long: "--rules",
  short: "-r",
  metavariable: "FILE",
  parse: parseRulesPath,
  once: true,
  sentence: "The rules, a YAML file.",
} as const satisfies OptionDefinition;

const RULES = { ...RULES_OR_OPERAND, required: "no rules given; name their file with --rules FILE" } as const;

const STRIP_ANSI = {
  long: "--strip-ansi",
  sentence: "Remove terminal colours and other escape sequences from lines before they are matched.",
} as const satisfies OptionDefinition;

const FAIL_UNDER = {
  long: "--fail-under",
  metavariable: "P",
  parse: parsePercentage,
  sentence: "Exit with 1 if fewer than P percent of the lines matched.",
} as const satisfies OptionDefinition;

const GZIP = "Gzip is read through.";

/** The plain command: logs in, normalized lines out. */
export const NORMALIZE = {
  synopsis: "--rules FILE [options] [log ...]",
  sentence: "Rewrites log lines by rules, so that lines that say the same thing become the same line.",
  examples: [
    ["Compare two environments:", "diff <(normalizer -qr rules.yaml a.log) <(normalizer -qr rules.yaml b.log)"],
    ["Follow a log as it is written:", "tail -f app.log | normalizer -qr rules.yaml"],
    ["See which rule wrote each line:", "normalizer -r rules.yaml --explain app.log"],
  ],
  options: {
    rulesPath: RULES,
    quiet: { long: "--quiet", short: "-q", sentence: "Write no statistics after the lines." },
    explain: {
      long: "--explain",
      short: "-e",
      sentence: "Before each line, say on standard error which rule won.",
    },
    unmatched: {
      long: "--unmatched",
      metavariable: "MODE",
      choices: UNMATCHED,
      default: "pass",
      sentence: "Pass lines that no rule matches unchanged, drop them, or write only them.",
    },
    format: {
      long: "--format",
      metavariable: "FORM",
      choices: FORMATS,
      default: "lines",
      sentence:
        "Write lines, or a JSON object for each line: its number, rule, fields and output. No statistics follow these.",
    },
    statisticsPath: {
      long: "--stats-file",
      metavariable: "FILE",
      once: true,
      sentence: "Write the statistics to this file, even with --quiet.",
    },
    statisticsFormat: {
      long: "--stats-format",
      metavariable: "FORM",
      choices: ["table", "json"],
      default: "table",
      sentence: "The form of the statistics.",
    },
    failUnder: FAIL_UNDER,
    jobs: {
      long: "--jobs",
      short: "-j",
      metavariable: "N",
      parse: parseJobs,
      default: "1",
      sentence: "Match large files in N threads; auto for as many as there are cores.",
    },
    stripAnsi: STRIP_ANSI,
    progress: {
      long: "--progress",
      sentence: "Show how much has been read, on standard error, if that is a terminal.",
    },
  },
  notes: [
    `Logs are read in the order given. Without a log, or for -, standard input is read. ${GZIP}`,
    "Exit status: 0 done, 1 --fail-under not reached, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const CHECK = {
  word: "check",
  synopsis: "[options] RULES [log ...]",
  sentence: "Checks a rules file and its examples, and what it makes of logs.",
  examples: [
    ["Check a rules file:", "normalizer check rules.yaml"],
    ["See what it makes of a log:", "normalizer check rules.yaml app.log"],
    ["Check it in a GitHub workflow:", "normalizer check --format github --strict rules.yaml"],
  ],
  options: {
    rulesPath: { ...RULES_OR_OPERAND, sentence: "The rules, a YAML file. All operands are logs then." },
    format: {
      long: "--format",
      metavariable: "FORM",
      choices: ["text", "json", "github"],
      default: "text",
      sentence: "What is written: github is for annotations in a workflow.",
    },
    failUnder: FAIL_UNDER,
    strict: { long: "--strict", sentence: "Exit with 1 for a warning, too." },
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "It reports mistakes in the file, examples that fail, and rules that hide others.",
    `With logs, it shows what each rule won and lost, and which lines no rule matches. A log may be -, standard input. ${GZIP}`,
    "Exit status: 0 done, 1 an error was found (with --strict a warning) or --fail-under not reached, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const COMPLETION = {
  word: "completion",
  synopsis: "bash|zsh|fish",
  sentence: "Writes what a shell needs to complete commands and options.",
  examples: [
    ["In ~/.bashrc:", "source <(normalizer completion bash)"],
    ["In ~/.zshrc, below compinit:", "source <(normalizer completion zsh)"],
    ["Once, for fish:", "normalizer completion fish > ~/.config/fish/completions/normalizer.fish"],
  ],
  options: {},
  operandChoices: ["bash", "zsh", "fish"],
  notes: ["Exit status: 0 done, 2 trouble."],
} as const satisfies CommandDefinition;

export const DIFF = {
  word: "diff",
  synopsis: "--rules FILE [options] OLD NEW",
  sentence: "Compares two logs by what rules make of their lines.",
  examples: [
    ["What does the new version log differently?", "normalizer diff -r rules.yaml old.log new.log"],
    ["The same, where threads write in any order:", "normalizer diff -r rules.yaml --unordered old.log new.log"],
    [
      "Request by request, though the ids differ:",
      "normalizer diff -r rules.yaml --by request_id,trace_id old.log new.log",
    ],
  ],
  options: {
    rulesPath: RULES,
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "Compare in groups: by what the first of these fields, joined by commas, captured.",
    },
    unordered: { long: "--unordered", sentence: "Compare how often each line occurs, not where." },
    contextLines: {
      long: "--context",
      metavariable: "N",
      parse: numberUpTo(1_000_000),
      default: "3",
      sentence: "Show up to N equal lines before and after each difference.",
    },
    unmatched: {
      long: "--unmatched",
      metavariable: "MODE",
      choices: ["pass", "drop"],
      default: "pass",
      sentence: "Compare lines that no rule matches as they are, or drop them.",
    },
    format: {
      long: "--format",
      metavariable: "FORM",
      choices: ["text", "json"],
      default: "text",
      sentence: "Write text for people, or a JSON object for each difference.",
    },
    quiet: { long: "--quiet", short: "-q", sentence: "Write nothing; only the exit status tells." },
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    `It shows the lines as they stand in the logs. One of these may be -, standard input. ${GZIP}`,
    "Exit status: 0 no differences, 1 differences, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const INIT = {
  word: "init",
  synopsis: "[file]",
  sentence: "Writes a commented rules file to begin from.",
  examples: [
    ["Write rules.yaml:", "normalizer init"],
    ["See that its examples hold:", "normalizer check rules.yaml"],
  ],
  options: {},
  notes: [
    "Without a file, it writes rules.yaml; for -, to standard output. It never changes a file that exists.",
    "Exit status: 0 done, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const TRACE = {
  word: "trace",
  synopsis: "--rules FILE --by FIELD[,FIELD...] [options] log ...",
  sentence: "Gathers the lines of each id from several logs, in order of time.",
  examples: [
    ["Follow requests through services:", "normalizer trace -r rules.yaml --by request_id,trace *.log"],
    ["Follow one of them:", "normalizer trace -r rules.yaml --by request_id --id 7f3a9c *.log"],
    ["Put all lines of all logs in order of time:", "normalizer trace -r rules.yaml --merge *.log"],
  ],
  options: {
    rulesPath: RULES,
    by: {
      long: "--by",
      metavariable: "FIELDS",
      parse: parseFields,
      once: true,
      sentence: "The fields that hold a line's id, joined by commas: it is what the first of them captured.",
    },
    id: { long: "--id", metavariable: "ID", once: true, sentence: "Only the lines that have this id." },
    containing: {
      long: "--containing",
      metavariable: "TEXT",
      once: true,
      sentence: "Only groups in which a normalized line contains this text.",
    },
    format: {
      long: "--format",
      metavariable: "FORM",
      choices: ["text", "lines", "json"],
      default: "text",
      sentence: "Write text for people, the normalized lines alone, or JSON.",
    },
    merge: { long: "--merge", sentence: "All lines in order of time, not gathered by ids." },
    timezone: {
      long: "--timezone",
      metavariable: "ZONE",
      parse: parseTimezone,
      default: "UTC",
      sentence: "The zone of times that name none, such as +02:00 or -0530.",
    },
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    `A line's time is the first field 'timestamp' of its rule. A log may be -, standard input. ${GZIP}`,
    "Exit status: 0 done, 1 no line has the --id or no group the --containing, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

export const WHY = {
  word: "why",
  synopsis: "--rules FILE [--line N] [log]",
  sentence: "Explains why a rule won a line, or why none matches it.",
  examples: [
    ["Explain line 7 of a log:", "normalizer why -r rules.yaml --line 7 app.log"],
    [
      "Explain the lines that no rule matches:",
      "normalizer -qr r.yaml --unmatched only a.log | normalizer why -r r.yaml",
    ],
  ],
  options: {
    rulesPath: RULES,
    line: {
      long: "--line",
      short: "-n",
      metavariable: "N",
      parse: parseLineNumber,
      once: true,
      sentence: "Explain only this line; those before it are read, as it may follow one of them.",
    },
    stripAnsi: STRIP_ANSI,
  },
  notes: [
    "Of a line that no rule matches it shows the nearest rules and what would help.",
    `Without a log, or for -, standard input is read. ${GZIP}`,
    "Exit status: 0 a rule won every line, 1 no rule matched some line, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

const WITH_WORK = [INIT, CHECK, WHY, DIFF, TRACE, COMPLETION] as const;

export const HELP = {
  word: "help",
  synopsis: "[command]",
  sentence: "Shows how the program, or one of its commands, is called.",
  examples: [["Show the options of diff:", "normalizer help diff"]],
  options: {},
  operandChoices: WITH_WORK.map(({ word }) => word),
  notes: ["Exit status: 0 done, 2 trouble."],
} as const satisfies CommandDefinition;

/** The commands that a first word names. */
export const NAMED_COMMANDS = [...WITH_WORK, HELP] as const satisfies readonly CommandDefinition[];

export type NamedWord = (typeof NAMED_COMMANDS)[number]["word"];

/** All commands, the plain one first. */
export const COMMANDS: readonly CommandDefinition[] = [NORMALIZE, ...NAMED_COMMANDS];

/** The command that a word names. */
export function commandNamed(word: string | undefined): (typeof NAMED_COMMANDS)[number] | undefined {
  return NAMED_COMMANDS.find((command) => command.word === word);
}

/** What a message says of a word that is meant as a command and is none, with the nearest one. */
export function unknownCommand(word: string): string {
  return `unknown command '${printable(word)}'${didYouMean(nearestCommand(word))}`;
}

/** The word of the command that is probably meant; undefined if none is near. */
export function nearestCommand(word: string): string | undefined {
  return nearest(
    word,
    NAMED_COMMANDS.map((command) => command.word),
  );
}
