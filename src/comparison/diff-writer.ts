import type { ComparisonSummary, Difference, Gap, Same, WholeGroup } from "./difference.ts";

/** A form in which differences are written. */
export interface DifferenceWriter {
  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void;
  /** Writes a group, which may have any number of lines: after each the output may be flushed. */
  writeGroup(group: WholeGroup): Iterable<void>;
  /** Ends with what is said of the whole. */
  end(summary: ComparisonSummary): void;
}

export function isWholeGroup(item: Difference | Same | Gap): item is WholeGroup {
  return item.kind === "removed group" || item.kind === "added group";
}
