import { type CommandDefinition, type OptionDefinition, optionsOf } from "../options/option-definition.ts";

/** The completion script for fish. It shows what each command and option does. */
export function fishCompletion(commands: readonly CommandDefinition[]): string {
  const named = commands.filter(({ word }) => word !== undefined);
  const words = named.map(({ word }) => word).join(" ");
  const lines = [
    "# fish completion for normalizer",
    ...named.map(({ word, sentence }) => complete(isFirst, `-a ${word} -d ${quoted(sentence)}`)),
    ...named.flatMap(({ word, operandChoices = [] }) =>
      operandChoices.length === 0 ? [] : complete(isOf(word!), `-f -a ${quoted(operandChoices.join(" "))}`),
    ),
    ...commands.flatMap((command) => {
      const condition = command.word === undefined ? isNone(words) : isOf(command.word);
      return optionsOf(command).map((option) => complete(condition, optionPart(option)));
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** The fish condition that no word precedes the current one. */
const isFirst = "__fish_is_first_token";

/** The fish condition that the first word on the line is this one. */
function isOf(word: string): string {
  return `contains -- (commandline -opc)[2] ${word}`;
}

function isNone(words: string): string {
  return `not contains -- (commandline -opc)[2] ${words}`;
}

function complete(condition: string, what: string): string {
  return `complete -c normalizer -n ${quoted(condition)} ${what}`;
}

function optionPart({ long, short, metavariable, sentence, choices = [] }: OptionDefinition): string {
  const names = `${short === undefined ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const values =
    choices.length > 0
      ? ` -xa ${quoted(choices.join(" "))}`
      : metavariable === "FILE"
        ? " -r"
        : metavariable
          ? " -x"
          : "";
  return `${names}${values} -d ${quoted(sentence)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
