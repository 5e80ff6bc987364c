// Command lines in messages. People copy them, so they must read logs as the run does that proposes them.

import { pathWord, STANDARD_STREAM, shellWord } from "../text/messages/paths.ts";
import { DEFAULT_INPUT_FORMAT } from "../text/records/input-format.ts";

/** An option on a command line: its name, and its value as it is written, or whether a flag is set. */
export interface GivenOption {
  readonly name: string;
  readonly value?: unknown;
}

interface ReadingRun {
  readonly input: string;
  readonly message: string | undefined;
  readonly stripAnsi: boolean;
}

const ANY_LOG = "LOG";

/** More logs than these are not named: the command should be easy to read. */
const MAX_NAMED_LOGS = 3;

/**
 * A command line that reads logs as a run does. `words` are its own words; paths among them are already words for a
 * shell. If there are many logs, or standard input is among them, `LOG` stands for them.
 */
export function proposedCommand(words: readonly string[], logs: readonly string[], run: ReadingRun): string {
  const named = logs.length > MAX_NAMED_LOGS || logs.includes(STANDARD_STREAM) ? [ANY_LOG] : logs.map(pathWord);
  return ["normalizer", ...words, ...(named.length > 0 ? readingWords(run) : []), ...named].join(" ");
}

export function rulesWords(paths: readonly string[]): string[] {
  return paths.map((path) => `--rules ${pathWord(path)}`);
}

/** What names rules files for `check`, which takes a single one without an option. */
export function checkedWords(paths: readonly string[]): string[] {
  return paths.length === 1 ? paths.map(pathWord) : rulesWords(paths);
}

/** A command line that has rules written from any log, for options that are known only as they were written. */
export function suggestingFor(options: readonly GivenOption[]): string {
  const given = new Map(options.map(({ name, value }) => [name, value]));
  const [input = DEFAULT_INPUT_FORMAT, message] = [given.get("--input"), given.get("--message")];
  const run = { input: String(input), message: message?.toString(), stripAnsi: given.has("--strip-ansi") };
  return proposedCommand(["suggest"], [ANY_LOG], run);
}

function readingWords({ input, message, stripAnsi }: ReadingRun): string[] {
  return [
    ...(input === DEFAULT_INPUT_FORMAT ? [] : [`--input ${shellWord(input)}`]),
    ...(message === undefined ? [] : [shellWord(`--message=${message}`)]),
    ...(stripAnsi ? ["--strip-ansi"] : []),
  ];
}
