import type {
  ComparedLine,
  ComparisonSummary,
  Count,
  Difference,
  FieldChange,
  Gap,
  GroupIds,
  Occurrences,
  Same,
  SideSummary,
  WholeGroup,
} from "../../comparison/difference.ts";
import { jsonBytes, jsonString } from "../../diagnostics/json.ts";
import type { TextOutput } from "../text-output.ts";
import type { DifferenceWriter } from "./diff-writer.ts";

/** Differences for programs: a line of JSON for each, and one for the summary. */
export class DiffJson implements DifferenceWriter {
  private readonly output: TextOutput;

  constructor(output: TextOutput) {
    this.output = output;
  }

  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void {
    if (item.kind !== "gap" && item.kind !== "same") this.output.text(`${differenceText(item)}\n`);
  }

  *writeGroup({ kind, group, lines }: WholeGroup): Generator<void> {
    this.output.text(`${opening(kind, group)}, "lines": [`);
    let separator = "";
    for (const line of lines) {
      this.output.text(`${separator}${lineText(line)}`);
      separator = ", ";
      yield;
    }
    this.output.text("]}\n");
  }

  end({ same, old, new: now }: ComparisonSummary): void {
    this.output.text(`{"kind": "summary", "same": ${same}, "old": ${sideText(old)}, "new": ${sideText(now)}}\n`);
  }
}

function differenceText(item: Exclude<Difference, WholeGroup>): string {
  switch (item.kind) {
    case "removed":
      return `${opening(item.kind, item.group)}, "old": ${lineText(item.old)}}`;
    case "added":
      return `${opening(item.kind, item.group)}, "new": ${lineText(item.new)}}`;
    case "changed":
      return `${opening(item.kind, item.group)}, "fields": ${fieldsText(item.fields)}, "old": ${lineText(item.old)}, "new": ${lineText(item.new)}}`;
    case "count":
      return `${opening(item.kind)}, ${countText(item)}}`;
    case "changed count":
      return `${opening(item.kind)}, "fields": ${fieldsText(item.fields)}, "was": {${countText(item.was)}}, "became": {${countText(item.became)}}}`;
  }
}

function opening(kind: Difference["kind"], group?: GroupIds): string {
  const kinds = `{"kind": "${kind.replace(" ", "_")}"`;
  if (group === undefined) return kinds;
  const ids = [
    ...(group.old === undefined ? [] : [jsonBytes("old_id", group.old)]),
    ...(group.new === undefined ? [] : [jsonBytes("new_id", group.new)]),
  ];
  return [kinds, ...ids].join(", ");
}

function lineText({ log, line, rule, output, original }: ComparedLine): string {
  const place = `"file": ${jsonString(log)}, "line": ${line}, "rule": ${rule === undefined ? "null" : jsonString(rule)}`;
  return `{${place}, ${jsonBytes("output", output)}, ${jsonBytes("original", original)}}`;
}

function fieldsText(fields: readonly FieldChange[]): string {
  const texts = fields.map(
    ({ name, old, new: now }) => `{"name": ${jsonString(name)}, ${jsonBytes("old", old)}, ${jsonBytes("new", now)}}`,
  );
  return `[${texts.join(", ")}]`;
}

function countText({ old, new: now }: Count): string {
  return `"old": ${occurrencesText(old)}, "new": ${occurrencesText(now)}`;
}

function occurrencesText({ count, first }: Occurrences): string {
  return `{"count": ${count}, "first": ${first === undefined ? "null" : lineText(first)}}`;
}

function sideText({ lines, unmatched, only }: SideSummary): string {
  return `{"lines": ${lines}, "unmatched": ${unmatched}, "only": ${only}}`;
}
