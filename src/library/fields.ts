// What fields capture.

import type { ReadOptions } from "../io/line-text.ts";
import type { TextOutput } from "../io/text-output.ts";
import { asBuffer, type LineConverter } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { fieldJson } from "../tools/fields/field-results.ts";
import { countFields, type FieldsResult } from "../tools/fields/fields.ts";
import { writeFieldsText } from "../tools/fields/fields-text.ts";
import type { Request } from "./request.ts";

interface FieldsRequestOptions<Line extends string | Uint8Array> extends ReadOptions {
  /** Without it, values are buffers. */
  readonly convert?: LineConverter<Line>;
}

/** Counts what the fields of rules capture in the logs of one run or two. Rejects with a log's read error. */
export function fields<Line extends string | Uint8Array = Buffer>({
  rules,
  logs,
  options: { convert = asBuffer as LineConverter<never> as LineConverter<Line>, ...reading },
}: Request<FieldsRequestOptions<Line>>): Promise<FieldsResult<Line>> {
  return countFields(rules, logs, { ...reading, convert });
}

/** The formats of the result. Each yields wherever its output may be flushed. */
export const FIELDS_FORMATS = {
  text: (output: TextOutput, result: FieldsResult<Buffer>) => writeFieldsText(output, result),
  *json({ json }: TextOutput, { fields }: FieldsResult<Buffer>) {
    for (const field of fields) yield* writeLine(json, fieldJson(field));
  },
};
