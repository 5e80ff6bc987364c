import type { CommandManual, OptionManual } from "../manual/command-manual.ts";

/** Completion for fish: with what each command and option does. */
export function fishCompletion(commands: readonly CommandManual[]): string {
  const named = commands.filter(({ word }) => word !== undefined);
  const words = named.map(({ word }) => word).join(" ");
  const lines = [
    "# fish completion for normalizer",
    ...named.map(({ word, description }) => complete(isFirst, `-a ${word} -d ${quoted(description)}`)),
    ...named.flatMap(({ word, operands }) =>
      operands.length === 0 ? [] : complete(isOf(word!), `-f -a ${quoted(operands.join(" "))}`),
    ),
    ...commands.flatMap(({ word, options }) =>
      options.map((option) => complete(word === undefined ? isNone(words) : isOf(word), optionPart(option))),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const isFirst = "__fish_is_first_token";

/** Whether the word of a command is the first on the line. */
function isOf(word: string): string {
  return `contains -- (commandline -opc)[2] ${word}`;
}

function isNone(words: string): string {
  return `not contains -- (commandline -opc)[2] ${words}`;
}

function complete(condition: string, what: string): string {
  return `complete -c normalizer -n ${quoted(condition)} ${what}`;
}

function optionPart({ long, short, value, description, choices }: OptionManual): string {
  const names = `${short === undefined ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const values =
    choices.length > 0 ? ` -xa ${quoted(choices.join(" "))}` : value === "FILE" ? " -r" : value ? " -x" : "";
  return `${names}${values} -d ${quoted(description)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
