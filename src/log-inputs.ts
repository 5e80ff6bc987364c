// What callers of the library hand in, as logs to be read.
import { EventEmitter } from "node:events";
import type { Log, NamedLog } from "./normalization/log.ts";
import type { LogSource } from "./options.ts";
import { decompressed } from "./streams/compression.ts";
import { fileSource } from "./streams/source.ts";
import { bytesOf, type Input } from "./streams/text-bytes.ts";
import { untilStopped } from "./streams/until-stopped.ts";

/** A log with the name by which its lines are told. */
export function namedLog(source: LogSource, signal: AbortSignal = new AbortController().signal): NamedLog {
  if (typeof source === "string") return { name: source, ...logOf(() => fileSource(source, signal), source) };
  return { name: source.name, ...logOf(() => bytesOf(untilStopped(source.input, signal))) };
}

/** One input or several, as a list. */
export function inputsOf(input: Input | readonly Input[]): readonly Input[] {
  return Array.isArray(input) ? (input as readonly Input[]) : [input as Input];
}

/** Files as logs, by their paths. */
export function fileLogs(paths: readonly string[], signal: AbortSignal = new AbortController().signal): Log[] {
  return paths.map((path) => logOf(() => fileSource(path, signal), path));
}

/** Streams as logs. */
export function streamLogs(inputs: readonly Input[], signal: AbortSignal | undefined): Log[] {
  return inputs.map((input) => logOf(() => bytesOf(signal === undefined ? input : untilStopped(input, signal))));
}

/** The inputs among sources, for `hearingErrors`. */
export function streamsOf(sources: readonly LogSource[]): unknown[] {
  return sources.map((source) => (typeof source === "string" ? undefined : source.input));
}

/**
 * Does work with streams while somebody listens to their errors. Whoever reads a stream, or waits for its write, is told when
 * it fails; but its event, if nobody heard it, would end the program. The event of a failed write comes a turn later.
 */
export async function hearingErrors<T>(inputs: readonly unknown[], work: () => Promise<T>): Promise<T> {
  const streams = inputs.filter((input) => input instanceof EventEmitter);
  const listener = (): void => {};
  const leave = (): void => {
    for (const stream of streams) stream.off("error", listener);
  };
  for (const stream of streams) stream.on("error", listener);
  try {
    const result = await work();
    leave();
    return result;
  } catch (error) {
    setImmediate(leave);
    throw error;
  }
}

function logOf(open: () => AsyncIterable<Buffer>, path?: string): Log {
  return { path, open: () => decompressed(open()), failure: (error) => error };
}
