import type { CommandManual, OptionManual } from "../manual/command-manual.ts";
import { optionNames } from "../options/arguments.ts";

/** Completion for zsh: with what each command and option does. */
export function zshCompletion(commands: readonly CommandManual[]): string {
  const named = commands.filter(({ word }) => word !== undefined);
  const plain = commands.find(({ word }) => word === undefined)!;
  return `#compdef normalizer
# zsh completion for normalizer
_normalizer() {
  local -a commands
  commands=(
${named.map(({ word, description }) => `    ${quoted(`${word}:${description.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  case $words[2] in
${named.map(({ word, options, operands }) => `    ${word})\n      shift words; ((CURRENT--))\n      ${argumentsOf(options, operands)} ;;`).join("\n")}
    *)
      if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then _describe command commands; fi
      ${argumentsOf(plain.options, [])} ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _normalizer "$@"; else compdef _normalizer normalizer; fi
`;
}

function argumentsOf(options: readonly OptionManual[], operands: readonly string[]): string {
  const rest = operands.length === 0 ? "'*:file:_files'" : `'*: :(${operands.join(" ")})'`;
  return ["_arguments -s", ...options.flatMap(specifications), rest].join(" \\\n        ");
}

/** One for each of the option's names, which exclude each other. */
function specifications(option: OptionManual): string[] {
  const { value, description, choices } = option;
  const names = optionNames([option]);
  const values = choices.length > 0 ? `(${choices.join(" ")})` : value === "FILE" ? "_files" : " ";
  const argument = value === undefined ? "" : `:${value}:${values}`;
  const text = description.replaceAll(/[[\]:\\]/g, "\\$&");
  return names.map((name) => quoted(`(${names.join(" ")})${name}[${text}]${argument}`));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
