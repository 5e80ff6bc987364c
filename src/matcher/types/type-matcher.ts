import type { ByteSet } from "../../text/bytes/byte-set.ts";
import type { Ends } from "../../text/bytes/identifiers.ts";

/**
 * A type of fields, which restricts what they may capture.
 *
 * A type may remember what it found in the current line, until the line's serial number changes. All fields of a type
 * may share one object. Calling `ends` at all positions of a line, in any order and repeatedly, must take a bounded
 * number of steps per call, per end and per byte of the line.
 */
export interface TypeMatcher {
  /** The bytes that a text may begin with. */
  readonly first: ByteSet;
  readonly ends: Ends;
}

/**
 * A type whose texts may be cut short almost anywhere, such as a number. Two things define it: the largest end of each
 * start, and whether a position may be an end, which does not depend on the start. The ends of a start are all such
 * positions after it, up to the largest end. All starts with the same largest end form a run.
 *
 * The law of runs: of two starts in a run, the later has exactly those ends of the earlier that lie beyond it.
 *
 *     12345 ms
 *     ↑              may end after 1, 2, 3, 4 or 5
 *       ↑            may end after 3, 4 or 5
 *
 * So where a start has failed, every later start of its run fails too, and an earlier one need only try the ends up to
 * that start. Tried like this, all starts of a line together try a number of ends that is linear in the line.
 */
export abstract class RunType implements TypeMatcher {
  abstract readonly first: ByteSet;
  /** The bytes that may follow an end that is not the largest of its run. */
  abstract readonly inner: ByteSet;
  /** Set if every run ends before the first byte that is not one of these; undefined if it is less simple. */
  readonly members: ByteSet | undefined = undefined;

  /** The largest end of a start, which identifies its run; -1 if no text of the type starts at `at`. */
  abstract runEnd(bytes: Uint8Array, at: number, end: number): number;

  /** Whether an offset inside a run or at its end may be an end. The largest end always may. */
  abstract mayEnd(bytes: Uint8Array, offset: number, end: number): boolean;

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    let count = 0;
    for (let offset = this.runEnd(bytes, at, end); offset > at; offset--) {
      if (this.mayEnd(bytes, offset, end)) ends[count++] = offset;
    }
    return count;
  }
}
