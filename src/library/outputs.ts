// What runs write: the streams of the process, files that are replaced, and new ones.

import { accessSync, closeSync, constants, lstatSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { isatty } from "node:tty";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { TextOutput } from "../io/output-buffer.ts";
import { isSpecial, type OutputFile, openedFile, Replacement, specialFile } from "../io/output-file.ts";
import { type FileReference, isOneOf, isRegularFile, isSameFile } from "../io/same-file.ts";
import { descriptorSink, type Sink, streamSink, writeAll } from "../io/sink.ts";
import { STARTER } from "../rules/starter.ts";
import { NEWLINE, TAB } from "../text/bytes/ascii.ts";
import { isContinuation, lengthBy } from "../text/bytes/utf8.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { printableBytes } from "../text/messages/printable.ts";
import { rethrowing, withPath } from "./errors.ts";

type StandardStream = Writable & { readonly fd: number; readonly columns?: number };

export interface StandardStreams {
  readonly stdout: StandardStream;
  readonly stderr: StandardStream;
}

interface Outputs {
  readonly lines: Sink;
  /** For explain records. The same sink as `lines` if standard error and standard output lead to the same place. */
  readonly explain: Sink;
}

/** A failed write rejects with a NamedError. Lines of logs are printable on a terminal, and elsewhere their bytes. */
export function standardOutputs({ stdout, stderr }: StandardStreams, what: "text" | "logs" = "text"): Outputs {
  const sink = namedSink(descriptorSink(stdout), "standard output");
  const lines = what === "logs" && isatty(stdout.fd) ? terminalSink(sink) : sink;
  if (isSameFile(stdout.fd, stderr.fd)) return { lines, explain: lines };
  return { lines, explain: ignoringClosedPipe(namedSink(descriptorSink(stderr), "standard error")) };
}

function namedSink(sink: Sink, name: string): Sink {
  return withErrors(sink, (error) => new NamedError(name, error));
}

function withErrors(sink: Sink, errorOf: (error: unknown) => unknown): Sink {
  return {
    write: (bytes) =>
      sink.write(bytes).catch((error: unknown) => {
        throw errorOf(error);
      }),
  };
}

/** Makes a sink discard everything once its pipe is closed: lines do not depend on readers of explain records. */
export function ignoringClosedPipe(sink: Sink): Sink {
  let isClosed = false;
  return {
    write: async (bytes) => {
      if (!isClosed) isClosed = await endedByClosedPipe(() => sink.write(bytes));
    },
  };
}

/** Does the work. Returns true if it ended early because its output pipe was closed, which is not an error. */
export function endedByClosedPipe(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => false,
    (error: unknown) => {
      if (error instanceof NamedError && errorCode(error.cause) === "EPIPE") return true;
      throw error;
    },
  );
}

/** Notes, and texts that are laid out for a width. */
type Advice = readonly (string | ((width: number | undefined) => string))[];

/** What a command has found, and how it is told. */
export interface Found {
  /** What people should know before they read it. */
  readonly notes?: readonly string[];
  /** The text, or what writes it: it yields wherever the output may be flushed, or flushes it itself. */
  readonly output?: string | Uint8Array | ((output: TextOutput) => Iterable<void> | Promise<void>);
  /** What people should know or do afterwards. */
  advice?(): Promise<Advice>;
  /** Whether the exit code is that for a negative answer, once everything is written. */
  readonly isNegative?: boolean;
  /** Whether a reader who has seen enough, and closes the pipe, gets no answer but success. */
  readonly endsWithReader?: boolean;
  /** Must be called at the end. */
  close?(): void;
}

/** How a run ends that tells this, and fails if something is missing that was asked for: `missing` says so. */
export function failingWith(missing: string | undefined, advice: Advice = []): Pick<Found, "advice" | "isNegative"> {
  return { advice: async () => [...advice, missing ?? []].flat(), isNegative: missing !== undefined };
}

/** Writes a result to standard output. Returns whether the reader closed the pipe, which is not an error. */
export function printResult(
  streams: StandardStreams,
  format: string | undefined,
  { hasColors, width }: { readonly hasColors: boolean; readonly width: number | undefined },
  result: NonNullable<Found["output"]>,
): Promise<boolean> {
  const { lines } = standardOutputs(streams, format === "lines" ? "logs" : "text");
  return endedByClosedPipe(async () => {
    if (typeof result !== "function") return lines.write(Buffer.from(result));
    const output = format === "text" ? new TextOutput(lines, hasColors, width) : new TextOutput(lines, false);
    const written = result(output);
    if (written instanceof Promise) await written;
    else for (const _ of written) if (output.isFull) await output.flush();
    await output.flush();
  });
}

/**
 * Prepares the output of lines and returns what opens it. Pipes and devices are opened at once, because signals cannot
 * be handled while that blocks; a file that is replaced only when signals are handled, because one that ended the
 * process would leave a temporary file behind. Throws NamedErrors, also for a file that must be kept.
 */
export function linesOutput(
  path: string | undefined,
  { stdout, stderr }: StandardStreams,
  { lines, explain }: Outputs,
  kept: readonly FileReference[],
): () => OutputFile {
  if (path === undefined || path === STANDARD_STREAM || isSameFile(path, stdout.fd)) return () => openedFile(lines);
  if (isSameFile(path, stderr.fd)) return () => openedFile(explain);
  const refuse = (): void => {
    if (isOneOf(path, kept)) throw new Error("is read or written by this run; name another file for the lines");
    // As for any other way to write it.
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) accessSync(path, constants.W_OK);
  };
  // Unlike on standard output, a closed pipe is an error.
  const reasonOf = (error: unknown) => (errorCode(error) === "EPIPE" ? "the pipe was closed by its reader" : error);
  return preparedFile(path, refuse, (error) => new NamedError(shownPath(path), reasonOf(error)), terminalSink);
}

