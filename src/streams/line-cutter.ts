const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
export const BYTE_ORDER_MARK: Buffer = Buffer.from([0xef, 0xbb, 0xbf]);
export const BYTE_ORDER_MARK_BYTES = BYTE_ORDER_MARK.length;

/** The usual size of the buffer for a line that spans chunks. It grows for a longer line and shrinks after it. */
const CARRY_BYTES = 64 * 1024;

const EMPTY = Buffer.alloc(0);

/** A text, from `start` up to `end`. */
interface Text {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A line is too long for a buffer or for the available memory. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/**
 * Cuts chunks of bytes into lines, which may span chunks. A line ends with `\n` or `\r\n`, which the last line of an
 * input may lack. Drops a byte order mark at the beginning of an input.
 *
 * Lines are not copied out of their chunk, so a chunk must not change until `next` has returned false.
 */
export class LineCutter {
  /** The last line is `bytes` from `start` up to `end`, without its terminator. Valid until `next` is called. */
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Whether its terminator begins with a carriage return. */
  endsWithReturn = false;

  private chunk: Buffer = EMPTY;
  private cursor = 0;
  /** Where the last line begins in the chunk; negative if it begins before the chunk. */
  private lineStart = 0;
  /** How many bytes of the file came before the chunk. */
  private bytesBefore = 0;
  private carry: Buffer = Buffer.allocUnsafeSlow(CARRY_BYTES);
  private carried = 0;
  private isAtBeginning = true;
  private hasEnded = false;

  /**
   * Begins a file, or a part of one that begins with a line after `bytesBefore` bytes. All lines of the previous one
   * must have been taken.
   */
  begin(bytesBefore: number): void {
    this.isAtBeginning = bytesBefore === 0;
    this.hasEnded = false;
    this.bytesBefore = bytesBefore;
    this.chunk = EMPTY;
    this.cursor = 0;
  }

  /** The offset in the file of the line that `next` will find. */
  get position(): number {
    return this.bytesBefore + this.cursor - this.carried;
  }

  /** The offset in the file of the last line, after a byte order mark. */
  get offset(): number {
    return this.bytesBefore + this.lineStart;
  }

  /** Adds the next chunk. All lines of the previous one must have been taken. */
  push(chunk: Buffer): void {
    this.bytesBefore += this.chunk.length;
    this.chunk = chunk;
    this.cursor = 0;
  }

  /** Ends the input. What follows the last terminator is then a line too. */
  finish(): void {
    this.push(EMPTY);
    this.hasEnded = true;
  }

  /**
   * Finds the next line. Returns false if no other line ends in the chunk, and keeps the rest for the next chunk.
   * Throws a LineTooLongError if there is no room for the rest.
   */
  next(): boolean {
    const newline = this.chunk.indexOf(NEWLINE, this.cursor);
    this.lineStart = this.cursor - this.carried;
    if (newline === -1) {
      this.endsWithReturn = false;
      this.keep(this.chunk.length);
      return this.hasEnded && this.setCarried() && this.end > this.start;
    }
    if (this.carried === 0) {
      this.setLine(this.chunk, this.cursor, newline);
    } else {
      this.keep(newline);
      this.setCarried();
    }
    this.cursor = newline + 1;
    this.endsWithReturn = this.end > this.start && this.bytes[this.end - 1] === CARRIAGE_RETURN;
    if (this.endsWithReturn) this.end--;
    return true;
  }

  /** Replaces the last line by another text. */
  replace({ bytes, start, end }: Text): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  private setCarried(): boolean {
    const length = this.carried;
    this.carried = 0;
    this.setLine(this.carry, 0, length);
    return length > 0;
  }

  private setLine(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    if (!this.isAtBeginning) return;
    this.isAtBeginning = false;
    const mark = markLength(bytes.subarray(start, end));
    this.start += mark;
    this.lineStart += mark;
  }

  private keep(to: number): void {
    const length = this.carried + to - this.cursor;
    if (length > this.carry.length || (this.carried === 0 && this.carry.length > CARRY_BYTES)) this.resize(length);
    this.chunk.copy(this.carry, this.carried, this.cursor, to);
    this.carried = length;
    this.cursor = to;
  }

  /** Doubles the size, so that growing takes time linear in the line. Returns to the usual size after a long line. */
  private resize(length: number): void {
    let size = CARRY_BYTES;
    while (size < length) size *= 2;
    const carry = allocate(size);
    this.carry.copy(carry, 0, 0, this.carried);
    this.carry = carry;
  }
}

/** The length of the byte order mark with which the line begins: 3, or 0 if there is none. */
export function markLength(line: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK_BYTES : 0;
}

/** A buffer of this size. Throws a LineTooLongError if there is no room for it. */
export function allocate(size: number): Buffer {
  try {
    return Buffer.allocUnsafeSlow(size);
  } catch {
    throw new LineTooLongError(
      `too long for a buffer, or for the available memory: ${size} bytes could not be allocated`,
    );
  }
}
