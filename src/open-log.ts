import type { LogStream } from "./log-sources.ts";
import { decompressed } from "./streams/compression.ts";
import { readUntilAborted } from "./streams/read-until-aborted.ts";
import { fileSource } from "./streams/source.ts";
import { toBytes } from "./streams/text-bytes.ts";

/**
 * Reads the bytes of a log, decompressed. Ends when the signal is aborted. Rejects with the error of the file or the
 * stream.
 */
export function openLog(input: string | LogStream, signal: AbortSignal): AsyncIterable<Buffer> {
  if (typeof input === "string") return decompressed(fileSource(input, signal));
  return decompressed(toBytes(readUntilAborted(input, signal, { keepsEnded: true })));
}
