import { accessSync, constants } from "node:fs";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { isSpecial, type OutputFile, openedFile, Replacement, specialFile } from "../io/output-file.ts";
import { type FileReference, isOneOf, isSameFile } from "../io/same-file.ts";
import type { Sink } from "../io/sink.ts";
import { terminalSink } from "../io/terminal-sink.ts";
import { shownPath } from "../text/messages/paths.ts";
import type { Outputs, StandardStreams } from "./standard-outputs.ts";

/**
 * Prepares the file of `--output`, and returns what opens it. Pipes and devices are opened at once, because signals
 * cannot be handled while that blocks. A file that is replaced may only be opened when signals are handled: one that
 * ended the process would leave a temporary file behind. `kept` are files that this run must not replace.
 *
 * Throws a NamedError for a file that cannot be written, or must not be. So do the methods of the result.
 */
export function linesOutput(
  path: string,
  { stdout, stderr }: StandardStreams,
  { lines, explain }: Outputs,
  kept: readonly FileReference[],
): () => OutputFile {
  if (isSameFile(path, stdout.fd)) return () => openedFile(lines);
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

function withName(name: string, file: OutputFile): OutputFile {
  return {
    sink: withNamedErrors(name, file.sink),
    isReplaced: file.isReplaced,
    finish: () => naming(name, () => file.finish()),
    commit: () => naming(name, () => file.commit()),
    discard: () => file.discard(),
  };
}

/** Makes a sink reject with a NamedError. Unlike on standard output, a closed pipe is an error. */
function withNamedErrors(name: string, sink: Sink): Sink {
  return {
    write: (bytes) =>
      sink.write(bytes).catch((error: unknown) => {
        throw new NamedError(name, errorCode(error) === "EPIPE" ? "the pipe was closed by its reader" : error);
      }),
  };
}
