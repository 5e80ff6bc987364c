import { schemaPath } from "../../library/inputs.ts";
import { UsageError } from "../../library/option-values.ts";
import { tell } from "../context.ts";
import { helpText } from "../manual/help.ts";
import { commandNamed, NAMED_WORDS, unknownCommand } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";

const SCHEMA = "schema";

export class HelpCommand extends commandBase({
  word: "help",
  synopsis: "[COMMAND | schema]",
  examples: [
    ["Show the options of diff:", "normalizer help diff"],
    ["Print the path of the JSON Schema of rules files, for an editor:", "normalizer help schema"],
  ],
  options: {},
  operandChoices: [...NAMED_WORDS.filter((word) => word !== "help"), SCHEMA],
  notes: ["Exit code: 0 success, 2 trouble."],
}) {
  override async execute(): Promise<number> {
    const { operands, columns, commands } = this.context;
    const [word] = operands;
    if (operands.length > 1) throw new UsageError(`help takes one command, not ${operands.length}`);
    const name = commandNamed(word);
    if (word === SCHEMA) return tell(this.context, { output: `${schemaPath()}\n` });
    if (word !== undefined && name === undefined) throw new UsageError(unknownCommand(word));
    return tell(this.context, { output: helpText(commands.find((command) => command.word === name)!, columns) });
  }
}
