const INITIAL_BUFFER_SIZE = 1024;
/** The buffer for new texts doubles up to this size. A single text may need more. */
const MAX_BUFFER_SIZE = 1024 * 1024;

/**
 * A captured text while it is transformed: `bytes` from `from` up to `to`. A transform moves these bounds, or writes
 * a new text into the room that `reserve` makes. The texts of all fields of a line stay valid until `begin`.
 */
export class FieldText {
  /** New texts of the line, one after the other. When it is full a new one takes over. */
  buffer: Buffer = Buffer.allocUnsafeSlow(INITIAL_BUFFER_SIZE);

  bytes: Buffer = this.buffer;
  from = 0;
  to = 0;
  /** The number that is missing at the end of the text and must be filled in later; 0 if none is. */
  missingNumber = 0;

  private used = 0;

  begin(): void {
    this.used = 0;
  }

  take(bytes: Buffer, from: number, to: number): void {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.missingNumber = 0;
  }

  /** Makes room for a new text of up to `count` bytes, and returns where it begins in `buffer`. */
  reserve(count: number): number {
    if (this.used + count > this.buffer.length) {
      this.buffer = Buffer.allocUnsafeSlow(Math.max(count, Math.min(2 * this.buffer.length, MAX_BUFFER_SIZE)));
      this.used = 0;
    }
    return this.used;
  }

  /** Makes the bytes written to `buffer` the text. */
  useWritten(from: number, to: number): void {
    this.bytes = this.buffer;
    this.from = from;
    this.to = to;
    this.used = to;
  }

  /** Makes all of these bytes the text. */
  use(bytes: Buffer): void {
    this.bytes = bytes;
    this.from = 0;
    this.to = bytes.length;
  }
}
