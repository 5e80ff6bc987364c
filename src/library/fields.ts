import { asBuffer } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { fieldJson } from "../tools/fields/field-results.ts";
import { countFields } from "../tools/fields/fields.ts";
import { hasFinding, writeFieldsText } from "../tools/fields/fields-text.ts";
import { type CommandRun, namedRules, readOptions, refuseUnwritable, saveRules } from "./command-run.ts";
import { openFiles, type ReadProgress, readingNotes } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { UsageError } from "./option-values.ts";
import { type Found, writeFiles } from "./outputs.ts";

export const FIELDS_OPTIONS = {
  rulesPaths: OPTION.RULES,
  inPlace: OPTION.EDIT_IN_PLACE,
  findings: OPTION.option("--findings", "Write only what two runs tell of fields, without the table of all fields."),
  format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each field."),
  ...OPTION.READING,
};

type FieldsRun = CommandRun & OPTION.OptionValues<typeof FIELDS_OPTIONS>;

/** Counts fields, and edits the rules if that is asked for. Rejects with a RulesError, a UsageError or a NamedError. */
export async function fieldsOfFiles(run: FieldsRun, paths: readonly string[], progress: ReadProgress): Promise<Found> {
  const { rulesPaths, inPlace, findings, context } = run;
  if (paths.length > 2) throw new UsageError(`fields takes one log, or two to compare, not ${paths.length}`);
  const option = inPlace ? "--in-place" : findings ? "--findings" : undefined;
  if (option !== undefined && paths.length < 2) throw new UsageError(`${option} needs the logs of two runs: OLD NEW`);
  if (inPlace) refuseUnwritable(rulesPaths);
  const sides = paths.map((path) => [path]);
  const { rules, inputs, logs } = openFiles(sides, [context.stdout.fd], () => namedRules(rulesPaths), progress);
  const { result, changes } = await countFields(rules, logs, { ...readOptions(run), inPlace, convert: asBuffer });
  if (changes.length > 0) await writeFiles(context, () => saveRules(changes));
  return {
    *output(output) {
      const hasTable = option === undefined;
      if (run.format === "text") return yield* writeFieldsText(output, result, hasTable);
      for (const field of result.fields)
        if (hasTable || hasFinding(field)) yield* writeLine(output.json, fieldJson(field));
    },
    advice: () => readingNotes(run, inputs, rules.rulebook),
  };
}
