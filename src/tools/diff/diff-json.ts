import type { TextOutput } from "../../io/text-output.ts";
import { type JsonWriter, writeLine, writeShortLine } from "../../text/messages/json.ts";
import type { DiffWriter } from "./diff-writer.ts";
import type {
  ComparisonDifference,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  Counts,
  Occurrences,
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
    if (item.kind !== "gap" && item.kind !== "same") writeShortLine(this.json, differenceJson(item));
  }

  writeGroup(group: WholeGroup<Buffer>): Iterable<void> {
    return writeLine(this.json, differenceJson(group as ComparisonDifference<Buffer>));
  }

  writeRules(counts: readonly ComparisonRule[]): void {
    for (const { rule, ...count } of counts) writeShortLine(this.json, { kind: "rule", rule: rule ?? null, ...count });
  }

  end(summary: ComparisonSummary): void {
    writeShortLine(this.json, { kind: "summary", ...summary });
  }
}

/** A difference with the members that programs get, in their order. */
function differenceJson(item: ComparisonDifference<Buffer>): object {
  const { kind, group } = item;
  switch (item.kind) {
    case "removed":
      return { kind, group, old: lineJson(item.old) };
    case "added":
      return { kind, group, new: lineJson(item.new) };
    case "changed":
      return { kind, group, fields: item.fields, old: lineJson(item.old), new: lineJson(item.new) };
    case "removed_group":
    case "added_group":
      return { kind, group, count: item.count, lines: linesJson(item.lines) };
    case "count":
      return { kind, group, ...countsJson(item) };
    case "changed_count":
      return { kind, group, fields: item.fields, was: countsJson(item.was), became: countsJson(item.became) };
  }
}

/** A line without its captures, which follow from the original. */
function lineJson({ file, line, rule, catchAll, output, original }: ComparisonLine<Buffer>): object {
  return { file, line, rule: rule ?? null, catchAll, output, original };
}

function* linesJson(lines: Iterable<ComparisonLine<Buffer>>): Generator<object> {
  for (const line of lines) yield lineJson(line);
}

function countsJson({ old, new: next }: Counts<Buffer>): object {
  return { old: occurrencesJson(old), new: occurrencesJson(next) };
}

function occurrencesJson({ count, first }: Occurrences<Buffer>): object {
  return { count, first: first === undefined ? null : lineJson(first) };
}
