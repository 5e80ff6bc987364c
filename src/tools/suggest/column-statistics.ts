// What the columns of many lines have in common at one place.

import type { ColumnClass, HeaderColumn } from "./header-columns.ts";

/** Kernels and programs that say nothing of themselves have no tag. */
const MIN_TAG_SHARE = 0.75;
/** The columns that lines have at one place. */
export interface ColumnStatistics {
  readonly index: number;
  /** The class that most of the lines have. */
  readonly columnClass: ColumnClass;
  /** The share of the lines that have it. */
  readonly share: number;
  /** The columns of the lines that have it. */
  readonly columns: readonly HeaderColumn[];
  /** The different texts that they have. */
  readonly values: ReadonlySet<string>;
}

/** The columns at the index, if most of the lines have one there. */
export function statisticsOf(rows: readonly HeaderColumn[][], index: number): ColumnStatistics | undefined {
  const present = rows.flatMap((row) => row[index] ?? []);
  if (present.length < MIN_TAG_SHARE * rows.length) return undefined;
  const columnClass = mostFrequent(present.map((column) => column.columnClass));
  const columns = present.filter((column) => column.columnClass === columnClass);
  const values = new Set(columns.map(({ value }) => value));
  return { index, columnClass, share: columns.length / rows.length, columns, values };
}

/** Whether the column is a name with a colon, or a colon that stands apart because names fill a width. */
export function isTag({ columnClass, share, values }: ColumnStatistics): boolean {
  if (share < MIN_TAG_SHARE) return false;
  return columnClass === "tag" || (columnClass === "sign" && values.size === 1 && values.has(":"));
}

/** The text that occurs most often. There must be one. */
export function mostFrequent<Text extends string>(texts: readonly Text[]): Text {
  const counts = new Map<Text, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
