import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";

export interface Sink {
  /** Resolves when the bytes are written and may change again. Rejects with the system's error. */
  write(bytes: Buffer): Promise<void>;
}

/** Longer writes are split, because a single system call may not write more. */
const MAX_WRITE_SIZE = 1024 * 1024 * 1024;

/** Waits for each write, of a copy of the bytes. When the signal is aborted, writes reject with its reason. */
export function streamSink(stream: Writable, signal: AbortSignal): Sink {
  return {
    write: async (bytes) => {
      signal.throwIfAborted();
      await writeTo(stream, Buffer.from(bytes), signal);
    },
  };
}

/** Writes files and devices by descriptor: Node's streams do not notice when a nearly full disk cuts a write short. */
export function descriptorSink(stream: Writable & { readonly fd: number }): Sink {
  const status = fstatSync(stream.fd);
  const mayBlock = status.isFIFO() || status.isSocket() || ("isTTY" in stream && stream.isTTY === true);
  if (!mayBlock) return { write: async (bytes) => writeAll(stream.fd, bytes) };
  // A stream that is destroyed without an error forgets its pending writes.
  const closing = new AbortController();
  stream.once("close", () => closing.abort(new Error("the output was closed before everything was written")));
  return { write: (bytes) => writeTo(stream, bytes, closing.signal) };
}

async function writeTo(stream: Writable, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for (let from = 0; from < bytes.length; from += MAX_WRITE_SIZE) {
    const part = bytes.subarray(from, from + MAX_WRITE_SIZE);
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener("abort", onAbort);
      stream.write(part, (error) => {
        signal.removeEventListener("abort", onAbort);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** Writes all bytes to an open file, with several system calls if one writes only some of them. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) {
    from += writeSync(fd, bytes, from, Math.min(bytes.length - from, MAX_WRITE_SIZE));
  }
}
