import type { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { DEFAULT_INPUT_FORMAT } from "../../text/records/input-format.ts";

const CARRIAGE_RETURN = 0x0d;

/** Divides lines at lone carriage returns, with which programs draw over what they have written. */
export class LineParts {
  /** Whether lines are divided: messages of records may hold anything. */
  readonly areDivided: boolean;
  private buffer: Buffer | undefined;
  private nextReturn = -1;

  constructor({ input }: ReadOptions) {
    this.areDivided = (input?.format ?? DEFAULT_INPUT_FORMAT) === DEFAULT_INPUT_FORMAT;
  }

  /** Calls `take` for each part of the line that the reader has found, and says whether the next one overwrites it. */
  read(reader: LineReader, take: (from: number, to: number, isOverwritten: boolean) => void): void {
    const { bytes, end } = reader;
    let from = reader.start;
    if (this.areDivided) {
      // A line that begins a buffer may be one that spans chunks: the buffer is used again for each of them.
      if (bytes !== this.buffer || from === 0 || this.nextReturn < from) {
        this.buffer = bytes;
        this.find(from);
      }
      while (this.nextReturn < end) {
        take(from, this.nextReturn, true);
        from = this.nextReturn + 1;
        this.find(from);
      }
    }
    take(from, end, false);
  }

  /** The part with this index of a line by itself. */
  part(line: Buffer, index: number): Buffer {
    if (!this.areDivided) return line;
    let from = 0;
    for (let i = 0; i < index; i++) from = line.indexOf(CARRIAGE_RETURN, from) + 1;
    const end = line.indexOf(CARRIAGE_RETURN, from);
    return line.subarray(from, end === -1 ? line.length : end);
  }

  private find(from: number): void {
    const next = this.buffer!.indexOf(CARRIAGE_RETURN, from);
    this.nextReturn = next === -1 ? Number.POSITIVE_INFINITY : next;
  }
}
