import { UsageError } from "clipanion";
import { endedByClosedPipe, standardOutputs } from "../../library/standard-outputs.ts";
import { DEFINITIONS } from "../command-definitions.ts";
import { commandNamed, unknownCommand } from "../commands.ts";
import { EXIT } from "../context.ts";
import { NORMALIZE } from "../normalize-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { helpText } from "./help.ts";
import { HELP } from "./help-definition.ts";

/** The `help` command. It writes the same text as `--help` of the command it is asked about. */
export class HelpCommand extends commandBase(HELP) {
  override async execute(): Promise<number> {
    const { operands, columns } = this.context;
    const [word] = operands;
    if (operands.length > 1) throw new UsageError(`help takes one command, not ${operands.length}`);
    const name = commandNamed(word);
    if (word !== undefined && name === undefined) throw new UsageError(unknownCommand(word));
    const text = helpText(name === undefined ? NORMALIZE : DEFINITIONS[name], columns);
    await endedByClosedPipe(() => standardOutputs(this.context).lines.write(Buffer.from(text)));
    return EXIT.success;
  }
}
