import type { TextOutput } from "../../io/text-output.ts";
import type { JsonWriter } from "../../text/messages/json.ts";
import { type FieldResult, type FieldsReport, fieldResult } from "../../tools/fields/fields.ts";

/**
 * Writes what fields captured for programs: a JSON object for each field. Yields wherever the output may be flushed.
 */
export function* writeFieldsJson({ json }: TextOutput, { path, fields }: FieldsReport): Generator<void> {
  for (const field of fields) {
    addField(json, path, fieldResult(field, asBuffer));
    yield;
  }
}

function addField(json: JsonWriter, path: string, report: FieldResult<Buffer>): void {
  const { rule, line, follower, field, lines, oldLines, newLines, empty, oldEmpty, newEmpty } = report;
  const { distinct, exact, common, type, shown, transforms, varies, newShare, chanceShare, unclear, edit } = report;
  json.beginObject();
  json.text("rule", rule);
  json.value("line", line);
  if (follower !== undefined) json.value("follower", follower);
  json.text("field", field);
  json.value("lines", lines);
  addPresent(json, { old_lines: oldLines, new_lines: newLines });
  json.value("empty", empty);
  addPresent(json, { old_empty: oldEmpty, new_empty: newEmpty });
  json.value("distinct", distinct);
  json.value("exact", exact);
  json.beginList("common");
  for (const { value, cut, count, atMost } of common) {
    json.beginObject();
    json.bytes("value", value);
    if (cut) json.value("cut", true);
    json.value("count", count);
    if (atMost > count) json.value("at_most", atMost);
    json.endObject();
  }
  json.endList();
  json.text("type", type);
  json.value("shown", shown);
  json.beginList("transforms");
  for (const name of transforms) json.text(undefined, name);
  json.endList();
  json.value("varies", varies ?? null);
  addPresent(json, { new_share: newShare, chance_share: chanceShare });
  if (unclear !== undefined) json.text("unclear", unclear);
  if (edit !== undefined) {
    json.beginObject("edit");
    json.text("edit", edit.edit);
    json.text("file", path);
    json.value("line", edit.line);
    json.value("column", edit.column);
    json.endObject();
  }
  json.endLine();
}

function asBuffer(bytes: Buffer, from: number, to: number): Buffer {
  return bytes.subarray(from, to);
}

/** Adds the members that only two logs have. */
function addPresent(json: JsonWriter, members: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(members)) if (value !== undefined) json.value(name, value);
}
