import { readOptions } from "../../library/command-run.ts";
import { FIELDS_FORMATS, fields } from "../../library/fields.ts";
import { DECOMPRESSION, openFiles } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { UsageError } from "../../library/option-values.ts";
import { namedRules } from "../../library/rules-files.ts";
import { EXIT, inputPaths, print } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

/** The `fields` command. It shows what the fields of rules capture, and with two logs which of them vary. */
export class FieldsCommand extends commandBase({
  word: "fields",
  synopsis: "--rules FILE [options] [LOG | OLD NEW]",
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
}) {
  override async execute(): Promise<number> {
    const { format } = this;
    const { operands, stdout } = this.context;
    if (operands.length > 2) throw new UsageError(`fields takes one log, or two to compare, not ${operands.length}`);
    const sides = inputPaths(operands).map((path) => [path]);
    const files = openFiles(sides, [stdout.fd], () => namedRules(this.rulesPath));
    const result = await fields({ ...files, options: readOptions(this) });
    await print(this.context, format, (output) => FIELDS_FORMATS[format](output, result));
    return EXIT.success;
  }
}
