import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { untilStopped } from "./until-stopped.ts";

/** More than a pipe holds: what every chunk costs beside its lines is felt in short runs. */
const CHUNK_BYTES = 256 * 1024;

/** A file is read without waiting; after so many chunks whatever else happened, say a signal, gets its turn. */
const CHUNKS_A_TURN = 4;

/**
 * The bytes of a named file, read when its turn comes: of a regular file, a named pipe, a terminal or another device.
 * Chunks are valid until the next is asked for. Ends early, without an error, once the signal is aborted. Rejects with the
 * system's error.
 */
export async function* fileSource(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (statSync(path).isFIFO()) {
    // Opened in the ordinary way it would stop the whole program until somebody writes to it.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    yield* untilStopped(new Socket({ fd, readable: true }), signal);
    return;
  }
  const fd = openSync(path, constants.O_RDONLY);
  if (isatty(fd)) {
    yield* untilStopped(new ReadStream(fd), signal);
    return;
  }
  try {
    yield* readChunks(fd, signal);
  } finally {
    closeSync(fd);
  }
}

/** The bytes of an open file, pipe, socket or terminal. Else as `fileSource`. */
export async function* descriptorSource(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const status = fstatSync(fd);
  if (isatty(fd)) yield* untilStopped(new ReadStream(fd), signal);
  else if (status.isFIFO() || status.isSocket()) yield* untilStopped(new Socket({ fd, readable: true }), signal);
  else yield* readChunks(fd, signal);
}

async function* readChunks(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let turn = 1; !signal.aborted; turn++) {
    const count = readSync(fd, chunk, 0, CHUNK_BYTES, null);
    if (count === 0) return;
    yield chunk.subarray(0, count);
    if (turn % CHUNKS_A_TURN === 0) await setImmediate();
  }
}
