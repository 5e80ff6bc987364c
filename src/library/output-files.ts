import { accessSync, constants, openSync } from "node:fs";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { isSpecial, type OutputFile, openedFile, Replacement, specialFile } from "../io/output-file.ts";
import { type FileReference, isOneOf, isSameFile } from "../io/same-file.ts";
import { type Sink, streamSink, writeAll } from "../io/sink.ts";
import { terminalSink } from "../io/terminal-sink.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import type { CommandRun } from "./command-run.ts";
import { withPath } from "./errors.ts";
import type { Outputs, StandardStreams } from "./standard-outputs.ts";
import { withErrorName } from "./standard-outputs.ts";

/**
 * Prepares the output of lines, a file or standard output, and returns what opens it. Pipes and devices are opened at
 * once, because signals cannot be handled while that blocks. A file that is replaced may only be opened when signals
 * are handled: one that ended the process would leave a temporary file behind. `kept` are files that this run must not
 * replace.
 *
 * Throws a NamedError for a file that cannot be written, or must not be. So do the methods of the result.
 */
export function linesOutput(
  path: string | undefined,
  { stdout, stderr }: StandardStreams,
  { lines, explain }: Outputs,
  kept: readonly FileReference[],
): () => OutputFile {
  if (path === undefined || path === STANDARD_STREAM || isSameFile(path, stdout.fd)) return () => openedFile(lines);
  if (isSameFile(path, stderr.fd)) return () => openedFile(explain);
  const name = shownPath(path);
  return naming(name, () => {
    if (isSpecial(path)) {
      const special = specialFile(path);
      const file = withName(name, special);
      return () => (special.isTerminal ? { ...file, sink: terminalSink(file.sink) } : file);
    }
    if (isOneOf(path, kept)) throw new Error("is read or written by this run; name another file for the lines");
    refuseReadOnly(path);
    return () => naming(name, () => withName(name, new Replacement(path)));
  });
}

/** Throws the system's error for a file without write permission, as for any other way to write it. */
function refuseReadOnly(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Makes a file of the command throw NamedErrors. Unlike on standard output, a closed pipe is an error. */
function withName(name: string, file: OutputFile): OutputFile {
  const reasonOf = (error: unknown) => (errorCode(error) === "EPIPE" ? "the pipe was closed by its reader" : error);
  return withErrors(file, (error) => new NamedError(name, reasonOf(error)));
}

function withErrors(file: OutputFile, errorOf: (error: unknown) => unknown): OutputFile {
  const changing = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw errorOf(error);
    }
  };
  const write = (bytes: Buffer): Promise<void> =>
    file.sink.write(bytes).catch((error: unknown) => {
      throw errorOf(error);
    });
  return {
    sink: { write },
    isReplaced: file.isReplaced,
    finish: () => changing(() => file.finish()),
    commit: () => changing(() => file.commit()),
    discard: () => file.discard(),
  };
}

/** The files that a call reads and its output must not replace. */
interface KeptFiles {
  readonly rules: readonly string[];
  readonly partedLogs: readonly string[];
}

/**
 * Opens an output of the library: a stream, or a file. For a file, this function and the methods of the result throw
 * the system's error, with the path. Throws an Error for a file that must be kept.
 */
export function openOutput(
  output: string | Writable,
  { rules, partedLogs }: KeptFiles,
  signal: AbortSignal,
): OutputFile {
  if (typeof output !== "string") return openedFile(streamSink(output, signal));
  const errorOf = (error: unknown): unknown => withPath(error, output);
  try {
    if (isSpecial(output)) return withErrors(specialFile(output), errorOf);
    if (isOneOf(output, rules)) throw new Error("the output is the file of the rules, which would be lost");
    if (isOneOf(output, partedLogs)) throw new Error("the output is one of the logs, whose other parts would be lost");
    return withErrors(new Replacement(output), errorOf);
  } catch (error) {
    throw errorOf(error);
  }
}

/**
 * The sink for `--stats-file`. Opens and empties the file at once. So a wrong path is reported before the work begins,
 * and after an error nobody mistakes old statistics for new ones. If the path leads to a standard stream, returns the
 * sink of that stream. Throws a NamedError for a file that this run reads or that cannot be opened.
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
    return withErrorName(name, { write: async (bytes) => writeAll(fd, bytes) });
  });
}

/** Writes files, while no signal ends the process. Rejects with the name of one afterwards. */
export async function writeFiles(context: CommandRun["context"], write: () => void): Promise<void> {
  const signal = context.handleSignals();
  write();
  // Signals that came meanwhile take effect only now.
  await setImmediate();
  signal.throwIfAborted();
}
