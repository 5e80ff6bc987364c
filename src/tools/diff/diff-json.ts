import type { TextOutput } from "../../io/text-output.ts";
import type { JsonWriter } from "../../text/messages/json.ts";
import type { DiffWriter } from "./diff-writer.ts";
import type {
  ComparisonDifference,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  Counts,
  FieldChange,
  GroupIds,
  Occurrences,
  RuleSideCount,
  SideSummary,
  WholeGroup,
} from "./difference.ts";

/** Writes differences for programs: one JSON object per line, the summary last. */
export class DiffJson implements DiffWriter {
  readonly maxLinesWithoutCounts = Number.POSITIVE_INFINITY;
  private readonly json: JsonWriter;

  constructor({ json }: TextOutput) {
    this.json = json;
  }

  write(item: Exclude<ComparisonItem<Buffer>, WholeGroup<Buffer>>): void {
    if (item.kind === "gap" || item.kind === "same") return;
    begin(this.json, item.kind, item.group);
    addDifference(this.json, item);
    this.json.endLine();
  }

  *writeGroup({ kind, group, count, lines }: WholeGroup<Buffer>): Generator<void> {
    const { json } = this;
    begin(json, kind, group);
    json.value("count", count);
    json.beginList("lines");
    for (const line of lines) {
      addLine(json, line);
      yield;
    }
    json.endList();
    json.endLine();
  }

  writeRules(counts: readonly ComparisonRule[]): void {
    const { json } = this;
    for (const { rule, old, new: next, difference } of counts) {
      json.beginObject();
      json.text("kind", "rule");
      json.text("rule", rule ?? null);
      addRuleSide(json, "old", old);
      addRuleSide(json, "new", next);
      json.value("difference", difference);
      json.endLine();
    }
  }

  end({ same, old, new: next }: ComparisonSummary): void {
    const { json } = this;
    json.beginObject();
    json.text("kind", "summary");
    json.value("same", same);
    addSide(json, "old", old);
    addSide(json, "new", next);
    json.endLine();
  }
}

/** Begins the object of a difference, and adds its kind and the ids of its group. */
function begin(
  json: JsonWriter,
  kind: ComparisonDifference<Buffer>["kind"],
  group: GroupIds<Buffer> | undefined,
): void {
  json.beginObject();
  json.text("kind", kind);
  if (group === undefined) return;
  json.beginObject("group");
  if (group.old !== undefined) json.bytes("old", group.old);
  if (group.new !== undefined) json.bytes("new", group.new);
  if (group.alike !== undefined) {
    json.beginObject("alike");
    json.value("lines", group.alike.lines);
    json.value("of", group.alike.of);
    json.endObject();
  }
  json.endObject();
}

function addDifference(json: JsonWriter, item: Exclude<ComparisonDifference<Buffer>, WholeGroup<Buffer>>): void {
  switch (item.kind) {
    case "removed":
      addLine(json, item.old, "old");
      break;
    case "added":
      addLine(json, item.new, "new");
      break;
    case "changed":
      addFields(json, item.fields);
      addLine(json, item.old, "old");
      addLine(json, item.new, "new");
      break;
    case "count":
      addCount(json, item);
      break;
    case "changed_count":
      addFields(json, item.fields);
      json.beginObject("was");
      addCount(json, item.was);
      json.endObject();
      json.beginObject("became");
      addCount(json, item.became);
      json.endObject();
  }
}

function addLine(json: JsonWriter, item: ComparisonLine<Buffer>, name?: string): void {
  const { file, line, rule, catchAll, output, original } = item;
  json.beginObject(name);
  json.text("file", file);
  json.value("line", line);
  json.text("rule", rule ?? null);
  if (catchAll) json.value("catch_all", true);
  json.bytes("output", output);
  json.bytes("original", original);
  json.endObject();
}

function addFields(json: JsonWriter, fields: readonly FieldChange<Buffer>[]): void {
  json.beginList("fields");
  for (const { name, old, new: next } of fields) {
    json.beginObject();
    json.text("name", name);
    json.bytes("old", old);
    json.bytes("new", next);
    json.endObject();
  }
  json.endList();
}

function addCount(json: JsonWriter, { old, new: next }: Counts<Buffer>): void {
  addOccurrences(json, "old", old);
  addOccurrences(json, "new", next);
}

function addOccurrences(json: JsonWriter, name: string, { count, first }: Occurrences<Buffer>): void {
  json.beginObject(name);
  json.value("count", count);
  if (first === undefined) json.value("first", null);
  else addLine(json, first, "first");
  json.endObject();
}

function addRuleSide(json: JsonWriter, name: string, { lines, only }: RuleSideCount): void {
  json.beginObject(name);
  json.value("lines", lines);
  json.value("only", only);
  json.endObject();
}

function addSide(json: JsonWriter, name: string, { lines, unmatched, only }: SideSummary): void {
  json.beginObject(name);
  json.value("lines", lines);
  json.value("unmatched", unmatched);
  json.value("only", only);
  json.endObject();
}