/** Opens an output of the library. A file throws the system's errors, with its path, or an Error if it must be kept. */
export function openOutput(
  output: string | Writable,
  rules: readonly string[],
  partedLogs: readonly string[],
  signal: AbortSignal,
): OutputFile {
  if (typeof output !== "string") return openedFile(streamSink(output, signal));
  const refuse = (): void => {
    if (isOneOf(output, rules)) throw new Error("the output is the file of the rules, which would be lost");
    if (isOneOf(output, partedLogs)) throw new Error("the output is one of the logs, whose other parts would be lost");
  };
  return preparedFile(output, refuse, (error) => withPath(error, output))();
}

/** See `linesOutput`. `refuse` throws for a file that must not be replaced. All errors become those of `errorOf`. */
function preparedFile(
  path: string,
  refuse: () => void,
  errorOf: (error: unknown) => unknown,
  onTerminal: (sink: Sink) => Sink = (sink) => sink,
): () => OutputFile {
  const changing = <T>(work: () => T): T => rethrowing(work, errorOf);
  const named = (file: OutputFile, sink = file.sink): OutputFile => ({
    sink: withErrors(sink, errorOf),
    isReplaced: file.isReplaced,
    finish: () => changing(() => file.finish()),
    commit: () => changing(() => file.commit()),
    discard: () => file.discard(),
  });
  return changing(() => {
    if (!isSpecial(path)) {
      refuse();
      return () => named(changing(() => new Replacement(path)));
    }
    const file = specialFile(path);
    return () => named(file, file.isTerminal ? onTerminal(file.sink) : file.sink);
  });
}

/**
 * Opens and empties the file of `--stats-file` at once: a wrong path is reported early, and nobody mistakes old
 * statistics for new ones. Throws a NamedError, also for a file that this run reads.
 */
export function statisticsSink(
  path: string | undefined,
  { stdout, stderr }: StandardStreams,
  { lines, explain }: Outputs,
  inputs: readonly FileReference[],
): Sink | undefined {
  if (path === undefined) return undefined;
  if (isSameFile(path, stdout.fd)) return lines;
  if (isSameFile(path, stderr.fd)) return explain;
  const name = shownPath(path);
  return naming(name, () => {
    if (isOneOf(path, inputs)) throw new Error("is an input of this run; write the statistics to another file");
    const fd = openSync(path, "w");
    return namedSink({ write: async (bytes) => writeAll(fd, bytes) }, name);
  });
}

/** Writes files, while no signal ends the process. Rejects with the name of one afterwards. */
export async function writeFiles(
  context: { readonly handleSignals: () => AbortSignal },
  write: () => void,
): Promise<void> {
  const signal = context.handleSignals();
  write();
  // Signals that came meanwhile take effect only now.
  await setImmediate();
  signal.throwIfAborted();
}

/** Throws the errors of `writeNew` that can be foreseen. Better now than when all logs are read. */
export function refuseExisting(path: string, adviceIfExists: string): void {
  naming(shownPath(path), () => {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw existing(path, adviceIfExists);
    accessSync(dirname(path), constants.W_OK);
  });
}

/** Creates a file. Throws a NamedError, with the advice if it exists. If the disk is full, nothing is left of it. */
export function writeNew(path: string, text: string, adviceIfExists: string): void {
  naming(shownPath(path), () => {
    const fd = created(path, adviceIfExists);
    try {
      writeAll(fd, Buffer.from(text));
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  });
}

function created(path: string, adviceIfExists: string): number {
  try {
    return openSync(path, "wx");
  } catch (error) {
    throw errorCode(error) === "EEXIST" ? existing(path, adviceIfExists) : error;
  }
}

function existing(path: string, advice: string): NamedError {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return new NamedError(shownPath(path), isFolder ? "is a directory" : `file already exists; ${advice}`);
}

/** Writes the rules to start from, or returns them for `-`. Errors also say what a person wants who names a log. */
export function writeStarter(path: string): string | undefined {
  if (path === STANDARD_STREAM) return STARTER;
  const isLog = isRegularFile(path) && !/\.ya?ml$/i.test(path);
  const forLog = isLog ? `; or write rules for a log: normalizer suggest ${pathWord(path)}` : "";
  writeNew(path, STARTER, `name another file: normalizer init FILE${forLog}`);
  return undefined;
}

/** Writes what a terminal would interpret as an escape. An incomplete character waits for the next write. */
function terminalSink(sink: Sink): Sink {
  let partial: Buffer = Buffer.alloc(0);
  return {
    write: async (bytes) => {
      if (partial.length === 0 && bytes.every(isPlain)) return sink.write(bytes);
      const all = Buffer.concat([partial, bytes]);
      const end = endOfCharacters(all);
      partial = all.subarray(end);
      const pieces: Buffer[] = [];
      for (let from = 0; from < end; ) {
        const newline = all.indexOf(NEWLINE, from);
        const to = newline === -1 ? end : newline;
        for (const piece of printableBytes(all.subarray(from, to))) pieces.push(Buffer.from(piece));
        from = Math.min(to + 1, end);
        pieces.push(all.subarray(to, from));
      }
      await sink.write(Buffer.concat(pieces));
    },
  };
}

function isPlain(byte: number): boolean {
  return (byte >= 0x20 && byte <= 0x7e) || byte === TAB || byte === NEWLINE;
}

/** The end without the bytes, from 0 to 3, that are the start of a UTF-8 character. */
function endOfCharacters(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > bytes.length - 3 && isContinuation(bytes[at]!)) at--;
  return at >= 0 && at + lengthBy(bytes[at]!) > bytes.length ? at : bytes.length;
}
