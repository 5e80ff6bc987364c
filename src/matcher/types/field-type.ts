/**
 * Fills `ends[0]` to `ends[count - 1]` with every position where a text of a type that starts exactly at `at` may end,
 * and returns that count. The positions are exclusive, distinct, of the buffer, at most `end`, and the largest comes
 * first; none is `at`, as no type has an empty text. What lies before `at`, or at `end` or beyond, is not there.
 */
export type Ends = (bytes: Uint8Array, at: number, end: number, ends: number[]) => number;

/**
 * What a field may capture, where its rule asks for more than any text.
 *
 * A type may remember what it found in a line. So between two calls of `reset` all calls must be for one line: the same
 * bytes, the same `end`. What it remembers is of the line alone, so all fields of a type may share one object. With it, to
 * ask at all positions of a line, in any order and more than once, costs time linear in the line: a bounded number of
 * steps for each call, each end given and each byte.
 */
export interface FieldType {
  readonly name: string;

  /**
   * As `Ends`. Of a type with runs it gives only the ends up to `most`, where that is given; a type without runs may
   * give all.
   */
  ends(bytes: Uint8Array, at: number, end: number, ends: number[], most?: number): number;

  /**
   * Which run a start at `at` belongs to: its largest end, which is also `ends[0]`. Of two starts of one run, a < b, the
   * later has exactly those ends of the earlier that lie beyond b. So where a start failed, whatever the reason, each
   * later one of its run fails too; and an earlier one needs trying only up to there, its ends with `most` = b. Tried like
   * that, all starts of a line together have a number of ends linear in the line.
   *
   * -1 where no text of the type starts, and always for a type without runs: its starts have a bounded number of ends
   * each, and all are to be tried.
   */
  runEnd(bytes: Uint8Array, at: number, end: number): number;

  /** Forgets the line. */
  reset(): void;
}
