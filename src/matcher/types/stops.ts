import { firstBelow } from "../../text/bytes/word-search.ts";
import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-memory.ts";

/** Searches may read this many bytes more than the line has before they begin to remember. */
const EXTRA_BYTES = 64;

/** Words say little about greater bounds: most bytes of texts are letters. */
const MAX_BOUND = 0x40;

/** A block has 2 ** BLOCK_BITS bytes. One number is remembered for each block. */
const BLOCK_BITS = 4;

/**
 * Searches one line for the next of certain bytes, the stops, from many offsets. One byte may be an escape: the byte
 * after it is skipped, even if it is a stop.
 *
 * Most lines are searched only a few times, so at first only the last search is remembered. Once the searches have read
 * more bytes than the line has, they remember the result for each block that they enter from the left. A later search
 * that enters the same block has the same result, because it steps on the same bytes. This is obvious without escapes.
 * With escapes, a byte is skipped if an odd number of escapes stands before it, and no search begins right after an
 * escape. So every search that gets this far skips the same bytes:
 *
 *     a\\\"b"
 *     ↑↑   ↑↑     searches may begin here
 *       ↑ ↑       skipped by every search that comes from the left
 *
 * Thus searches that enter a block read it once, and a search reads at most one block otherwise, the one it begins in.
 * Searches from all offsets, in any order, take time linear in the line.
 */
export class Stops {
  private readonly line: Line;
  /** How far a search steps at each byte: 0 at a stop, 2 at the escape, else 1. */
  private readonly steps = new Uint8Array(256);
  /** Only bytes below this one may be stops or escapes. */
  private readonly bound: number;
  /** The line that the fields below belong to, except for `known`. */
  private serial = -1;
  /** How many bytes may still be read before searches begin to remember. */
  private budget = 0;
  /** Results by block, counted from the line's end. An entry is 1 + the distance of the stop from that end. */
  private readonly known: LineTable;
  /** The last search. A search that begins between `from` and `stop` has the same result. */
  private from = -1;
  private stop = -1;

  /** Searches for the bytes for which `isStop` holds. `escapeByte` escapes the byte after it; -1 for none. */
  constructor(line: Line, isStop: (byte: number) => boolean, escapeByte = -1) {
    this.line = line;
    this.known = new LineTable(line);
    for (let byte = 0; byte < 256; byte++) this.steps[byte] = isStop(byte) ? 0 : 1;
    if (escapeByte !== -1) this.steps[escapeByte] = 2;
    this.bound = 1 + this.steps.findLastIndex((step) => step !== 1);
  }

  /** The offset of the first stop from `at` on, or `end` if there is none. No escape may stand right before `at`. */
  next(bytes: Uint8Array, at: number, end: number): number {
    if (this.serial !== this.line.serial) this.begin(end);
    else if (at >= this.from && at < this.stop) return this.stop;
    if (this.budget < 0) return this.nextRemembering(bytes, at, end);
    const { steps, bound } = this;
    let i = at;
    for (;;) {
      // A word is looked at before its bytes if that can say that it has no stop.
      if (bound <= MAX_BOUND) i = firstBelow(bound, bytes, i, end);
      // Steps by 1 and not by the number just read, so that the processor can begin with the next byte at once.
      while (i < end && steps[bytes[i]!] === 1) i++;
      if (i >= end || steps[bytes[i]!] === 0) break;
      i += 2;
    }
    this.budget -= i - at;
    return this.note(at, i, end);
  }

  private begin(end: number): void {
    this.serial = this.line.serial;
    this.budget = end - this.line.start + EXTRA_BYTES;
    this.from = -1;
    this.stop = -1;
  }

  private note(from: number, stop: number, end: number): number {
    this.from = from;
    // An escape at the end of the line steps beyond it.
    this.stop = stop < end ? stop : end;
    return this.stop;
  }

  private nextRemembering(bytes: Uint8Array, at: number, end: number): number {
    const { steps, known } = this;
    const first = (end - at) >>> BLOCK_BITS;
    let block = first;
    let i = at;
    for (;;) {
      const border = Math.min(end, end - (block << BLOCK_BITS) + 1, i < this.from ? this.from : end);
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
