// How many lines a log has in each part of it, how many of them are marked, and when they were written.

import { firstTime } from "../text/date-times/date-time-reader.ts";

const MAX_PARTS = 480;
/** So many lines of a part are searched for its time, and so many bytes of the last line of the log. */
const MAX_SEARCHED = 8;
const MAX_END_BYTES = 200;

/** Neighbouring lines of a log. */
interface LogPart {
  lines: number;
  marked: number;
  /** When the first of them was written that says so, in seconds since 1970. */
  time: number | undefined;
}

/** Counts the lines of a log by parts that are equally long, although their number is not known in advance. */
export class LineMap {
  readonly name: string;
  lines = 0;
  marked = 0;
  /** How many lines a part has. */
  size = 1;
  parts: LogPart[] = [];
  private readonly end = Buffer.alloc(MAX_END_BYTES);
  private endLength = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Counts a line. They come in order, and their numbers count from 1. */
  add(number: number, bytes: Buffer, start: number, end: number): void {
    while (number > this.size * MAX_PARTS) this.halve();
    const part = this.partOf(number);
    this.lines++;
    part.lines++;
    this.endLength = bytes.copy(this.end, 0, start, Math.min(end, start + MAX_END_BYTES));
    if (part.time === undefined && part.lines <= MAX_SEARCHED) part.time = firstTime(bytes.subarray(start, end));
  }

  mark(number: number): void {
    this.marked++;
    this.partOf(number).marked++;
  }

  get lastTime(): number | undefined {
    return firstTime(this.end.subarray(0, this.endLength));
  }

  private partOf(number: number): LogPart {
    const { parts } = this;
    const index = Math.floor((number - 1) / this.size);
    while (parts.length <= index) parts.push({ lines: 0, marked: 0, time: undefined });
    return parts[index]!;
  }

  /** Joins neighbouring parts. */
  private halve(): void {
    this.size *= 2;
    const { parts } = this;
    this.parts = [];
    for (let i = 0; i < parts.length; i += 2) {
      const [a, b] = [parts[i]!, parts[i + 1]];
      this.parts.push({
        lines: a.lines + (b?.lines ?? 0),
        marked: a.marked + (b?.marked ?? 0),
        time: a.time ?? b?.time,
      });
    }
  }
}
