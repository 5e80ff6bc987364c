import type { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { CARRIAGE_RETURN } from "../../text/bytes/ascii.ts";

/** Takes a part of a line: where it is, whether the next one overwrites it, and whether it follows another one. */
type PartConsumer = (from: number, to: number, isOverwritten: boolean, isContinued: boolean) => void;

/** Divides lines at lone carriage returns, with which programs draw over what they have written. */
export class LineParts {
  /** Whether carriage returns divide lines. Messages of records may have some that are none of the log. */
  private readonly isDivided: boolean;
  private buffer: Buffer | undefined;
  private bytesBefore = -1;
  private nextReturn = -1;

  constructor({ input }: ReadOptions) {
    this.isDivided = input?.format !== "json";
  }

  /** Gives the parts of the line that the reader has found. */
  read(reader: LineReader, take: PartConsumer): void {
    const { bytes, start, end } = reader;
    if (!this.isDivided) {
      take(start, end, false, false);
      return;
    }
    // The same buffer may hold other bytes than for the line before: then others of the file come before them.
    const before = reader.position - end - (reader.endsWithReturn ? 2 : 1);
    if (bytes !== this.buffer || before !== this.bytesBefore || this.nextReturn < start) {
      this.buffer = bytes;
      this.bytesBefore = before;
      this.nextReturn = returnAfter(bytes, start);
    }
    if (this.nextReturn < end) this.divide(reader, take);
    else take(start, end, false, false);
  }

  /** Where the parts of a line of the file begin. */
  startsIn(line: Buffer): number[] {
    const starts = [0];
    if (!this.isDivided) return starts;
    for (let at = returnAfter(line, 0); at < line.length; at = returnAfter(line, at + 1)) starts.push(at + 1);
    return starts;
  }

  private divide({ bytes, start, end, endsWithReturn }: LineReader, take: PartConsumer): void {
    // Carriage returns at the end overwrite nothing.
    let textEnd = end;
    while (textEnd > start && bytes[textEnd - 1] === CARRIAGE_RETURN) textEnd--;
    let from = start;
    for (; this.nextReturn < end; this.nextReturn = returnAfter(bytes, from)) {
      take(from, this.nextReturn, this.nextReturn < textEnd, from > start);
      from = this.nextReturn + 1;
      // No line begins behind the last carriage return of a log.
      if (from === end && !endsWithReturn) return;
    }
    take(from, end, false, true);
  }
}

function returnAfter(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(CARRIAGE_RETURN, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
