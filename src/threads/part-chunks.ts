import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { FileRange } from "./messages.ts";
import { CHUNK_BYTES } from "./sizes.ts";

const NEWLINE = 0x0a;

/**
 * Reads the lines of a part, each from its first byte to its last, even beyond the end of the part. Ends where the file
 * ends now, or without an error when the signal is aborted. Each chunk is valid until the next one is asked for. Calls
 * `onBegin` with the place in the file where the first line begins, if there is one.
 */
export async function* partChunks(
  { fd, from, to }: FileRange,
  signal: AbortSignal,
  onBegin: (position: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  // The byte before `from` tells whether a line begins at `from`.
  let position = Math.max(from - 1, 0);
  let began = from === 0;
  while (!signal.aborted) {
    const chunk = buffer.subarray(0, readSync(fd, buffer, 0, CHUNK_BYTES, position));
    if (chunk.length === 0) return;
    const start = began ? 0 : chunk.indexOf(NEWLINE) + 1;
    began ||= start > 0;
    if (position + start >= to && start > 0) return;
    if (start > 0) onBegin(position + start);
    // The last line that begins before `to` ends with the first newline at `to - 1` or later.
    const newline = chunk.indexOf(NEWLINE, Math.max(to - 1 - position, start));
    if (began && newline !== -1) {
      yield chunk.subarray(start, newline + 1);
      return;
    }
    if (began && start < chunk.length) yield chunk.subarray(start);
    position += chunk.length;
    if (!began && position >= to) return;
    // Gives other events their turn, above all messages from other threads.
    await setImmediate();
  }
}

/** Counts the lines in the chunks. The last line need not end with a newline. */
export async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  let endsWithNewline = true;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    endsWithNewline = chunk.at(-1) === NEWLINE;
  }
  return endsWithNewline ? lines : lines + 1;
}
