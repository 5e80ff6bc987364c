import { FIELDS_FORMATS, fieldsOf } from "../../library/fields.ts";
import { DECOMPRESSION, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { UsageError } from "../../library/option-values.ts";
import { readingRules } from "../../library/rules-files.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput, refuseTerminal } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { print } from "../print.ts";

const FIELDS = {
  word: "fields",
  synopsis: "--rules FILE [options] [LOG | OLD NEW]",
  sentence: COMMAND_SENTENCES.fields,
  examples: [
    ["What do the fields of my rules capture?", "normalizer fields -r rules.yaml app.log"],
    ["Which fields differ although the runs do the same?", "normalizer fields -r rules.yaml old.log new.log"],
  ],
  options: {
    rulesPath: OPTION.RULES,
    format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each field."),
    input: OPTION.INPUT,
    message: OPTION.MESSAGE,
    stripAnsi: OPTION.STRIP_ANSI,
  },
  notes: [
    "With the logs of two runs that did the same, it finds the fields that vary between them, and how to edit the rules.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

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
