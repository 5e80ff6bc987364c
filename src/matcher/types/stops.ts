import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-memory.ts";

/** Searches may read so many bytes more than the line has before they begin to remember. */
const PATIENCE = 64;

/** Bytes of a block, of which there is one number to remember. */
const BITS = 4;

/**
 * Where the next of certain bytes stands, asked again and again in one line.
 *
 * A search steps from byte to byte, over two where one escapes the next. It remembers nothing but the last one, as most
 * lines are asked a few times, until all searches have read as much as the line is long. From then on it goes through blocks
 * of the line, and notes for each block that it enters from the left where it came to rest. Another search that enters there
 * need not go on: it would step on the same bytes. That it does is plain without escapes. With them a byte is stepped over
 * when an odd number of escapes stands before it, counted from where the search began, and searches begin where no escape is
 * right before. So it depends on the line alone which bytes are stepped on, and a block is always entered at the same one,
 * its first or second.
 *
 * So each block is gone through once by those that enter it, and by each search the part of the block where it begins:
 * searches from all positions, in any order, take time linear in the line.
 */
export class Stops {
  private readonly line: Line;
  /** By byte how far it lets a search step; 0 for those that are looked for. */
  private readonly steps = new Uint8Array(256);
  /** The line that all below is of, but for `known`. */
  private serial = -1;
  private patience = 0;
  /** By block, counted from the line's end: 1 + the distance of the stop from the line's end. */
  private readonly known: LineTable;
  /** The last search: no stop lies from `from` to `stop`. A search that sets out in between costs nothing. */
  private from = -1;
  private stop = -1;

  /** Stops at the bytes that `isStop` tells, but not at one right after the byte `escaping`; -1 for no such byte. */
  constructor(line: Line, isStop: (byte: number) => boolean, escaping = -1) {
    this.line = line;
    this.known = new LineTable(line);
    for (let byte = 0; byte < 256; byte++) this.steps[byte] = isStop(byte) ? 0 : 1;
    if (escaping !== -1) this.steps[escaping] = 2;
  }

  /** The place of the first stop from `at` on, or `end` when there is none. No escape may stand right before `at`. */
  next(bytes: Uint8Array, at: number, end: number): number {
    if (this.serial !== this.line.serial) this.begin(end);
    else if (at >= this.from && at < this.stop) return this.stop;
    if (this.patience < 0) return this.nextRemembering(bytes, at, end);
    const { steps } = this;
    let i = at;
    for (;;) {
      // By one, not by the step that was read: so that the next byte need not wait for it.
      while (i < end && steps[bytes[i]!] === 1) i++;
      if (i >= end || steps[bytes[i]!] === 0) break;
      i += 2;
    }
    this.patience -= i - at;
    return this.note(at, i, end);
  }

  private begin(end: number): void {
    this.serial = this.line.serial;
    this.patience = end - this.line.start + PATIENCE;
    this.from = -1;
    this.stop = -1;
  }

  private note(from: number, stop: number, end: number): number {
    this.from = from;
    // An escape at the line's end steps beyond it.
    this.stop = Math.min(stop, end);
    return this.stop;
  }

  private nextRemembering(bytes: Uint8Array, at: number, end: number): number {
    const { steps, known } = this;
    const first = (end - at) >>> BITS;
    let block = first;
    let i = at;
    for (;;) {
      const border = Math.min(end, end - (block << BITS) + 1, i < this.from ? this.from : end);
      let step = 1;
      while (i < border && step > 0) {
        step = steps[bytes[i]!]!;
        i += step;
      }
      if (step === 0 || i >= end) break;
      if (i === this.from) {
        i = this.stop;
        break;
      }
      const distance = known.get(--block);
      if (distance === 0) continue;
      i = end - distance + 1;
      break;
    }
    const stop = this.note(at, i, end);
    while (block < first) known.set(block++, end - stop + 1);
    return stop;
  }
}
