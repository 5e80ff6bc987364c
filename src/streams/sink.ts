import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";

/** Where bytes go. */
export interface Sink {
  /** Resolves when the bytes are written and may change again; rejects with the system's error. */
  write(bytes: Buffer): Promise<void>;
}

/** The most that one call of the system writes; what is longer goes in parts. */
const MAX_WRITE_SIZE = 1024 * 1024 * 1024;

/**
 * Writes to any Node stream, at its pace. The stream gets bytes of its own: whoever reads it later may keep them. Once the
 * signal is aborted, writes reject with its reason, also the one that is waited for.
 */
export function streamSink(stream: Writable, signal: AbortSignal): Sink {
  const untilAborted = (stop: (error: unknown) => void): (() => void) => {
    const aborted = (): void => stop(signal.reason);
    signal.addEventListener("abort", aborted);
    return () => signal.removeEventListener("abort", aborted);
  };
  return {
    write: async (bytes) => {
      signal.throwIfAborted();
      await writeTo(stream, Buffer.from(bytes), untilAborted);
    },
  };
}

/**
 * Writes to one of the process's own streams. Files and devices are written by descriptor: Node's stream for them takes
 * a write that a nearly full disk cuts short for a whole one, and what is missing would be missing without a word.
 */
export function descriptorSink(stream: Writable & { readonly fd: number }): Sink {
  const status = fstatSync(stream.fd);
  const waits = status.isFIFO() || status.isSocket() || ("isTTY" in stream && stream.isTTY === true);
  return {
    write: waits
      ? (bytes) => writeTo(stream, bytes, untilClosed(stream))
      : async (bytes) => writeWhole(stream.fd, bytes),
  };
}

/** Says once when a write is not to be waited for any longer, and why, until what it gives is called. */
type Interruption = (stop: (error: unknown) => void) => () => void;

async function writeTo(stream: Writable, bytes: Buffer, interruption: Interruption): Promise<void> {
  for (let from = 0; from < bytes.length; from += MAX_WRITE_SIZE) {
    const part = bytes.subarray(from, from + MAX_WRITE_SIZE);
    await new Promise<void>((resolve, reject) => {
      const leave = interruption((error) => {
        leave();
        reject(error);
      });
      stream.write(part, (error) => {
        leave();
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** A stream that is destroyed without an error forgets those who wait for its writes. */
function untilClosed(stream: Writable): Interruption {
  return (stop) => {
    const closed = (): void => stop(new Error("the output was closed before all was written"));
    stream.once("close", closed);
    return () => stream.off("close", closed);
  };
}

/** Writes all bytes to an open file, where a single write may stop short. */
export function writeWhole(fd: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    from += writeSync(fd, bytes, from, Math.min(bytes.length - from, MAX_WRITE_SIZE));
  }
}
