import { Command, UsageError } from "clipanion";
import { type CommandClass, type Context, EXIT } from "../context.ts";
import type { CommandManual } from "../manual/command-manual.ts";
import { parseChoice } from "../options/option-values.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
const NAMES = ["bash", "zsh", "fish"] as const;

/** The command that writes completions. `manuals` gives those of all commands, itself among them, when it runs. */
export function completionCommand(manuals: () => readonly CommandManual[]): CommandClass {
  return class extends Command<Context> {
    static override paths = [["completion"]];
    static readonly synopsis = `normalizer completion ${NAMES.join("|")}`;

    static readonly choices = { shell: NAMES };

    static override usage = Command.Usage({
      description: "Writes what a shell needs to complete this program's commands and options.",
      examples: [
        ["In ~/.bashrc:", "source <($0 completion bash)"],
        ["In ~/.zshrc, below compinit:", "source <($0 completion zsh)"],
        ["Once, for fish:", "$0 completion fish > ~/.config/fish/completions/$0.fish"],
      ],
      details: "Exit status: 0 done, 2 trouble.",
    });

    override async execute(): Promise<number> {
      const [shell] = this.context.operands;
      if (shell === undefined || this.context.operands.length > 1)
        throw new UsageError("name one shell: bash, zsh or fish");
      const text = SHELLS[parseChoice("completion", shell, NAMES)](manuals());
      await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
      return EXIT.done;
    }
  };
}
