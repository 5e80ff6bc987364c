import type { Line } from "../line/line.ts";
import { BackwardTable, Patience } from "../line/line-memory.ts";

/** Searches may read the line so many times without a memory of what they found. */
const READS_PER_BYTE = 2;

/**
 * Searches the current line for the next of certain bytes, the stops, from many offsets. One byte may be an escape: the
 * byte after it is skipped, even if it is a stop. Most lines are searched only a few times. Once that has taken too
 * many reads, a table knows the next stop of each offset, so all searches together take time linear in the line.
 */
export class Stops {
  private readonly line: Line;
  /** How far a search steps at each byte: 0 at a stop, 2 at the escape, else 1. */
  private readonly steps = new Uint8Array(256);
  private readonly patience: Patience;
  /** The last search, as alternatives often begin with fields of one type: its line, and its first and last offset. */
  private serial = -1;
  private from = -1;
  private stop = -1;
  /** How far the next stop is from the end of the line. */
  private readonly known: BackwardTable;

  /** Searches for the bytes for which `isStop` holds. `escapeByte` escapes the byte after it; -1 for none. */
  constructor(line: Line, isStop: (byte: number) => boolean, escapeByte = -1) {
    const { steps } = this;
    this.line = line;
    this.patience = new Patience(line, READS_PER_BYTE);
    for (let byte = 0; byte < 256; byte++) steps[byte] = isStop(byte) ? 0 : 1;
    if (escapeByte !== -1) steps[escapeByte] = 2;
    this.known = new BackwardTable(line, (bytes, at, end, next) => {
      const step = steps[bytes[at]!]!;
      if (step === 1) return next;
      return step === 0 ? end - at : this.known.at(bytes, Math.min(at + step, end));
    });
  }

  /** The offset of the first stop from `at` on, or `end` if there is none. */
  next(bytes: Uint8Array, at: number, end: number): number {
    const { steps, patience } = this;
    const { serial } = this.line;
    if (patience.isSpent) return end - this.known.at(bytes, Math.min(at, end));
    if (at === this.from && serial === this.serial) return this.stop;
    let i = at;
    for (;;) {
      while (i < end && steps[bytes[i]!] === 1) i++;
      if (i >= end || steps[bytes[i]!] === 0) break;
      i += 2;
    }
    patience.spend(i - at);
    this.serial = serial;
    this.from = at;
    this.stop = Math.min(i, end);
    return this.stop;
  }
}
