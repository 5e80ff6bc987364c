import { UsageError } from "clipanion";
import { FIELDS_FORMATS, fieldsOf } from "../../library/fields.ts";
import { logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { readingRules } from "../../library/rules-files.ts";
import { EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput, refuseTerminal } from "../inputs/operands.ts";
import { commandBase } from "../options/command-line.ts";
import { print } from "../outputs/text-output.ts";
import { FIELDS } from "./fields-definition.ts";

/** The `fields` command. It shows what the fields of rules capture, and with two logs which of them vary. */
export class FieldsCommand extends commandBase(FIELDS) {
  override async execute(): Promise<number> {
    const { rulesPath, format } = this;
    const paths = this.context.operands;
    if (paths.length > 2) throw new UsageError(`fields takes one log, or two to compare, not ${paths.length}`);
    refuseTerminal(paths);
    refuseRepeatedInput(paths);
    const inputs = logInputs(paths);
    refuseOutput(inputs, [this.context.stdout.fd]);
    const [log, next] = inputs.map((input) => [logOfInput(input)]);
    const result = await readingRules(rulesPath, () => fieldsOf({ rulesPath }, [log!, next], readOptions(this)));
    await print(this.context, format, (output) => FIELDS_FORMATS[format](output, result));
    return EXIT.success;
  }
}
