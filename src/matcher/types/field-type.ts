import type { ByteSet } from "../line/byte-set.ts";

/**
 * Fills `ends[0]` to `ends[count - 1]` with every position where a text of a type that starts exactly at `at` may end,
 * and returns that count. The positions are exclusive, distinct, of the buffer, at most `end`, and the largest comes
 * first; none is `at`, as no type has an empty text. What lies before `at`, or at `end` or beyond, is not there.
 */
export type Ends = (bytes: Uint8Array, at: number, end: number, ends: number[]) => number;

/**
 * What a field may capture, where its rule asks for more than any text.
 *
 * A type may remember what it found in the current line, until that has another serial number. All fields of a type may
 * share one object. With its memory, to ask at all positions of a line, in any order and more than once, costs time linear
 * in the line: a bounded number of steps for each call, each end given and each byte.
 */
export interface FieldType {
  /** The bytes that a text may begin with. */
  readonly first: ByteSet;
  readonly ends: Ends;
}

/**
 * A type whose texts may be cut short nearly anywhere, such as a number. What it is follows from two things: the largest
 * end of a start, and whether a position may be an end, which is the position's own matter, whatever the start. The ends
 * of a start are then all that may be one between it and the largest.
 *
 * From this follows the law of runs: of two starts a < b with one largest end, the later has exactly those ends of the
 * earlier that lie beyond b. So where a start failed, whatever the reason, each later one of its run fails too; and an
 * earlier one needs trying only up to there. Tried like that, all starts of a line together have a number of ends linear in
 * the line.
 */
export abstract class RunType implements FieldType {
  abstract readonly first: ByteSet;
  /** What may follow an end that is not the largest of its run. */
  abstract readonly inner: ByteSet;
  /** If a run goes on up to the first byte that is not one of these, whatever its start; undefined if it is less simple. */
  readonly members: ByteSet | undefined = undefined;

  /** The largest end of a start, by which its run is known; -1 where no text of the type starts. */
  abstract runEnd(bytes: Uint8Array, at: number, end: number): number;

  /** Whether `place`, which lies in a run or ends it, may be an end. The largest end always may. */
  abstract mayEnd(bytes: Uint8Array, place: number, end: number): boolean;

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    let count = 0;
    for (let place = this.runEnd(bytes, at, end); place > at; place--) {
      if (this.mayEnd(bytes, place, end)) ends[count++] = place;
    }
    return count;
  }
}

/** A type without memory: how many ends a start has, and what finding them costs, does not depend on the line. */
export class BoundedType implements FieldType {
  readonly first: ByteSet;
  readonly ends: Ends;

  constructor(first: ByteSet, ends: Ends) {
    this.first = first;
    this.ends = ends;
  }
}

/** Turns the first `count` ends, found from the left, so that the largest comes first; gives the count. */
export function longestFirst(ends: number[], count: number): number {
  for (let low = 0, high = count - 1; low < high; low++, high--) {
    const end = ends[low]!;
    ends[low] = ends[high]!;
    ends[high] = end;
  }
  return count;
}
