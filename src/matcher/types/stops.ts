import { BackwardTable, type Line, Patience } from "../line.ts";

/** Searches may read the line so many times without a memory of what they found. */
const READS_PER_BYTE = 2;

/**
 * Searches the current line for the next of certain bytes, the stops, from many offsets. One byte may be an escape: the
 * byte after it is skipped, even if it is a stop. Most lines are searched only a few times. Once that has taken too
 * many reads, a table knows the next stop of each offset, so all searches together take time linear in the line.
 */
export class Stops {
  /** How far a search steps at each byte: 0 at a stop, 2 at the escape, else 1. */
  private readonly steps: Uint8Array;
  private readonly patience: Patience;
  /** How far the next stop is from the end of the line. */
  private readonly known: BackwardTable;

  /** Searches for the bytes for which `isStop` holds. `escapeByte` escapes the byte after it; -1 for none. */
  constructor(line: Line, isStop: (byte: number) => boolean, escapeByte = -1) {
    const steps = Uint8Array.from({ length: 256 }, (_, byte) => (byte === escapeByte ? 2 : isStop(byte) ? 0 : 1));
    this.steps = steps;
    this.patience = new Patience(line, READS_PER_BYTE);
    this.known = new BackwardTable(line, (bytes, at, end, next) => {
      const step = steps[bytes[at]!]!;
      if (step === 1) return next;
      return step === 0 ? end - at : this.known.at(bytes, Math.min(at + step, end));
    });
  }

  /** The offset of the first stop from `at` on, or `end` if there is none. */
  next(bytes: Uint8Array, at: number, end: number): number {
    const { steps, patience } = this;
    if (patience.isSpent) return end - this.known.at(bytes, Math.min(at, end));
    let i = at;
    while (i < end && steps[bytes[i]!] !== 0) i += steps[bytes[i]!]!;
    patience.spend(i - at);
    return Math.min(i, end);
  }
}
