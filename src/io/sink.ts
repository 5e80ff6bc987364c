import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";

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
