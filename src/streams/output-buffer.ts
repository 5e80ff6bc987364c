import { digitsOf, MAX_DIGITS, writeDigits } from "./digits.ts";
import { copy, interleave } from "./interleave.ts";

/** What is worth a write. */
const FULL = 256 * 1024;

/** Pieces from this size on are passed on as they are, not copied. */
const LARGE = 32 * 1024;

const NEWLINE = 0x0a;
const LAST_ASCII = 0x7f;

/** The most that a code unit of a text takes in UTF-8. */
const BYTES_A_UNIT = 3;

/** Collects small pieces of output into writes of some 256 KiB; large pieces pass through without being copied. */
export class OutputBuffer {
  private bytes: Buffer = Buffer.allocUnsafeSlow(FULL + LARGE);
  private length = 0;
  /** How many bytes were added before those. */
  private before = 0;
  /** What comes before the bytes. */
  private segments: Buffer[] = [];

  /** Whether what is held should be written before more is added. */
  get full(): boolean {
    return this.length >= FULL || this.segments.length > 0;
  }

  /** How many bytes were added in all. */
  get position(): number {
    return this.before + this.length;
  }

  /** Adds a piece, which must stay as it is until what is held has been written. */
  append(source: Uint8Array, from: number, to: number): void {
    const count = to - from;
    if (count >= LARGE) {
      this.close();
      this.segments.push(Buffer.from(source.buffer, source.byteOffset + from, count));
      this.before += count;
      return;
    }
    if (this.length + count > this.bytes.length) this.close();
    copy(source, from, to, this.bytes, this.length);
    this.length += count;
  }

  /** Adds a text as UTF-8. */
  appendText(text: string): void {
    if (!this.hasRoom(BYTES_A_UNIT * text.length)) {
      const bytes = Buffer.from(text);
      this.append(bytes, 0, bytes.length);
      return;
    }
    // Short texts are mostly ASCII, and written sooner than the runtime is called.
    const { bytes, length } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > LAST_ASCII) {
        this.length = length + bytes.write(text, length);
        return;
      }
      bytes[length + i] = unit;
    }
    this.length = length + text.length;
  }

  /** Adds a whole number, not negative, in at least so many digits. */
  appendNumber(number: number, width: number): void {
    if (!this.hasRoom(Math.max(width, MAX_DIGITS))) this.close();
    const end = this.length + Math.max(width, digitsOf(number));
    writeDigits(number, this.bytes, this.length, end);
    this.length = end;
  }

  /** Adds the bytes and gives true; or false, and nothing is added, where `accepted[byte]` is 0 for one of them. */
  appendIfAll(accepted: Uint8Array, source: Uint8Array, from: number, to: number): boolean {
    if (!this.hasRoom(to - from)) {
      for (let i = from; i < to; i++) if (accepted[source[i]!] === 0) return false;
      this.append(source, from, to);
      return true;
    }
    const { bytes, length } = this;
    for (let i = from, j = length; i < to; i++, j++) {
      const byte = source[i]!;
      if (accepted[byte] === 0) return false;
      bytes[j] = byte;
    }
    this.length = length + to - from;
    return true;
  }

  /** Whether so many bytes can be added without a further buffer. */
  hasRoom(count: number): boolean {
    return this.length + count <= this.bytes.length;
  }

  /** Adds what `interleave` makes of these, for which the caller knows that there is room. */
  interleave(
    text: Uint8Array,
    ends: readonly number[],
    slots: readonly number[],
    sources: readonly Uint8Array[],
    bounds: readonly number[],
  ): void {
    this.length = interleave(text, ends, slots, sources, bounds, this.bytes, this.length);
  }

  appendNewline(): void {
    if (this.length === this.bytes.length) this.close();
    this.bytes[this.length++] = NEWLINE;
  }

  /** Hands what is held to `write`, piece by piece; nothing may be added before that is done. Rejects as `write` does. */
  async flush(write: (bytes: Buffer) => Promise<void>): Promise<void> {
    for (const piece of this.take()) await write(piece);
  }

  /** Gives up what is held, in pieces that are valid until something is added. */
  take(): Buffer[] {
    const { segments, bytes, length } = this;
    this.segments = [];
    this.before += length;
    this.length = 0;
    return length > 0 ? [...segments, bytes.subarray(0, length)] : segments;
  }

  private close(): void {
    if (this.length === 0) return;
    this.segments.push(this.bytes.subarray(0, this.length));
    this.bytes = Buffer.allocUnsafeSlow(FULL + LARGE);
    this.before += this.length;
    this.length = 0;
  }
}
