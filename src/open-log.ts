import type { LogStream } from "./log-inputs.ts";
import { decompressed } from "./streams/compression.ts";
import { fileSource } from "./streams/source.ts";
import { bytesOf } from "./streams/text-bytes.ts";
import { untilStopped } from "./streams/until-stopped.ts";

/** The bytes of a log, decompressed, until the signal is aborted. Rejects with the error of the file or the stream. */
export function openLog(input: string | LogStream, signal: AbortSignal): AsyncIterable<Buffer> {
  if (typeof input === "string") return decompressed(fileSource(input, signal));
  return decompressed(bytesOf(untilStopped(input, signal, { keepsEnded: true })));
}
