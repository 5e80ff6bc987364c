import { UsageError } from "clipanion";
import { commandNamed, HELP, NORMALIZE, unknownCommand } from "../commands.ts";
import { EXIT } from "../context.ts";
import { defined } from "../options/command-line.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { helpText } from "./help.ts";

/** The command that writes what `--help` of another writes. */
export class HelpCommand extends defined(HELP) {
  override async execute(): Promise<number> {
    const { operands, columns } = this.context;
    const [word] = operands;
    if (operands.length > 1) throw new UsageError(`help shows one command at a time, not ${operands.length}`);
    const command = word === undefined ? NORMALIZE : commandNamed(word);
    if (command === undefined) throw new UsageError(unknownCommand(word!));
    const text = helpText(command, columns);
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.done;
  }
}
