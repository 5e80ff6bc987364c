import type { OptionDefinition } from "../../library/option-definitions.ts";
import {
  COMMAND_SENTENCES,
  type CommandDefinition,
  commandName,
  descriptionOf,
  optionsOf,
} from "../options/command-definition.ts";

const USUAL_COLUMNS = 80;
/** The lines are at least this long. A narrower terminal breaks them itself. */
const MIN_COLUMNS = 40;
/** A description is written beside its name if it has this many columns there, and otherwise below. */
const MIN_TEXT_COLUMNS = 30;
const INDENT_BELOW = 8;

/** The text of `--help`, wrapped to the terminal or to 80 columns. */
export function helpText(command: CommandDefinition, terminalColumns = USUAL_COLUMNS): string {
  const columns = Math.max(terminalColumns, MIN_COLUMNS);
  const { word, sentence, examples, synopsis, notes } = command;
  const isPlain = word === undefined;
  const blocks = [
    wrapped(sentence, columns),
    `Examples:\n${examples.map(([what, line]) => `  ${wrapped(what, columns, 2)}\n    ${line}`).join("\n")}`,
    `Usage:\n${usage(commandName(command), synopsis, columns)}${isPlain ? "\n  normalizer COMMAND ..." : ""}`,
    ...(isPlain || word === "help" ? [commandList(columns)] : []),
    `Options:\n${table(optionsOf(command).map(optionRow), columns)}`,
    ...notes.map((note) => wrapped(note, columns)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function commandList(columns: number): string {
  return `Commands (see 'normalizer help COMMAND'):\n${table(Object.entries(COMMAND_SENTENCES), columns)}`;
}

function optionRow(option: OptionDefinition): readonly [string, string] {
  const { long, short, metavariable } = option;
  const names = `${short === undefined ? "    " : `${short}, `}${long}`;
  return [metavariable === undefined ? names : `${names} ${metavariable}`, descriptionOf(option)];
}

function table(rows: readonly (readonly [name: string, text: string])[], columns: number): string {
  const column = 2 + Math.max(...rows.map(([name]) => name.length)) + 2;
  const isBeside = columns - column >= MIN_TEXT_COLUMNS;
  const indent = isBeside ? column : INDENT_BELOW;
  const nameCell = (name: string): string => (isBeside ? name.padEnd(indent) : `${name}\n${" ".repeat(indent)}`);
  return rows.map(([name, text]) => nameCell(`  ${name}`) + wrapped(text, columns, indent)).join("\n");
}

/** What stays in one line of a synopsis: brackets with what is in them, an option with its value, `LOG ...`. */
const GROUPS = /\{[^}]*\}|\[(?:[^[\]]|\[[^\]]*\])*\]|--\S+ [A-Z]+|\S+(?: \.{3})?/g;

function usage(name: string, synopsis: string, columns: number): string {
  const beside = 2 + name.length + 1;
  const indent = columns - beside >= MIN_TEXT_COLUMNS ? beside : INDENT_BELOW;
  const groups = (synopsis.match(GROUPS) ?? []).flatMap((group) =>
    group.length > columns - indent ? group.split(" ") : [group],
  );
  const first = indent === beside ? " " : `\n${" ".repeat(indent)}`;
  return `  ${name}${first}${wrappedWords(groups, columns, indent)}`;
}

/** Wraps a text to a width. Indents all lines but the first, which is assumed to begin at the indent already. */
function wrapped(text: string, columns: number, indent = 0): string {
  return wrappedWords(text.split(" "), columns, indent);
}

function wrappedWords(words: readonly string[], columns: number, indent: number): string {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
