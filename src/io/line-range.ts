import { fstatSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { NEWLINE } from "../text/bytes/ascii.ts";
import { BYTE_ORDER_MARK_BYTES, LineReader, markLength } from "./line-reader.ts";
import type { LineTextOptions } from "./line-text.ts";
import { LineError, LogError } from "./read-errors.ts";

// Tests build the command with smaller sizes, so that short lines suffice.

const CHUNK_BYTES = 512 * 1024;

/** How much is read at first beyond the end of a range, to find the end of its last line. */
const EDGE_BYTES = 16 * 1024;

/** Lines are counted in as many chunks before other events have their turn. */
const CHUNKS_PER_TURN = 8;

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The lines of an open file that begin at the byte `from` or later, and before the byte `to`. */
export interface LineRange extends ByteRange {
  readonly fd: number;
}

/**
 * Reads the lines of a range, each from its first byte to its last, even beyond the end of the range, but little more.
 * Ends where the file ends now, or without an error when the signal is aborted. Each chunk is valid until the next one
 * is asked for. `from` must be less than `to`.
 */
export async function* rangeChunks(range: LineRange, signal: AbortSignal): AsyncGenerator<Buffer> {
  const { fd, to } = range;
  let position = await lineStart(range, signal);
  if (position === to) return;
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  // Most lines end soon after `to`.
  let beyond = EDGE_BYTES;
  while (!signal.aborted) {
    const wanted = position < to ? Math.min(CHUNK_BYTES, to - position) : beyond;
    if (position >= to) beyond = CHUNK_BYTES;
    const chunk = buffer.subarray(0, readSync(fd, buffer, 0, wanted, position));
    if (chunk.length === 0) return;
    // The last line that begins before `to` ends with the first newline at `to - 1` or later.
    const newline = chunk.indexOf(NEWLINE, Math.max(to - 1 - position, 0));
    yield newline === -1 ? chunk : chunk.subarray(0, newline + 1);
    if (newline !== -1) return;
    position += chunk.length;
    // Gives other events their turn, above all messages from other threads.
    await setImmediate();
  }
}

/** Counts the lines of a range. Too low if the signal is aborted. */
export async function countLines({ fd, from, to }: LineRange, signal: AbortSignal): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const { size } = fstatSync(fd);
  // A line begins with the first byte, and with each that follows a newline.
  const end = Math.min(to, size) - 1;
  let lines = from === 0 && end >= 0 && !isMarkAlone(fd, size) ? 1 : 0;
  let position = Math.max(from - 1, 0);
  for (let chunks = 0; position < end && !signal.aborted; chunks++) {
    // Not for each chunk: other threads wait for the blocks that are counted.
    if (chunks > 0 && chunks % CHUNKS_PER_TURN === 0) await setImmediate();
    const chunk = buffer.subarray(0, readSync(fd, buffer, 0, Math.min(CHUNK_BYTES, end - position), position));
    if (chunk.length === 0) break;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    position += chunk.length;
  }
  return signal.aborted ? 0 : lines;
}

/** Whether a file has nothing but a byte order mark, which is no line. */
function isMarkAlone(fd: number, size: number): boolean {
  const head = Buffer.alloc(BYTE_ORDER_MARK_BYTES);
  return size === head.length && readSync(fd, head, 0, size, 0) === size && markLength(head) === size;
}

/** Where the first line is that `accepts` takes, or `to`. Throws a LogError for one that memory cannot hold. */
export async function findLine(
  range: LineRange,
  options: LineTextOptions,
  accepts: (line: LineReader) => boolean,
  signal: AbortSignal,
): Promise<number> {
  const from = await lineStart(range, signal);
  if (from === range.to) return from;
  const lines = new LineReader(options);
  lines.begin({ linesBefore: 0, bytesInFile: from });
  const next = (): number | undefined => {
    try {
      for (let at = lines.position; lines.next(); at = lines.position) if (accepts(lines)) return at;
      return undefined;
    } catch (error) {
      // Its number in the file is not known.
      throw error instanceof LineError ? new LogError(error.reason) : error;
    }
  };
  for await (const chunk of rangeChunks({ ...range, from }, signal)) {
    lines.push(chunk);
    const found = next();
    if (found !== undefined) return found;
  }
  lines.finish();
  return next() ?? range.to;
}

/** Where the first line of a range begins, or `to` if none does. */
export async function lineStart({ fd, from, to }: LineRange, signal: AbortSignal): Promise<number> {
  if (from === 0) return 0;
  // A line begins after each newline from the byte before `from` on.
  for (let position = from - 1, wanted = EDGE_BYTES; position < to - 1 && !signal.aborted; wanted = CHUNK_BYTES) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(wanted, to - 1 - position));
    const count = readSync(fd, buffer, 0, buffer.length, position);
    if (count === 0) break;
    const newline = buffer.subarray(0, count).indexOf(NEWLINE);
    if (newline !== -1) return position + newline + 1;
    position += count;
    await setImmediate();
  }
  return to;
}
