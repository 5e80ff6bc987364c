import type { ComparedLogs } from "./compared-logs.ts";
import type { ComparisonSummary, Difference, Gap, Same, WholeGroup } from "./difference.ts";

/** A form in which differences are written. */
export interface DifferenceWriter {
  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void;
  /** Writes a group, which may have any number of lines: after each the output may be flushed. */
  writeGroup(group: WholeGroup): Iterable<void>;
  /** Ends with what is said of the whole. */
  end(summary: ComparisonSummary): void;
}

/**
 * Writes what differs, with up to `context` lines around it, and the summary. Yields after each piece of a difference, where
 * the output may be flushed. Throws the failure of a log that has changed since it was read.
 */
export function* writeDifferences(logs: ComparedLogs, writer: DifferenceWriter, context: number): Generator<void> {
  for (const item of logs.items(context)) {
    if (isWholeGroup(item)) yield* writer.writeGroup(item);
    else writer.write(item);
    yield;
  }
  writer.end(logs.summary);
}

function isWholeGroup(item: Difference | Same | Gap): item is WholeGroup {
  return item.kind === "removed_group" || item.kind === "added_group";
}
