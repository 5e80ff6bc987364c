import { COMMAND_SENTENCES } from "../commands.ts";
import type { CommandDefinition } from "../options/option-definition.ts";

export const COMPLETION = {
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
