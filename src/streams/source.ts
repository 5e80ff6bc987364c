import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { readUntilAborted } from "./read-until-aborted.ts";

/** More than a pipe holds. With smaller chunks, the cost per chunk would matter in short runs. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The first chunk is smaller, and each one after it twice as large. So the change from one chunk to the next has
 * happened a few times before the runtime compiles the code. It compiles nothing for what never happened, and would
 * have to compile most of the code again.
 */
const FIRST_CHUNK_BYTES = 16 * 1024;

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

/** The first `size` bytes of an open file, wherever its position is. Ends early if the file is shorter by now. */
export async function* positionedSource(fd: number, size: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  yield* readChunks(fd, signal, size);
}

/** Reads an open file on from its position, or, with `size`, that many bytes from its beginning. */
async function* readChunks(fd: number, signal: AbortSignal, size?: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let most = FIRST_CHUNK_BYTES;
  let position = 0;
  for (let turn = 1; !signal.aborted; turn++) {
    const wanted = size === undefined ? most : Math.min(most, size - position);
    const count = wanted === 0 ? 0 : readSync(fd, chunk, 0, wanted, size === undefined ? null : position);
    if (count === 0) return;
    position += count;
    most = Math.min(2 * most, CHUNK_BYTES);
    yield chunk.subarray(0, count);
    if (turn % CHUNKS_PER_TURN === 0) await setImmediate();
  }
}
