import { Command, Option, UsageError } from "clipanion";
import type { CommandManual } from "../command-manual.ts";
import { type CommandClass, type Context, EXIT } from "../context.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs.ts";
import { choice } from "../usage.ts";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
const NAMES = ["bash", "zsh", "fish"] as const;

/** The command that writes what a shell completes the others by. It is told of them when it runs, itself among them. */
export function completionCommand(manuals: () => readonly CommandManual[]): CommandClass {
  return class extends Command<Context> {
    static override paths = [["completion"]];
    static readonly synopsis = `normalizer completion ${NAMES.join("|")}`;

    static readonly choices = { shell: NAMES };

    static override usage = Command.Usage({
      description: "Writes what a shell needs to complete this program's options.",
      examples: [
        ["In ~/.bashrc:", "source <($0 completion bash)"],
        ["In ~/.zshrc, below compinit:", "source <($0 completion zsh)"],
        ["Once, for fish:", "$0 completion fish > ~/.config/fish/completions/$0.fish"],
      ],
      details: "Exit status: 0 done, 2 trouble.",
    });

    shells = Option.Rest({ name: "shell" });

    override async execute(): Promise<number> {
      const [shell] = this.shells;
      if (shell === undefined || this.shells.length > 1)
        throw new UsageError(`one shell is named: ${NAMES.join(", ")}`);
      const text = SHELLS[choice("completion", shell, NAMES)](manuals());
      await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
      return EXIT.done;
    }
  };
}
