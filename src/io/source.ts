// The bytes of logs in chunks: of files, pipes, terminals and streams.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { HEAD_BYTES, isCompressed } from "./decompress.ts";

/** The signal of work that nothing aborts, such as that of a command that leaves signals to the system. */
export const NEVER: AbortSignal = new AbortController().signal;

/** More than a pipe holds. Smaller chunks cost more than they save (docs/contributing/engine.md). */
const CHUNK_BYTES = 512 * 1024;

/** So that the loop over lines is warm early, and the module still reads a long log from its first line on. */
const FIRST_CHUNK_BYTES = 64 * 1024;

/** Files are read synchronously. After this many chunks, other events such as signals get their turn. */
const CHUNKS_PER_TURN = 4;

/** Larger buffers are searched in parts: beyond 2 GiB, Node's `indexOf` answers with a wrong, negative offset. */
const MAX_SEARCHED_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a regular file, a named pipe, a terminal or another device, which is opened when the first chunk is asked for.
 * Each chunk is valid until the next one is asked for. Ends early, without an error, when the signal is aborted.
 * Rejects with the system's error.
 */
export async function* fileSource(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const isPipe = statSync(path).isFIFO();
  // Without O_NONBLOCK, opening would block the whole program until a writer opens the pipe.
  const fd = openSync(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : constants.O_RDONLY);
  const isLeftOpen = !isPipe && !isatty(fd);
  try {
    yield* descriptorSource(fd, signal);
  } finally {
    if (isLeftOpen) closeSync(fd);
  }
}

/** Like `fileSource`, but reads an open file, pipe, socket or terminal. Closes pipes, sockets and terminals. */
export async function* descriptorSource(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const status = fstatSync(fd);
  if (isatty(fd)) yield* readUntilAborted(new ReadStream(fd), signal);
  else if (status.isFIFO() || status.isSocket()) yield* pipeSource(fd, signal);
  else yield* readChunks(fd, signal);
}

/** Reads an open file on from its position, or a part of it. Ends early if the file is shorter by now. */
export async function* readChunks(
  fd: number,
  signal: AbortSignal,
  part?: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let most = FIRST_CHUNK_BYTES;
  let position = part?.start ?? 0;
  for (let turn = 1; !signal.aborted; turn++) {
    const wanted = part === undefined ? most : Math.min(most, part.end - position);
    const count = wanted === 0 ? 0 : readSync(fd, chunk, 0, wanted, part === undefined ? null : position);
    if (count === 0) return;
    position += count;
    most = Math.min(2 * most, CHUNK_BYTES);
    yield chunk.subarray(0, count);
    if (turn % CHUNKS_PER_TURN === 0) await setImmediate();
  }
}

/** A stream of Node.js or of the web, or another iterable of text or bytes. */
export type LogStream = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/**
 * Reads a stream of text or bytes. Text becomes UTF-8, and a surrogate pair that is split between chunks is joined.
 * Ends without an error when the signal is aborted. Throws the error of the stream, or a TypeError for any other chunk.
 */
export async function* streamSource(input: LogStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  let highSurrogate = "";
  for await (const chunk of readUntilAborted(input, signal, { keepsEnded: true })) {
    if (typeof chunk === "string") {
      const text = highSurrogate + chunk;
      highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      yield Buffer.from(highSurrogate === "" ? text : text.slice(0, -1));
    } else if (chunk instanceof Uint8Array) {
      if (highSurrogate !== "") yield Buffer.from(highSurrogate);
      highSurrogate = "";
      for (let from = 0; from < chunk.byteLength; from += MAX_SEARCHED_BYTES) {
        const length = Math.min(MAX_SEARCHED_BYTES, chunk.byteLength - from);
        yield Buffer.from(chunk.buffer, chunk.byteOffset + from, length);
      }
    } else {
      throw new TypeError(`a chunk of the input has the type ${typeof chunk}; expected text or bytes`);
    }
  }
  if (highSurrogate !== "") yield Buffer.from(highSurrogate);
}

/** Opens a regular file that is not compressed. Returns undefined for any other. Throws the system's error. */
export function openUncompressed(path: string): number | undefined {
  // Opening a file that is not regular may block until there is a writer, or take data from another reader.
  if (!statSync(path).isFile()) return undefined;
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const count = readSync(fd, head, 0, head.length, 0);
    if (!isCompressed(head.subarray(0, count))) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

/**
 * Passes on the items of a source. Ends at once when the signal is aborted, even while the source is idle, and then
 * calls its `return`, or destroys a stream. With `keepsEnded`, one that has ended stays: it may be a duplex that is
 * still written to.
 */
async function* readUntilAborted<T>(
  source: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
  { keepsEnded = false } = {},
): AsyncGenerator<T> {
  const iterator = iteratorOf(source);
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal.addEventListener("abort", onAbort);
  let isEnded = false;
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        Promise.resolve(iterator.next()).then(resolve, reject);
      });
      isEnded = next?.done === true;
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (source instanceof Readable && !(isEnded && keepsEnded)) source.destroy();
    // Not awaited: an idle source would answer only after its next chunk. An error is of no interest any more.
    if (!isEnded) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  if (source instanceof Readable) return source.iterator({ destroyOnReturn: false });
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

/** Pipes hold 64 KiB, unless a program asked for more. */
const BUFFER_BYTES = 512 * 1024;

/**
 * Reads an open pipe or socket, and closes it in the end. All chunks are read into one buffer: a stream allocates one
 * for each, which takes twice the user time. Ends at once when the signal is aborted. Throws the system's error.
 */
async function* pipeSource(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let count = 0;
  let isOver = false;
  let failure: Error | undefined;
  let proceed = (): void => {};
  const stop = (): void => {
    isOver = true;
    proceed();
  };
  const callback = (bytesRead: number): boolean => {
    count = bytesRead;
    proceed();
    // Nothing more is read before the next chunk is asked for.
    return false;
  };
  // The types of Node.js 20 have `onread` in the wrong place, as its documentation had.
  const options: SocketConstructorOpts & ConnectOpts = { fd, readable: true, onread: { buffer, callback } };
  const socket = new Socket(options).on("end", stop);
  socket.on("error", (error) => {
    failure = error;
    stop();
  });
  signal.addEventListener("abort", stop);
  try {
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        proceed = resolve;
        if (isOver) resolve();
        else socket.resume();
      });
      if (failure !== undefined) throw failure;
      if (isOver) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

/** Passes chunks on, and calls `onBytes` with the size of each, if it is given. */
export async function* reportingSizes(
  chunks: AsyncIterable<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

/** All bytes of a source that is no log. Throws an Error with the message `tooLarge` if there are more than `limit`. */
export async function readWhole(chunks: AsyncIterable<Buffer>, limit: number, tooLarge: string): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw new Error(tooLarge);
    // The next chunk may lie in the same memory.
    kept.push(Buffer.from(chunk));
  }
  return Buffer.concat(kept);
}
