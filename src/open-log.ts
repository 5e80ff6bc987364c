import { withPath } from "./named-errors.ts";
import { decompressed } from "./streams/compression.ts";
import { readUntilAborted } from "./streams/read-until-aborted.ts";
import { fileSource } from "./streams/source.ts";
import { toBytes } from "./streams/text-bytes.ts";

/** A stream of Node.js or of the web, or another iterable of text or bytes. */
export type LogStream = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/**
 * Reads the bytes of a log, decompressed. Ends when the signal is aborted. Rejects with the error of the file, which
 * names it, or with that of the stream.
 */
export function openLog(input: string | LogStream, signal: AbortSignal): AsyncIterable<Buffer> {
  if (typeof input === "string") return decompressed(namedFile(input, signal));
  return decompressed(toBytes(readUntilAborted(input, signal, { keepsEnded: true })));
}

async function* namedFile(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* fileSource(path, signal);
  } catch (error) {
    throw withPath(error, path);
  }
}
