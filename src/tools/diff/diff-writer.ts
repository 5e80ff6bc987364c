import type { ComparedLogs } from "./compared-logs.ts";
import type { ComparisonItem, ComparisonRule, ComparisonSummary, WholeGroup } from "./difference.ts";

/** Writes differences in one output format. */
export interface DifferenceWriter {
  write(item: Exclude<ComparisonItem<Buffer>, WholeGroup<Buffer>>): void;
  /** Writes a group of any number of lines. Yields after each line, so that the caller can flush the output. */
  writeGroup(group: WholeGroup<Buffer>): Iterable<void>;
  /** If more lines than these differ, the counts of the rules are written before the differences. */
  readonly maxLinesWithoutCounts: number;
  /** Writes how many lines each rule won. */
  writeRules(counts: readonly ComparisonRule[]): void;
  /** Writes the summary and ends the output. */
  end(summary: ComparisonSummary): void;
}

/**
 * Writes the differences, each with up to `context` lines around it, and the summary. Yields after each part of a
 * difference, so that the caller can flush the output. Throws a log's error if it has changed since it was read.
 */
export function* writeDifferences(logs: ComparedLogs, writer: DifferenceWriter, context: number): Generator<void> {
  if (writer.maxLinesWithoutCounts !== Number.POSITIVE_INFINITY) {
    const { old, new: next } = logs.summary;
    if (old.only + next.only > writer.maxLinesWithoutCounts) writer.writeRules(logs.rules);
  }
  for (const item of logs.items(context)) {
    if (isWholeGroup(item)) yield* writer.writeGroup(item);
    else writer.write(item);
    yield;
  }
  writer.end(logs.summary);
}

/** Writes only how many lines each rule won, and the summary. Returns whether there are differences. */
export function writeCounts(logs: ComparedLogs, writer: DifferenceWriter): boolean {
  writer.writeRules(logs.rules);
  writer.end(logs.summary);
  return logs.summary.old.only + logs.summary.new.only > 0;
}

function isWholeGroup(item: ComparisonItem<Buffer>): item is WholeGroup<Buffer> {
  return item.kind === "removed_group" || item.kind === "added_group";
}
