import { accessSync, constants, statSync } from "node:fs";
import { isatty } from "node:tty";
import { UsageError } from "clipanion";
import type { NamedLog } from "../../normalization/log.ts";
import { decompressed } from "../../streams/compression.ts";
import { descriptorSource, fileSource } from "../../streams/source.ts";
import { NamedError, shownPath } from "../failure.ts";
import { type FileReference, isRegularFile, isSameFile } from "./same-file.ts";

/** The descriptor of standard input. */
const STANDARD_INPUT = 0;

/** What stands for standard input on the command line, and is its name as a log. */
export const DASH = "-";

/** One log to be read. */
export interface LogInput {
  /** What messages call it. */
  readonly name: string;
  readonly file: FileReference;
  /** Its bytes, when its turn comes; rejects with the system's error. */
  open(signal: AbortSignal): AsyncIterable<Buffer>;
}

/**
 * The logs that the arguments name; `-`, or no argument, is standard input. Checks that all exist and may be read, without
 * opening them: a named pipe can be opened only once, when its turn comes. Throws an AggregateError with a NamedError for
 * each log that cannot be read.
 */
export function logInputs(paths: readonly string[]): LogInput[] {
  const problems = paths.flatMap((path) => (path === DASH ? [] : problemOf(path)));
  if (problems.length > 0) throw new AggregateError(problems);
  return (paths.length === 0 ? [DASH] : paths).map((path) =>
    path === DASH
      ? {
          name: "standard input",
          file: STANDARD_INPUT,
          open: (signal) => descriptorSource(STANDARD_INPUT, signal),
        }
      : { name: shownPath(path), file: path, open: (signal) => fileSource(path, signal) },
  );
}

/** Throws a UsageError if no log is named and standard input is a terminal, where nobody is going to type one. */
export function refuseTerminal(paths: readonly string[]): void {
  if (paths.length === 0 && isatty(STANDARD_INPUT)) throw new UsageError("no log given; name a file, or pipe one in");
}

/** Throws a UsageError if standard input is named more than once: nothing of it would be left to read. */
export function refuseRepeatedInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === DASH).length > 1)
    throw new UsageError("- can stand for standard input only once");
}

/** Throws a NamedError for a log that is also one of the outputs, given by their descriptors: it would grow without end as it is read. */
export function refuseOutput(inputs: readonly LogInput[], outputs: readonly number[]): void {
  const files = outputs.filter(isRegularFile);
  const own = inputs.find(({ file }) => files.some((output) => isSameFile(file, output)));
  if (own !== undefined) throw new NamedError(own.name, "is both a log to be read and where the output goes");
}

/** An input as a log to be read, decompressed. `onRead` gets the number of bytes of each piece that is read. */
export function logOf({ name, file, open }: LogInput, signal: AbortSignal, onRead?: (bytes: number) => void): NamedLog {
  const path = typeof file === "string" ? file : undefined;
  return {
    name: path ?? DASH,
    path,
    open: () => decompressed(onRead === undefined ? open(signal) : metered(open(signal), onRead)),
    onPart: onRead,
    failure: (error) => (error instanceof NamedError ? error : new NamedError(name, error)),
  };
}

function problemOf(path: string): NamedError[] {
  try {
    if (statSync(path).isDirectory()) return [new NamedError(shownPath(path), "is a directory")];
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    return [new NamedError(shownPath(path), error)];
  }
}

async function* metered(bytes: AsyncIterable<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onRead(chunk.length);
    yield chunk;
  }
}
