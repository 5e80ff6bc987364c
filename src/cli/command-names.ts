// The names of the commands, and what each does. commands/ has a file for each, with its options and texts.
import { didYouMean, nearest } from "../text/messages/nearest.ts";
import { printable } from "../text/messages/printable.ts";

/** The commands with a name, which is the first word on the command line, and what each does. In the order of help. */
export const COMMAND_SENTENCES = {
  suggest: "Writes rules for logs that have none yet.",
  import: "Writes rules that do what the patterns of another tool do.",
  export: "Writes rules as patterns of another tool.",
  init: "Writes a commented rules file to start from.",
  check: "Checks a rules file and its examples, also against logs.",
  why: "Explains why a rule won a line, or why no rule matches it.",
  fields: "Shows what fields capture, and which of them vary from run to run.",
  report: "Writes an HTML page that shows what rules make of logs and lets you try them.",
  diff: "Compares two logs by their normalized lines.",
  trace: "Groups the lines of several logs by id and sorts them by time.",
  stats: "Adds up the statistics of several runs.",
  completion: "Writes a shell script that completes commands and options.",
  help: "Shows the help of the program or of one command, or where the schema of rules files is.",
} as const;

export type NamedWord = keyof typeof COMMAND_SENTENCES;

export const NAMED_WORDS = Object.keys(COMMAND_SENTENCES) as readonly NamedWord[];

export function commandNamed(word: string | undefined): NamedWord | undefined {
  return NAMED_WORDS.find((name) => name === word);
}

/** What other programs call a command, and what it is here. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["compare", "diff"],
  ["explain", "why"],
  ["lint", "check"],
  ["merge", "trace --merge"],
  ["validate", "check"],
]);

/** Suggests the command that was probably meant. */
export function unknownCommand(word: string): string {
  return `unknown command '${printable(word)}'${didYouMean(meantCommand(word))}`;
}

/** Whether a word may be meant as a command: it has no dot or slash, as most logs have. */
export function isLikeCommand(word: string): boolean {
  return /^[a-z]+$/i.test(word);
}

export function unknownWord(word: string): string {
  if (meantCommand(word) !== undefined) return unknownCommand(word);
  return `'${printable(word)}' is neither a log nor a command`;
}

function meantCommand(word: string): string | undefined {
  return OTHER_WORDS.get(word) ?? nearest(word, NAMED_WORDS);
}
