import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Part } from "./messages.ts";
import { CHUNK_BYTES } from "./sizes.ts";

const NEWLINE = 0x0a;

/**
 * The bytes of a part's lines, all of them whole, up to where the file ends now. Each chunk is valid until the next is
 * asked for. Ends early, without an error, when the signal is given.
 */
export async function* partChunks({ fd, from, to }: Part, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  // Whether a line begins at `from` is told by the byte before.
  let position = Math.max(from - 1, 0);
  let began = from === 0;
  while (!signal.aborted) {
    const chunk = buffer.subarray(0, readSync(fd, buffer, 0, CHUNK_BYTES, position));
    if (chunk.length === 0) return;
    const start = began ? 0 : chunk.indexOf(NEWLINE) + 1;
    began ||= start > 0;
    if (position + start >= to && start > 0) return;
    // The last line that begins before `to` ends with the first newline that is the byte before `to` or comes later.
    const newline = chunk.indexOf(NEWLINE, Math.max(to - 1 - position, start));
    if (began && newline !== -1) {
      yield chunk.subarray(start, newline + 1);
      return;
    }
    if (began && start < chunk.length) yield chunk.subarray(start);
    position += chunk.length;
    if (!began && position >= to) return;
    // Whatever else has happened gets its turn, above all what other threads have for this one.
    await setImmediate();
  }
}

/** How many lines the chunks hold; the last may lack its newline. */
export async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  let isEnded = true;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    isEnded = chunk.at(-1) === NEWLINE;
  }
  return isEnded ? lines : lines + 1;
}
