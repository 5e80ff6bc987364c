import { UsageError } from "clipanion";
import { readRulesSource } from "../../run/load-rules.ts";
import { countFields } from "../../tools/fields/fields.ts";
import { writeFieldsText } from "../../tools/fields/fields-text.ts";
import { EXIT } from "../context.ts";
import {
  logInputs,
  logOfInput,
  readOptions,
  refuseOutput,
  refuseRepeatedInput,
  refuseTerminal,
} from "../inputs/log-inputs.ts";
import { rulesInput } from "../inputs/rules-input.ts";
import { commandBase } from "../options/command-line.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { plainOutput, textOutput } from "../outputs/text-output.ts";
import { FIELDS } from "./fields-definition.ts";
import { writeFieldsJson } from "./fields-json.ts";

/** The `fields` command. It shows what the fields of rules capture, and with two logs which of them vary. */
export class FieldsCommand extends commandBase(FIELDS) {
  override async execute(): Promise<number> {
    const paths = this.context.operands;
    if (paths.length > 2) throw new UsageError(`fields takes one log, or two to compare, not ${paths.length}`);
    refuseTerminal(paths);
    refuseRepeatedInput(paths);

    const inputs = logInputs(paths);
    const source = rulesInput(this.rulesPath, readRulesSource);
    refuseOutput(inputs, [this.context.stdout.fd]);
    // Leaves signals unhandled. They end the process, which has not written anything yet.
    const { signal } = new AbortController();
    const [log, next] = inputs.map((input) => [logOfInput(input, signal)]);
    const report = await countFields(source, [log!, next], readOptions(this));
    const output = this.format === "json" ? plainOutput(this.context) : textOutput(this.context);
    const write = this.format === "json" ? writeFieldsJson : writeFieldsText;
    await endedByClosedPipe(async () => {
      for (const _ of write(output, report)) if (output.isFull) await output.flush();
      await output.flush();
    });
    return EXIT.success;
  }
}
