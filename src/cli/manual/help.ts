import { HELP, NAMED_COMMANDS, NORMALIZE } from "../commands.ts";
import {
  type CommandDefinition,
  descriptionOf,
  nameOf,
  type OptionDefinition,
  optionsOf,
} from "../options/definitions.ts";

/** The width of a text that no terminal shows. */
const USUAL_COLUMNS = 80;
/** A narrower terminal breaks the lines itself. */
const MIN_COLUMNS = 40;
/** Text stands beside its name if so many columns are left for it, and else below. */
const MIN_TEXT_COLUMNS = 30;
const INDENT_BELOW = 8;

/** The text of `--help`: what the command does, real command lines, then every option; in so many columns, or 80. */
export function helpText(command: CommandDefinition, terminalColumns = USUAL_COLUMNS): string {
  const columns = Math.max(terminalColumns, MIN_COLUMNS);
  const { sentence, examples, synopsis, notes } = command;
  const isPlain = command === NORMALIZE;
  const blocks = [
    wrapped(sentence, columns),
    `Examples:\n${examples.map(([what, line]) => `  ${what}\n    ${line}`).join("\n")}`,
    `Usage:\n  ${nameOf(command)} ${synopsis}${isPlain ? "\n  normalizer COMMAND ..." : ""}`,
    ...(isPlain || command === HELP ? [commandList(columns)] : []),
    `Options:\n${table(optionsOf(command).map(optionRow), columns)}`,
    ...notes.map((note) => wrapped(note, columns)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function commandList(columns: number): string {
  const rows = NAMED_COMMANDS.map(({ word, sentence }) => [word, sentence] as const);
  return `Commands (see 'normalizer help COMMAND'):\n${table(rows, columns)}`;
}

function optionRow(option: OptionDefinition): readonly [string, string] {
  const { long, short, metavariable } = option;
  const names = `${short === undefined ? "    " : `${short}, `}${long}`;
  return [metavariable === undefined ? names : `${names} ${metavariable}`, descriptionOf(option)];
}

/** Names, and beside or below them what they are. */
function table(rows: readonly (readonly [name: string, text: string])[], columns: number): string {
  const column = 2 + Math.max(...rows.map(([name]) => name.length)) + 2;
  const isBeside = columns - column >= MIN_TEXT_COLUMNS;
  const indent = isBeside ? column : INDENT_BELOW;
  const begin = (name: string): string => (isBeside ? name.padEnd(indent) : `${name}\n${" ".repeat(indent)}`);
  return rows.map(([name, text]) => begin(`  ${name}`) + wrapped(text, columns, indent)).join("\n");
}

/** Words in lines of so many columns. All lines but the first are indented; that one is taken to begin there already. */
function wrapped(text: string, columns: number, indent = 0): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
