import { choiceOf, parseText, UsageError } from "../../library/option-values.ts";
import { listed } from "../../text/messages/phrases.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { bashCompletion, fishCompletion, zshCompletion } from "../manual/completions.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { printText } from "../print.ts";

const COMPLETION = {
  word: "completion",
  synopsis: "bash|zsh|fish",
  sentence: COMMAND_SENTENCES.completion,
  examples: [
    ["In ~/.bashrc:", "source <(normalizer completion bash)"],
    ["In ~/.zshrc, below compinit:", "source <(normalizer completion zsh)"],
    ["Once, for fish:", "normalizer completion fish > ~/.config/fish/completions/normalizer.fish"],
  ],
  options: {},
  operandChoices: ["bash", "zsh", "fish"],
  notes: ["Exit code: 0 success, 2 trouble."],
} as const satisfies CommandDefinition;

const SHELLS = COMPLETION.operandChoices;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The `completion` command. It writes a completion script for a shell. */
export class CompletionCommand extends commandBase(COMPLETION) {
  override async execute(): Promise<number> {
    const [shell] = this.context.operands;
    if (shell === undefined || this.context.operands.length > 1)
      throw new UsageError(`name one shell: ${listed(SHELLS, "or")}`);
    const text = SCRIPTS[parseText(choiceOf(SHELLS), shell, "completion")](this.context.commands);
    await printText(this.context, text);
    return EXIT.success;
  }
}
