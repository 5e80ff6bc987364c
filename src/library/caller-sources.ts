// Logs and rules as callers of the library pass them, and their conversion to what can be read.
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { fileURLToPath } from "node:url";
import type { CallerStreams } from "../io/caller-streams.ts";
import type { LogStream } from "../io/source.ts";
import { type RulesText, rulesTextOf } from "../rules/rules-text.ts";
import type { Log } from "../run/log.ts";
import { readRulesFiles } from "../run/read-rules.ts";
import { described } from "../text/messages/phrases.ts";
import { withLogName, withPath } from "./errors.ts";
import { isFile, isObject, pathRefusal } from "./option-values.ts";
import type { RulesOptions } from "./options.ts";

/** A log that a caller passed, after the check of its type. */
export interface GivenLog {
  readonly name: string;
  readonly input: string | LogStream;
}

/** The logs of one side, or of several that are compared. Those of a side are read as if they were one. */
export type Sides<T> = readonly [readonly T[], ...(readonly T[])[]];

const LOG_FORMS = "a path, a URL, a stream or another iterable of text or bytes, or { name, input } with one of these";

/** Checks one log or several. Throws a TypeError for a value that is not a log or a repeated stream. */
export function givenLogs(method: string, logs: unknown): readonly GivenLog[] {
  return readable(method, [givenSide(method, "log", Array.isArray(logs) ? logs : [logs])])[0];
}

export function givenSides(method: string, old: unknown, next: unknown): Sides<GivenLog> {
  return readable(method, [givenSide(method, "old", old), givenSide(method, "new", next)]);
}

/** Checks logs of good runs, each a run, and the one of a failed run. Throws the same errors as `givenLogs`. */
export function givenRuns(method: string, good: unknown, failed: unknown): Sides<GivenLog> {
  if (Array.isArray(good) && good.length === 0)
    throw new TypeError(`${method} takes one or more good runs, not an empty array`);
  return readable(method, [givenSide(method, "good", good), [givenLog(method, failed, "failed")]]);
}

function givenSide(method: string, side: string, logs: unknown): GivenLog[] {
  if (!Array.isArray(logs)) return [givenLog(method, logs, side)];
  return logs.map((log, i) => givenLog(method, log, `${side} ${i + 1}`));
}

export function streamsOf(logs: readonly GivenLog[]): (readonly [name: string, input: LogStream])[] {
  return logs.flatMap(({ name, input }) => (typeof input === "string" ? [] : [[name, input]]));
}

/** Turns a checked log into one that can be read. It ends without an error when the call ends. */
export function logOf({ name, input }: GivenLog, streams: CallerStreams): Log {
  const isPath = typeof input === "string";
  return {
    name,
    path: isPath ? input : undefined,
    async *open() {
      // Loaded with the first log, because the modules of Node.js that it needs take milliseconds to load.
      const { decompressed } = await import("../io/decompress.ts");
      const { fileSource, streamSource } = await import("../io/source.ts");
      const open = (signal: AbortSignal): AsyncGenerator<Buffer> =>
        isPath ? namingPath(input, fileSource(input, signal)) : streamSource(input, signal);
      yield* streams.read(input, (signal) => decompressed(open(signal)));
    },
    failure: (error) => withLogName(error, name),
  };
}

async function* namingPath(path: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw withPath(error, path);
  }
}

function givenLog(method: string, log: unknown, name: string): GivenLog {
  if (!isObject(log) || !("input" in log) || isStream(log)) {
    const input = inputOf(method, log);
    return { name: typeof input === "string" ? input : name, input };
  }
  const { name: own } = log as { readonly name?: unknown };
  if (typeof own !== "string")
    throw new TypeError(`${method}: the name of a log must be a string, not ${described(own)}`);
  return { name: own, input: inputOf(method, log.input) };
}

function inputOf(method: string, input: unknown): string | LogStream {
  if (isFile(input)) {
    const refusal = pathRefusal(input);
    if (refusal !== undefined) throw new TypeError(`${method}: a log must be ${refusal}, not ${described(input)}`);
    return pathOf(input);
  }
  if (isWebStream(input) && input.locked)
    throw new TypeError(`${method}: a log is a ReadableStream that something else reads: it is locked`);
  if (input instanceof Uint8Array)
    throw new TypeError(
      `${method} takes bytes as a stream, not as ${described(input)}: wrap them, as in Readable.from([bytes])`,
    );
  if (Array.isArray(input) || !isStream(input))
    throw new TypeError(`${method}: a log must be ${LOG_FORMS}, not ${described(input)}`);
  // An interface of `node:readline`, say, which begins to emit lines when it is constructed: those would be lost.
  if (input instanceof EventEmitter && !("read" in input))
    throw new TypeError(
      `${method} cannot read ${described(input)} without losing lines: pass its input stream instead`,
    );
  return input;
}

function isStream(value: unknown): value is LogStream {
  return isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Streams of the web become those of Node.js, which can be stopped while they wait. Throws for a repeated stream. */
function readable(method: string, sides: Sides<GivenLog>): Sides<GivenLog> {
  const streams = streamsOf(sides.flat()).map(([, input]) => input);
  if (new Set(streams).size < streams.length)
    throw new TypeError(`${method} got the same stream twice, but can read it only once`);
  const [first, ...others] = sides.map((logs) =>
    logs.map(({ name, input }) => ({ name, input: isWebStream(input) ? Readable.fromWeb(input) : input })),
  );
  return [first!, ...others];
}

function isWebStream(input: unknown): input is WebStream {
  // The first use of the class loads it.
  return isObject(input) && "getReader" in input && input instanceof ReadableStream;
}

/** The texts of rules, of which files are read at once. Throws the errors of `readRulesFiles`. */
export function rulesOf({ rules, rulesPath }: RulesOptions): RulesText[] {
  return rulesPath === undefined ? [rulesTextOf(rules)] : readRulesFiles(pathsOf(rulesPath));
}

export function pathsOf(paths: string | URL | readonly (string | URL)[]): string[] {
  return [paths].flat().map(pathOf);
}

export function pathOf(path: string | URL): string {
  return typeof path === "string" ? path : fileURLToPath(path);
}
