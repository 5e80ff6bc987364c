import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { readUntilAborted } from "./read-until-aborted.ts";

/** More than a pipe holds. With smaller chunks, the cost per chunk would matter in short runs. */
const CHUNK_BYTES = 256 * 1024;

/** Files are read synchronously. After this many chunks, other events such as signals get their turn. */
const CHUNKS_PER_TURN = 4;

/**
 * Reads a regular file, a named pipe, a terminal or another device, which is opened when the first chunk is asked for.
 * Each chunk is valid until the next one is asked for. Ends early, without an error, when the signal is aborted.
 * Rejects with the system's error.
 */
export async function* fileSource(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (statSync(path).isFIFO()) {
    // Without O_NONBLOCK, opening would block the whole program until a writer opens the pipe.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    yield* readUntilAborted(new Socket({ fd, readable: true }), signal);
    return;
  }
  const fd = openSync(path, constants.O_RDONLY);
  if (isatty(fd)) {
    yield* readUntilAborted(new ReadStream(fd), signal);
    return;
  }
  try {
    yield* readChunks(fd, signal);
  } finally {
    closeSync(fd);
  }
}

/** Like `fileSource`, but reads an open file, pipe, socket or terminal. */
export async function* descriptorSource(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const status = fstatSync(fd);
  if (isatty(fd)) yield* readUntilAborted(new ReadStream(fd), signal);
  else if (status.isFIFO() || status.isSocket()) yield* readUntilAborted(new Socket({ fd, readable: true }), signal);
  else yield* readChunks(fd, signal);
}

async function* readChunks(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let turn = 1; !signal.aborted; turn++) {
    const count = readSync(fd, chunk, 0, CHUNK_BYTES, null);
    if (count === 0) return;
    yield chunk.subarray(0, count);
    if (turn % CHUNKS_PER_TURN === 0) await setImmediate();
  }
}
