import { CARRIAGE_RETURN } from "../text/bytes/ascii.ts";
import { type CriLine, STREAM_COUNT } from "../text/records/cri-line.ts";
import { allocateLine, LineTooLongError } from "./read-errors.ts";

interface CutLines {
  /** The last line is `bytes` from `start` up to `end`, without its terminator. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly endsWithReturn: boolean;
  readonly offsetOfCut: number;
  cut(): boolean;
  replace(text: { readonly bytes: Buffer; readonly start: number; readonly end: number }): void;
}

const RETURN = Buffer.from([CARRIAGE_RETURN]);

/** About what a buffer can hold. */
const MAX_LINE_BYTES = 2 ** 32;

/**
 * Joins lines of the CRI log format that were written in parts. Parts of one stream belong together whatever lines of
 * the other stand between them. The joined line takes the place of its last part, so that others are not held up: the
 * end of a line may never come.
 */
export class CriJoiner {
  /** The offset in the file of the first part of the last line. */
  offset = 0;
  /** Whether the last line is of the format. */
  isCriLine = false;

  private readonly line: CriLine;
  private readonly waiting = Array.from({ length: STREAM_COUNT }, () => new Parts());
  /** The parts of the last line, if it has several. */
  private joined: Parts | undefined;

  /** Reads lines with `line`, which then is the last line that `next` found, if that is of the format. */
  constructor(line: CriLine) {
    this.line = line;
  }

  begin(): void {
    for (const parts of this.waiting) parts.clear();
    this.joined = undefined;
  }

  get isWaiting(): boolean {
    return this.waiting.some(({ count }) => count > 0);
  }

  /** The parts of the last line, as they stood, if it has several. Valid until the next line. */
  get parts(): readonly Buffer[] | undefined {
    return this.joined?.lines;
  }

  /**
   * Finds the next line, and puts it in the place of the line that was cut. Returns false if no other one ends in the
   * chunk. At the end of a file, a line may lack its end. Throws a LineTooLongError.
   */
  next(lines: CutLines, isAtEnd: boolean): boolean {
    const { line } = this;
    this.joined?.clear();
    this.joined = undefined;
    while (lines.cut()) {
      this.offset = lines.offsetOfCut;
      this.isCriLine = line.read(lines.bytes, lines.start, lines.end);
      if (!this.isCriLine) return true;
      const parts = this.waiting[line.stream]!;
      if (!line.isPartial && parts.count === 0) return true;
      parts.add(line, lines.offsetOfCut, lines.endsWithReturn);
      if (!line.isPartial) {
        this.join(parts, lines);
        return true;
      }
    }
    return isAtEnd && this.joinFirst(lines);
  }

  /** Ends the line that began first among those that wait. Returns false if there is none. */
  private joinFirst(lines: CutLines): boolean {
    const [first] = this.waiting.filter(({ count }) => count > 0).sort((a, b) => a.offset - b.offset);
    if (first !== undefined) this.join(first, lines);
    return first !== undefined;
  }

  private join(parts: Parts, lines: CutLines): void {
    const bytes = parts.join();
    lines.replace({ bytes, start: 0, end: bytes.length });
    this.isCriLine = this.line.read(bytes, 0, bytes.length);
    this.offset = parts.offset;
    this.joined = parts;
  }
}

class Parts {
  /** The offset of the first one in the file. */
  offset = 0;
  lines: Buffer[] = [];

  private messageStarts: number[] = [];
  private size = 0;
  /** Whether a carriage return came before the end of the last part. It is text if another part follows. */
  private endsWithReturn = false;

  get count(): number {
    return this.lines.length;
  }

  clear(): void {
    this.lines = [];
    this.messageStarts = [];
    this.size = 0;
    this.endsWithReturn = false;
  }

  add({ line, start, messageFrom, end }: CriLine, offset: number, endsWithReturn: boolean): void {
    if (this.count === 0) this.offset = offset;
    if (this.endsWithReturn) this.lines.push(Buffer.concat([this.lines.pop()!, RETURN]));
    this.size += end - start;
    if (this.size > MAX_LINE_BYTES) throw new LineTooLongError(`too long: its parts have ${this.size} bytes`);
    this.lines.push(Buffer.from(line.subarray(start, end)));
    this.messageStarts.push(messageFrom - start);
    this.endsWithReturn = endsWithReturn;
  }

  /** The line as one: what comes before the message in the last part, and all messages. */
  join(): Buffer {
    const messages = this.lines.map((line, i) => line.subarray(this.messageStarts[i]));
    const pieces = [this.lines.at(-1)!.subarray(0, this.messageStarts.at(-1)), ...messages];
    const joined = allocateLine(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) at += piece.copy(joined, at);
    return joined;
  }
}
