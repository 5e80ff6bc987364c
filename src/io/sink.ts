// Bytes out. `OutputBuffer` collects small pieces into large writes to a `Sink`.

import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { countDigits, MAX_DIGITS, NEWLINE, writeDigits } from "../text/bytes/ascii.ts";
import { type ByteSource, copyBytes, interleave } from "../text/bytes/copy.ts";
import { viewOf } from "../text/bytes/machine-words.ts";

/** From this size on, the buffer should be written. */
const FULL_BYTES = 256 * 1024;

/** Pieces from this size on are not copied. */
const LARGE_PIECE_BYTES = 32 * 1024;

const LAST_ASCII = 0x7f;

/** The most bytes that a code unit of a string takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Writes what it makes of `source` from `from` up to `to` at `target[at]`, and returns the end. */
interface RangeWriter {
  write(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number;
}

/** Collects small pieces of output into writes of about 256 KiB. Large pieces are passed on without being copied. */
export class OutputBuffer {
  private bytes: Buffer = Buffer.allocUnsafeSlow(FULL_BYTES + LARGE_PIECE_BYTES);
  private words = viewOf(this.bytes);
  private length = 0;
  /** How many bytes were added before those in `bytes`. */
  private bytesBefore = 0;
  /** Full buffers and large pieces that come before `bytes`. */
  private segments: Buffer[] = [];

  /** Whether the buffer should be written before more is added. */
  get isFull(): boolean {
    return this.length >= FULL_BYTES || this.segments.length > 0;
  }

  /** How many bytes were added since the beginning. */
  get position(): number {
    return this.bytesBefore + this.length;
  }

  /** Adds the bytes of `source` from `from` up to `to`. They must not change until the buffer is written. */
  append(source: Uint8Array, from: number, to: number): void {
    const count = to - from;
    if (count >= LARGE_PIECE_BYTES) {
      this.close();
      this.segments.push(Buffer.from(source.buffer, source.byteOffset + from, count));
      this.bytesBefore += count;
      return;
    }
    if (this.length + count > this.bytes.length) this.close();
    copyBytes(source, from, to, this.bytes, this.length);
    this.length += count;
  }

  /** Adds a text as UTF-8. */
  appendText(text: string): void {
    if (!this.hasRoom(MAX_BYTES_PER_UNIT * text.length)) {
      const bytes = Buffer.from(text);
      this.append(bytes, 0, bytes.length);
      return;
    }
    // Most short texts are ASCII. A loop writes them faster than a method of the runtime.
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

  /** Adds a non-negative integer, with leading zeros if it has fewer than `width` digits. */
  appendNumber(number: number, width: number): void {
    if (!this.hasRoom(Math.max(width, MAX_DIGITS))) this.close();
    const end = this.length + Math.max(width, countDigits(number));
    writeDigits(number, this.bytes, this.length, end);
    this.length = end;
  }

  /** Adds the bytes if `accepted[byte]` is 1 for all of them. Otherwise adds nothing and returns false. */
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

  /** Whether `count` bytes fit into the current buffer. */
  hasRoom(count: number): boolean {
    return this.length + count <= this.bytes.length;
  }

  /** Adds the result of `interleave`. The caller must know that it fits, for example from `hasRoom`. */
  interleave(
    text: DataView,
    ends: readonly number[],
    slots: readonly number[],
    sources: readonly ByteSource[],
    bounds: readonly number[],
  ): void {
    this.length = interleave(text, ends, slots, sources, bounds, this.words, this.length);
  }

  /** Adds what `writer` makes of a range. The caller must know that it fits, for example from `hasRoom`. */
  appendWritten(writer: RangeWriter, source: Uint8Array, from: number, to: number): void {
    this.length = writer.write(source, from, to, this.bytes, this.length);
  }

  appendNewline(): void {
    if (this.length === this.bytes.length) this.close();
    this.bytes[this.length++] = NEWLINE;
  }

  /** Writes the content to a sink, piece by piece. Nothing may be added meanwhile. Rejects if the sink does. */
  async flush(sink: Sink): Promise<void> {
    for (const piece of this.take()) await sink.write(piece);
  }

  /** Empties the buffer and returns its content in pieces, which are valid until something is added. */
  take(): Buffer[] {
    const { segments, bytes, length } = this;
    this.segments = [];
    this.bytesBefore += length;
    this.length = 0;
    return length > 0 ? [...segments, bytes.subarray(0, length)] : segments;
  }

  private close(): void {
    if (this.length === 0) return;
    this.segments.push(this.bytes.subarray(0, this.length));
    this.bytes = Buffer.allocUnsafeSlow(FULL_BYTES + LARGE_PIECE_BYTES);
    this.words = viewOf(this.bytes);
    this.bytesBefore += this.length;
    this.length = 0;
  }
}

/** A destination for bytes. */
export interface Sink {
  /** Resolves when the bytes are written and may change again. Rejects with the system's error. */
  write(bytes: Buffer): Promise<void>;
}

/** Longer writes are split, because a single system call may not write more. */
const MAX_WRITE_SIZE = 1024 * 1024 * 1024;

/**
 * Writes to a Node stream and waits for each write. The stream gets a copy of the bytes, which its reader may keep.
 * When the signal is aborted, a pending write and all later ones reject with its reason.
 */
export function streamSink(stream: Writable, signal: AbortSignal): Sink {
  const untilAborted = (stop: (error: unknown) => void): (() => void) => {
    const onAbort = (): void => stop(signal.reason);
    signal.addEventListener("abort", onAbort);
    return () => signal.removeEventListener("abort", onAbort);
  };
  return {
    write: async (bytes) => {
      signal.throwIfAborted();
      await writeTo(stream, Buffer.from(bytes), untilAborted);
    },
  };
}

/**
 * Writes to one of the process's own streams. Files and devices are written by descriptor, not as streams. A nearly
 * full disk may cut a write short, and Node's stream would take it for a complete one: data would be lost without an
 * error.
 */
export function descriptorSink(stream: Writable & { readonly fd: number }): Sink {
  const status = fstatSync(stream.fd);
  const mayBlock = status.isFIFO() || status.isSocket() || ("isTTY" in stream && stream.isTTY === true);
  return {
    write: mayBlock
      ? (bytes) => writeTo(stream, bytes, untilClosed(stream))
      : async (bytes) => writeAll(stream.fd, bytes),
  };
}

/** Calls `stop` with an error if a pending write is to be abandoned. Returns a function that cancels this. */
type Interruption = (stop: (error: unknown) => void) => () => void;

async function writeTo(stream: Writable, bytes: Buffer, interruption: Interruption): Promise<void> {
  for (let from = 0; from < bytes.length; from += MAX_WRITE_SIZE) {
    const part = bytes.subarray(from, from + MAX_WRITE_SIZE);
    await new Promise<void>((resolve, reject) => {
      const cancel = interruption((error) => {
        cancel();
        reject(error);
      });
      stream.write(part, (error) => {
        cancel();
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** Interrupts when the stream is closed. A stream that is destroyed without an error forgets its pending writes. */
function untilClosed(stream: Writable): Interruption {
  return (stop) => {
    const onClose = (): void => stop(new Error("the output was closed before everything was written"));
    stream.once("close", onClose);
    return () => stream.off("close", onClose);
  };
}

/** Writes all bytes to an open file, with several system calls if one writes only some of them. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    from += writeSync(fd, bytes, from, Math.min(bytes.length - from, MAX_WRITE_SIZE));
  }
}
