// What the columns of lines have in common.

import type { ColumnClass, HeaderColumn } from "./header-columns.ts";

/** The share of lines that must have one class of column there. */
const MIN_SHARE = 0.9;
export const MIN_TAG_SHARE = 0.75;
/** How many different texts an aligned column, or a text before an ending, may have: one for this many lines. */
export const LINES_PER_TEXT = 20;

/** The columns that lines have at one index. */
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
  /** Whether a bar follows it in most lines. */
  readonly isBarred: boolean;
  /** Whether it has few different texts, with blanks that fill its width. */
  readonly isAligned: boolean;
}

/** Describes the column with this index; undefined if too few of the lines have one. */
export function columnStatisticsOf(rows: readonly HeaderColumn[][], index: number): ColumnStatistics | undefined {
  const present = rows.flatMap((row) => row[index] ?? []);
  if (present.length < MIN_TAG_SHARE * rows.length) return undefined;
  const columnClass = mostFrequent(present.map((column) => column.columnClass));
  const columns = present.filter((column) => column.columnClass === columnClass);
  const values = new Set(columns.map(({ value }) => value));
  const most = MIN_SHARE * rows.length;
  const isAligned =
    columns.filter(({ gap }) => gap.length > 1).length >= most &&
    values.size <= Math.max(1, rows.length / LINES_PER_TEXT);
  const isBarred = columns.filter(({ gap }) => gap.includes("|")).length >= most;
  return { index, columnClass, share: columns.length / rows.length, columns, values, isBarred, isAligned };
}

/** What relates two values, such as an arrow or an equals sign, separates no header from a message. */
const RELATION = /[=<>]/;

/** Whether a header may end with the column. */
export function isAnchor({ columnClass, share, values, isBarred, isAligned }: ColumnStatistics): boolean {
  if (columnClass === "other") return isAligned || isBarred;
  if (columnClass === "marked" && [...values].some((value) => RELATION.test(value))) return false;
  return share >= (columnClass === "tag" ? MIN_TAG_SHARE : MIN_SHARE);
}

/** The text that occurs most often. There must be one. */
export function mostFrequent<Text extends string>(texts: readonly Text[]): Text {
  const counts = new Map<Text, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
