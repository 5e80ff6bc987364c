// What callers of the library hand in, as logs to be read.
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { fileURLToPath } from "node:url";
import type { NamedLog } from "./normalization/log.ts";
import { described } from "./options.ts";

/** A stream of Node.js or of the web, or any other iterable of text or bytes. */
export type LogStream = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A log: its path, its URL, or a stream; and the name by which its lines are told, if that is to be another. */
export type LogSource = string | URL | LogStream | { readonly name: string; readonly input: string | URL | LogStream };

/** A log, or several in their order. */
export type LogSources = LogSource | readonly LogSource[];

/** A log as it was handed in. */
export interface GivenLog {
  readonly name: string;
  /** A path or a stream. */
  readonly input: string | LogStream;
}

const KINDS = "a path, a URL, a stream or another iterable of text or bytes, or { name, input } with one of these";

/** One log or several, as a list. Throws a TypeError for what is no log, or for a stream that stands there twice. */
export function givenLogs(method: string, logs: unknown): GivenLog[] {
  const list: readonly unknown[] = Array.isArray(logs) ? logs : [logs];
  const given = list.map((log, i) => givenLog(method, log, `log ${i + 1}`));
  refuseRepeated(method, given);
  return given.map(asReadable);
}

/** The two logs that are compared. Throws as `givenLogs` does. */
export function givenPair(method: string, old: unknown, next: unknown): readonly [GivenLog, GivenLog] {
  for (const log of [old, next])
    if (Array.isArray(log)) throw new TypeError(`${method} takes one log on either side, not a list`);
  const given = [givenLog(method, old, "old"), givenLog(method, next, "new")] as const;
  refuseRepeated(method, given);
  return [asReadable(given[0]), asReadable(given[1])];
}

/** The streams among logs. */
export function streamsOf(logs: readonly GivenLog[]): LogStream[] {
  return logs.flatMap(({ input }) => (typeof input === "string" ? [] : [input]));
}

/** A log that is read until the signal is aborted; then it ends, without an error. */
export function logOf({ name, input }: GivenLog, signal: AbortSignal): NamedLog {
  const isPath = typeof input === "string";
  return {
    name,
    path: isPath ? input : undefined,
    async *open() {
      // Loaded when the first log is read: what it needs of Node takes milliseconds to load.
      const { openLog } = await import("./open-log.ts");
      yield* openLog(input, signal);
    },
    failure: (error) => error,
  };
}

function givenLog(method: string, log: unknown, name: string): GivenLog {
  if (typeof log === "string") return { name: log, input: log };
  if (isNamed(log)) {
    if (typeof log.name !== "string")
      throw new TypeError(`${method}: the name of a log is a text, not ${described(log.name)}`);
    return { name: log.name, input: inputOf(method, log.input) };
  }
  const input = inputOf(method, log);
  return { name: typeof input === "string" ? input : name, input };
}

function inputOf(method: string, input: unknown): string | LogStream {
  if (typeof input === "string") return input;
  if (input instanceof URL) {
    if (input.protocol === "file:") return fileURLToPath(input);
    throw new TypeError(`${method}: the URL of a log begins with file:, not with ${input.protocol}`);
  }
  if (input instanceof Uint8Array)
    throw new TypeError(
      `${method} takes bytes as a stream, not as ${described(input)}: wrap them, as in Readable.from([bytes])`,
    );
  if (Array.isArray(input) || !isStream(input))
    throw new TypeError(`${method} takes as a log ${KINDS}; not ${described(input)}`);
  return input;
}

function isNamed(log: unknown): log is { readonly name: unknown; readonly input: unknown } {
  return typeof log === "object" && log !== null && "input" in log && !isStream(log);
}

function isStream(value: unknown): value is LogStream {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** A path may stand there twice: the file is read twice then, as by cat. */
function refuseRepeated(method: string, logs: readonly GivenLog[]): void {
  const streams = streamsOf(logs);
  if (new Set(streams).size < streams.length)
    throw new TypeError(`${method} was given one stream twice, and it can be read only once`);
}

/** A stream of the web as one of Node.js: its own iterator cannot be told to end while it waits. */
function asReadable({ name, input }: GivenLog): GivenLog {
  const isOfTheWeb = typeof input === "object" && "getReader" in input && typeof input.getReader === "function";
  return { name, input: isOfTheWeb ? Readable.fromWeb(input as unknown as ReadableStream) : input };
}
