import { choiceOf, parseText, UsageError } from "../../library/option-values.ts";
import { listed } from "../../text/messages/phrases.ts";
import { tell } from "../context.ts";
import { bashCompletion, fishCompletion, zshCompletion } from "../manual/completions.ts";
import { commandBase } from "../options/command-line.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export class CompletionCommand extends commandBase({
  word: "completion",
  synopsis: "bash|zsh|fish",
  examples: [
    ["In ~/.bashrc:", "source <(normalizer completion bash)"],
    ["In ~/.zshrc, below compinit:", "source <(normalizer completion zsh)"],
    ["Once, for fish:", "normalizer completion fish > ~/.config/fish/completions/normalizer.fish"],
  ],
  options: {},
  operandChoices: SHELLS,
  notes: ["Exit code: 0 success, 2 trouble."],
}) {
  override async execute(): Promise<number> {
    const [shell] = this.context.operands;
    if (shell === undefined || this.context.operands.length > 1)
      throw new UsageError(`name one shell: ${listed(SHELLS, "or")}`);
    const script = SCRIPTS[parseText(choiceOf(SHELLS), shell, "completion")](this.context.commands);
    return tell(this.context, { output: script });
  }
}
