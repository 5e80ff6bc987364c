import { type CommandDefinition, namesOf, optionsOf } from "../options/option-definition.ts";

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

/** The `case` branches that complete the values of options. */
function valueCases(command: CommandDefinition): string[] {
  const { word = "" } = command;
  return optionsOf(command).flatMap((option) => {
    const { choices = [], metavariable } = option;
    if (metavariable === undefined) return [];
    const pattern = namesOf(option)
      .map((name) => `"${word} ${name}"`)
      .join("|");
    const reply = choices.length > 0 ? ` COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current"));` : "";
    return [`    ${pattern})${reply} return ;;`];
  });
}

function optionCase(command: CommandDefinition): string {
  const { word = '""', operandChoices = [] } = command;
  const operands = operandChoices.length === 0 ? "" : ` operands="${operandChoices.join(" ")}"`;
  return `    ${word}) options="${optionsOf(command).flatMap(namesOf).join(" ")}"${operands} ;;`;
}
