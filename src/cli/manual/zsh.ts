import { type CommandDefinition, namesOf, type OptionDefinition, optionsOf } from "../options/option-definition.ts";

/** The completion script for zsh. It shows what each command and option does. */
export function zshCompletion(commands: readonly CommandDefinition[]): string {
  const named = commands.filter(({ word }) => word !== undefined);
  const plain = commands.find(({ word }) => word === undefined)!;
  return `#compdef normalizer
# zsh completion for normalizer
_normalizer() {
  local -a commands
  commands=(
${named.map(({ word, sentence }) => `    ${quoted(`${word}:${sentence.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  case $words[2] in
${named.map((command) => `    ${command.word})\n      shift words; ((CURRENT--))\n      ${argumentsOf(command)} ;;`).join("\n")}
    *)
      if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then _describe command commands; fi
      ${argumentsOf(plain)} ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _normalizer "$@"; else compdef _normalizer normalizer; fi
`;
}

function argumentsOf(command: CommandDefinition): string {
  const { operandChoices = [] } = command;
  const rest = operandChoices.length === 0 ? "'*:file:_files'" : `'*: :(${operandChoices.join(" ")})'`;
  return ["_arguments -s", ...optionsOf(command).flatMap(specifications), rest].join(" \\\n        ");
}

/** The specifications of an option for `_arguments`: one for each name, where each name excludes the others. */
function specifications(option: OptionDefinition): string[] {
  const { metavariable, sentence, choices = [] } = option;
  const names = namesOf(option);
  const values = choices.length > 0 ? `(${choices.join(" ")})` : metavariable === "FILE" ? "_files" : " ";
  const argument = metavariable === undefined ? "" : `:${metavariable}:${values}`;
  const text = sentence.replaceAll(/[[\]:\\]/g, "\\$&");
  return names.map((name) => quoted(`(${names.join(" ")})${name}[${text}]${argument}`));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
