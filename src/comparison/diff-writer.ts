import type { ComparedLogs } from "./compared-logs.ts";
import type { ComparisonSummary, Difference, EqualLine, OmittedLines, WholeGroup } from "./difference.ts";

/** Writes differences in one output format. */
export interface DifferenceWriter {
  write(item: Exclude<Difference, WholeGroup> | EqualLine | OmittedLines): void;
  /** Writes a group of any number of lines. Yields after each line, so that the caller can flush the output. */
  writeGroup(group: WholeGroup): Iterable<void>;
  /** Writes the summary and ends the output. */
  end(summary: ComparisonSummary): void;
}

/**
 * Writes the differences, each with up to `context` lines around it, and the summary. Yields after each part of a
 * difference, so that the caller can flush the output. Throws a log's error if it has changed since it was read.
 */
export function* writeDifferences(logs: ComparedLogs, writer: DifferenceWriter, context: number): Generator<void> {
  for (const item of logs.items(context)) {
    if (isWholeGroup(item)) yield* writer.writeGroup(item);
    else writer.write(item);
    yield;
  }
  writer.end(logs.summary);
}

function isWholeGroup(item: Difference | EqualLine | OmittedLines): item is WholeGroup {
  return item.kind === "removed_group" || item.kind === "added_group";
}
