import type { OptionDefinition } from "../../library/option-definitions.ts";
import { type CommandDefinition, namesOf, optionsOf } from "../options/command-definition.ts";

/** The completion script for bash. It leaves files and everything else that it does not know to readline. */
export function bashCompletion(commands: readonly CommandDefinition[]): string {
  const words = commands.flatMap(({ word }) => word ?? []);
  return `# bash completion for normalizer
_normalizer() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= options= operands=
  case \${COMP_WORDS[1]} in ${words.join("|")}) ((COMP_CWORD > 1)) && command=\${COMP_WORDS[1]} ;; esac
  case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case $command in
${commands.map(optionCase).join("\n")}
  esac
  if ((COMP_CWORD == 1)); then operands="${words.join(" ")}"; fi
  if [[ $current == -* ]]; then operands=$options; fi
  COMPREPLY=($(compgen -W "$operands" -- "$current"))
}
complete -o bashdefault -o default -F _normalizer normalizer
`;
}

function valueCases(command: CommandDefinition): string[] {
  const { word = "" } = command;
  const withValue = optionsOf(command).filter(({ metavariable }) => metavariable !== undefined);
  return withValue.map((option) => {
    const pattern = namesOf(option).map((name) => `"${word} ${name}"`);
    const reply = option.choices ? ` COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$current"));` : "";
    return `    ${pattern.join("|")})${reply} return ;;`;
  });
}

function optionCase(command: CommandDefinition): string {
  const { word = '""', operandChoices } = command;
  const operands = operandChoices ? ` operands="${operandChoices.join(" ")}"` : "";
  return `    ${word}) options="${optionsOf(command).flatMap(namesOf).join(" ")}"${operands} ;;`;
}

export function fishCompletion(commands: readonly CommandDefinition[]): string {
  const complete = (condition: string, what: string): string =>
    `complete -c normalizer -n ${fishQuoted(condition)} ${what}`;
  const isOf = (word: string): string => `contains -- (commandline -opc)[2] ${word}`;
  const named = commands.filter(({ word }) => word !== undefined);
  const notNamed = `not ${isOf(named.map(({ word }) => word).join(" "))}`;
  const lines = [
    "# fish completion for normalizer",
    ...named.map(({ word, sentence }) => complete("__fish_is_first_token", `-a ${word} -d ${fishQuoted(sentence)}`)),
    ...named.flatMap(({ word, operandChoices: words }) =>
      words ? complete(isOf(word!), `-f -a ${fishQuoted(words.join(" "))}`) : [],
    ),
    ...commands.flatMap((command) => {
      const condition = command.word === undefined ? notNamed : isOf(command.word);
      return optionsOf(command).map((option) => complete(condition, fishOption(option)));
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function fishOption({ long, short, metavariable, sentence, choices }: OptionDefinition): string {
  const names = `${short === undefined ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const other = metavariable === undefined ? "" : metavariable === "FILE" ? " -r" : " -x";
  return `${names}${choices ? ` -xa ${fishQuoted(choices.join(" "))}` : other} -d ${fishQuoted(sentence)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

export function zshCompletion(commands: readonly CommandDefinition[]): string {
  const named = commands.filter(({ word }) => word !== undefined);
  const plain = commands.find(({ word }) => word === undefined)!;
  return `#compdef normalizer
# zsh completion for normalizer
_normalizer() {
  local -a commands
  commands=(
${named.map(({ word, sentence }) => `    ${zshQuoted(`${word}:${sentence.replaceAll(":", "\\:")}`)}`).join("\n")}
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
  const rest = command.operandChoices ? `'*: :(${command.operandChoices.join(" ")})'` : "'*:file:_files'";
  return ["_arguments -s", ...optionsOf(command).flatMap(specifications), rest].join(" \\\n        ");
}

/** The specifications of an option for `_arguments`: one for each name, where each name excludes the others. */
function specifications(option: OptionDefinition): string[] {
  const { metavariable, sentence, choices } = option;
  const names = namesOf(option);
  const values = choices ? `(${choices.join(" ")})` : metavariable === "FILE" ? "_files" : " ";
  const argument = metavariable === undefined ? "" : `:${metavariable}:${values}`;
  const text = sentence.replaceAll(/[[\]:\\]/g, "\\$&");
  return names.map((name) => zshQuoted(`(${names.join(" ")})${name}[${text}]${argument}`));
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
