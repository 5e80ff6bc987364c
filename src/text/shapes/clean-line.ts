// What a shape is made of: a line without colours, and without the prefix by which a CI service or a container tool
// says when and where it was written.

import {
  BAR,
  byteAt,
  CLOSING_BRACKET,
  DASH,
  DOT,
  isAlphanumeric,
  isDigit,
  OPENING_BRACKET,
  SPACE,
  TAB,
} from "../bytes/ascii.ts";
import { colourEnd, ESCAPE, EscapeSequences } from "../bytes/escape-sequences.ts";
import { dateTimeEnd } from "../date-times/date-time-ends.ts";
import { ShapeWriter } from "./shape-writer.ts";

const MAX_NAME_BYTES = 80;

/** Reads lines, one after the other, as their shapes. */
export class CleanLine {
  /** The text of the last line that counts is `bytes` from `start` up to `end`. Valid until the next line. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Its shape. */
  readonly shape = new ShapeWriter();

  private readonly sequences = new EscapeSequences();
  private stripped: Buffer = Buffer.allocUnsafeSlow(4096);

  read(bytes: Buffer, from: number, to: number): void {
    this.readText(bytes, this.afterPrefix(bytes, from, to), to);
  }

  /** Reads a line whose prefix ends at `start`. */
  readText(bytes: Buffer, start: number, to: number): void {
    this.set(bytes, start, to);
    if (this.shape.write(bytes, start, to)) return;
    const length = this.strip(bytes, start, to);
    // Behind a colour there may be another prefix.
    this.set(this.stripped, this.afterPrefix(this.stripped, 0, length), length);
    this.shape.write(this.stripped, this.start, length, true);
  }

  private set(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /** The offset after what a CI service or a container tool has written before the line. */
  afterPrefix(bytes: Uint8Array, from: number, to: number): number {
    const start = afterMark(bytes, from, to);
    const named = afterName(bytes, start, to);
    const timed = this.afterTime(bytes, named, to);
    // Columns of `gh run view --log` are cut only before a time.
    if (timed !== named || byteAt(bytes, named, to) === TAB) return timed;
    const columns = afterTabs(bytes, start, to);
    if (columns === start) return named;
    const text = afterMark(bytes, columns, to);
    const time = this.afterTime(bytes, text, to);
    return time === text ? named : time;
  }

  /** The offset after `time `, `[time] `, or `from` if there is neither. */
  private afterTime(bytes: Uint8Array, from: number, to: number): number {
    const isBracketed = byteAt(bytes, from, to) === OPENING_BRACKET;
    const at = isBracketed ? from + 1 : from;
    let end = dateTimeEnd(bytes, at, to);
    if (end === -1) return from;
    if (isBracketed) {
      if (byteAt(bytes, end, to) !== CLOSING_BRACKET) return from;
      end++;
    }
    if (end === to) return end;
    if (bytes[end] !== SPACE) return from;
    return afterStreamMark(bytes, end + 1, to);
  }

  private strip(bytes: Uint8Array, from: number, to: number): number {
    if (this.stripped.length < to - from) this.stripped = Buffer.allocUnsafeSlow(2 * (to - from));
    const { sequences, stripped } = this;
    sequences.begin(bytes, to);
    let length = 0;
    for (let i = from; i < to; ) {
      const byte = bytes[i]!;
      const end = byte === ESCAPE ? sequences.endOf(i) : byte === OPENING_BRACKET ? colourEnd(bytes, i, to) : -1;
      if (end === -1) {
        stripped[length++] = byte;
        i++;
      } else i = end;
    }
    return length;
  }
}

/** The offset after a byte order mark, which begins each log that was joined to others, or `from`. */
function afterMark(bytes: Uint8Array, from: number, to: number): number {
  return byteAt(bytes, from, to) === 0xef &&
    byteAt(bytes, from + 1, to) === 0xbb &&
    byteAt(bytes, from + 2, to) === 0xbf
    ? from + 3
    : from;
}

/** The offset after `name | `, as Docker Compose writes it, or `from`. */
function afterName(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  const limit = Math.min(to, from + MAX_NAME_BYTES);
  while (i < limit && (isAlphanumeric(bytes[i]!) || bytes[i] === DASH || bytes[i] === 0x5f || bytes[i] === DOT)) i++;
  if (i === from) return from;
  while (i < limit && bytes[i] === SPACE) i++;
  if (byteAt(bytes, i, to) !== BAR || bytes[i - 1] !== SPACE) return from;
  return byteAt(bytes, i + 1, to) === SPACE ? i + 2 : i + 1 === to ? to : from;
}

/** The offset after two columns that end with tabs, or `from`. */
function afterTabs(bytes: Uint8Array, from: number, to: number): number {
  const job = afterTab(bytes, from, to);
  const step = job === from ? from : afterTab(bytes, job, to);
  return step === job ? from : step;
}

/** The offset after the column that ends with a tab, or `from`. Most lines are searched, so columns are short. */
function afterTab(bytes: Uint8Array, from: number, to: number): number {
  const limit = Math.min(to, from + MAX_NAME_BYTES);
  for (let i = from; i < limit; i++) if (bytes[i] === TAB) return i + 1;
  return from;
}

/** The offset after the stream and the continuation mark that GitLab writes after the time: `00O `, `01E+`. */
function afterStreamMark(bytes: Uint8Array, at: number, to: number): number {
  if (!isDigit(byteAt(bytes, at, to)) || !isDigit(byteAt(bytes, at + 1, to))) return at;
  const stream = byteAt(bytes, at + 2, to);
  const next = byteAt(bytes, at + 3, to);
  return (stream === 0x4f || stream === 0x45) && (next === SPACE || next === 0x2b) ? at + 4 : at;
}
