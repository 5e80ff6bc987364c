import { constants } from "node:buffer";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The room in which a line that two chunks share is put together; longer lines make it grow for a while. */
const CARRY_BYTES = 64 * 1024;

const NOTHING = Buffer.alloc(0);

/** A line is longer than the runtime's largest buffer. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/**
 * Cuts chunks of bytes into lines, however the chunks are cut. A line ends with `\n` or `\r\n`, the last of an input may
 * lack it; a byte order mark at the start of an input is dropped.
 *
 * Lines are handed out where they lie in the chunk, so a chunk must stay as it is until `next` has answered false.
 */
export class LineCutter {
  /** The line last found is `bytes[start]` to `bytes[end]`, its terminator excluded; holds until the next is asked for. */
  bytes: Buffer = NOTHING;
  start = 0;
  end = 0;

  private chunk: Buffer = NOTHING;
  private cursor = 0;
  /** How many bytes of the input came before the chunk. */
  private before = 0;
  private carry: Buffer = Buffer.allocUnsafeSlow(CARRY_BYTES);
  private carried = 0;
  private atBeginning = true;
  private ended = false;

  /** Begins an input, or a part of one that begins with a line, when all lines of the one before are out. */
  begin({ isBeginning }: { readonly isBeginning: boolean }): void {
    this.atBeginning = isBeginning;
    this.ended = false;
    this.before = 0;
    this.chunk = NOTHING;
    this.cursor = 0;
  }

  /** How many bytes of the input lie before the line that `next` will find. */
  get position(): number {
    return this.before + this.cursor - this.carried;
  }

  /** Takes the next chunk, when all lines of the one before are out. */
  push(chunk: Buffer): void {
    this.before += this.chunk.length;
    this.chunk = chunk;
    this.cursor = 0;
  }

  /** Ends the input: what is left after the last terminator is a line too. */
  finish(): void {
    this.push(NOTHING);
    this.ended = true;
  }

  /**
   * Finds the next line. False when the chunk holds the end of none; its rest is kept for the next chunk. Throws a
   * LineTooLongError when that is more than can be held.
   */
  next(): boolean {
    const newline = this.chunk.indexOf(NEWLINE, this.cursor);
    if (newline === -1) {
      this.keep(this.chunk.length);
      return this.ended && this.foundCarried() && this.end > this.start;
    }
    if (this.carried === 0) {
      this.found(this.chunk, this.cursor, newline);
    } else {
      this.keep(newline);
      this.foundCarried();
    }
    this.cursor = newline + 1;
    if (this.end > this.start && this.bytes[this.end - 1] === CARRIAGE_RETURN) this.end--;
    return true;
  }

  /** Puts another text in the place of the line that was found last. */
  replace(line: Buffer): void {
    this.bytes = line;
    this.start = 0;
    this.end = line.length;
  }

  private foundCarried(): boolean {
    const length = this.carried;
    this.carried = 0;
    this.found(this.carry, 0, length);
    return length > 0;
  }

  private found(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    if (!this.atBeginning) return;
    this.atBeginning = false;
    this.start += markLength(bytes.subarray(start, end));
  }

  private keep(to: number): void {
    const length = this.carried + to - this.cursor;
    if (length > this.carry.length || (this.carried === 0 && this.carry.length > CARRY_BYTES)) this.resize(length);
    this.chunk.copy(this.carry, this.carried, this.cursor, to);
    this.carried = length;
    this.cursor = to;
  }

  /** Doubles, so that a long line is copied a bounded number of times, and goes back to the usual size after it. */
  private resize(length: number): void {
    let size = CARRY_BYTES;
    while (size < length) size *= 2;
    const carry = allocate(length, Math.min(size, constants.MAX_LENGTH));
    this.carry.copy(carry, 0, 0, this.carried);
    this.carry = carry;
  }
}

/** How many bytes of the first line of an input are a byte order mark, three or none. */
export function markLength(line: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK.length : 0;
}

function allocate(needed: number, size: number): Buffer {
  if (needed > size) {
    throw new LineTooLongError(`longer than ${constants.MAX_LENGTH} bytes, which is all that can be held at once`);
  }
  try {
    return Buffer.allocUnsafeSlow(size);
  } catch {
    throw new LineTooLongError(`longer than the memory that there is; ${size} bytes could not be had`);
  }
}
