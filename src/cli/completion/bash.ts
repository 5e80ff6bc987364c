import type { CommandManual } from "../manual/command-manual.ts";
import { optionNames } from "../options/arguments.ts";

/** Completion for bash. What it does not know, such as files, it leaves to readline. */
export function bashCompletion(commands: readonly CommandManual[]): string {
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

/** The cases for what follows an option that takes a value. */
function valueCases({ word = "", options }: CommandManual): string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const pattern = optionNames([option])
      .map((name) => `"${word} ${name}"`)
      .join("|");
    const reply =
      option.choices.length > 0 ? ` COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$current"));` : "";
    return [`    ${pattern})${reply} return ;;`];
  });
}

function optionCase({ word = '""', options, operands }: CommandManual): string {
  const taken = operands.length === 0 ? "" : ` operands="${operands.join(" ")}"`;
  return `    ${word}) options="${optionNames(options).join(" ")}"${taken} ;;`;
}
