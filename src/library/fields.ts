// What fields capture: for the command and for the Processor.

import type { ReadOptions } from "../io/line-text.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { Log } from "../run/log.ts";
import { asBuffer, type LineConverter } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { fieldJson } from "../tools/fields/field-results.ts";
import { countFields, type FieldsResult } from "../tools/fields/fields.ts";
import { writeFieldsText } from "../tools/fields/fields-text.ts";
import { readGivenRules } from "./caller-sources.ts";
import type { RulesOptions } from "./options.ts";

/** Reads rules, and counts what their fields capture. Rejects with the errors of `Processor.fields`. */
export async function fieldsOf<Line extends string | Uint8Array = Buffer>(
  rules: RulesOptions,
  logs: readonly [readonly Log[], (readonly Log[] | undefined)?],
  options: ReadOptions,
  convert = asBuffer as LineConverter<string | Uint8Array> as LineConverter<Line>,
): Promise<FieldsResult<Line>> {
  return countFields(await readGivenRules(rules), logs, { ...options, convert });
}

/** The formats of the result. Each yields wherever its output may be flushed. */
export const FIELDS_FORMATS = {
  text: (output: TextOutput, result: FieldsResult<Buffer>) => writeFieldsText(output, result),
  *json({ json }: TextOutput, { fields }: FieldsResult<Buffer>) {
    for (const field of fields) yield* writeLine(json, fieldJson(field));
  },
};
