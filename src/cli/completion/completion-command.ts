import { UsageError } from "clipanion";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { listed } from "../../text/messages/phrases.ts";
import { COMMANDS } from "../command-definitions.ts";
import { EXIT } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { parseChoice } from "../options/option-values.ts";
import { bashCompletion } from "./bash.ts";
import { COMPLETION } from "./completion-definition.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = COMPLETION.operandChoices;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The `completion` command. It writes a completion script for a shell. */
export class CompletionCommand extends commandBase(COMPLETION) {
  override async execute(): Promise<number> {
    const [shell] = this.context.operands;
    if (shell === undefined || this.context.operands.length > 1)
      throw new UsageError(`name one shell: ${listed(SHELLS, "or")}`);
    const text = SCRIPTS[parseChoice("completion", shell, SHELLS)](COMMANDS);
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.success;
  }
}
