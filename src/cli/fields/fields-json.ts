import type { JsonWriter } from "../../diagnostics/json.ts";
import type { FieldReport } from "../../fields/field-report.ts";
import type { FieldsReport } from "../../fields/fields.ts";
import { ANY_TYPE } from "../../matcher/types/type-registry.ts";
import type { TextOutput } from "../outputs/text-output.ts";

/** Writes what fields captured for programs: a JSON object for each field. Yields wherever the output may be flushed. */
export function* writeFieldsJson({ json }: TextOutput, { path, fields }: FieldsReport): Generator<void> {
  for (const field of fields) {
    addField(json, path, field);
    yield;
  }
}

function addField(json: JsonWriter, path: string, report: FieldReport): void {
  const { rule, line, follower, field, lines, empty, distinct, isExact, common, type } = report;
  const { isShown, transforms, variation, varies, edit } = report;
  json.beginObject();
  json.text("rule", rule);
  json.value("line", line);
  if (follower !== undefined) json.value("follower", follower);
  json.text("field", field);
  addCounts(json, "lines", lines);
  addCounts(json, "empty", empty);
  json.value("distinct", distinct);
  json.value("exact", isExact);
  json.beginList("common");
  for (const { bytes, isCut, count, atMost } of common) {
    json.beginObject();
    json.bytes("value", bytes);
    if (isCut) json.value("cut", true);
    json.value("count", count);
    if (atMost > count) json.value("at_most", atMost);
    json.endObject();
  }
  json.endList();
  json.text("type", type ?? ANY_TYPE);
  json.value("shown", isShown);
  json.beginList("transforms");
  for (const { name } of transforms) json.text(undefined, name);
  json.endList();
  json.value("varies", varies ?? null);
  if (variation !== undefined) {
    json.value("new_share", variation.newShare);
    json.value("chance_share", variation.chanceShare);
  }
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

/** Adds the sum of the counts of all logs and, if there are two, those of each. */
function addCounts(json: JsonWriter, name: string, counts: readonly number[]): void {
  json.value(
    name,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const [old, next] = counts;
  if (next === undefined) return;
  json.value(`old_${name}`, old!);
  json.value(`new_${name}`, next);
}
