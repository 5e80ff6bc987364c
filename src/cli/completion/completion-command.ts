import { UsageError } from "clipanion";
import { COMMANDS, COMPLETION } from "../commands.ts";
import { EXIT } from "../context.ts";
import { defined } from "../options/command-line.ts";
import { alternatives } from "../options/definitions.ts";
import { parseChoice } from "../options/option-values.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = COMPLETION.operandChoices;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The command that writes completions. */
export class CompletionCommand extends defined(COMPLETION) {
  override async execute(): Promise<number> {
    const [shell] = this.context.operands;
    if (shell === undefined || this.context.operands.length > 1)
      throw new UsageError(`name one shell: ${alternatives(SHELLS)}`);
    const text = SCRIPTS[parseChoice("completion", shell, SHELLS)](COMMANDS);
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.done;
  }
}
