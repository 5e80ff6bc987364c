import type { Writable } from "node:stream";
import { isatty } from "node:tty";
import { errorCode, NamedError } from "../io/named-error.ts";
import { isSameFile } from "../io/same-file.ts";
import { descriptorSink, type Sink } from "../io/sink.ts";
import { terminalSink } from "../io/terminal-sink.ts";
import { TextOutput } from "../io/text-output.ts";

/** The streams of a process that lines and messages go to. */
export interface StandardStreams {
  readonly stdout: Writable & { readonly fd: number };
  readonly stderr: Writable & { readonly fd: number };
}

export interface Outputs {
  readonly lines: Sink;
  /** For explain records. The same sink as `lines` if standard error and standard output lead to the same place. */
  readonly explain: Sink;
}

/**
 * The standard streams as sinks. A failed write rejects with a NamedError. Text is safe for terminals. With lines of
 * logs, a file or a pipe gets their bytes, and a terminal printable text.
 */
export function standardOutputs({ stdout, stderr }: StandardStreams, what: "text" | "logs" = "text"): Outputs {
  const sink = withErrorName("standard output", descriptorSink(stdout));
  const lines = what === "logs" && isatty(stdout.fd) ? terminalSink(sink) : sink;
  if (isSameFile(stdout.fd, stderr.fd)) return { lines, explain: lines };
  return { lines, explain: ignoringClosedPipe(withErrorName("standard error", descriptorSink(stderr))) };
}

export function withErrorName(name: string, sink: Sink): Sink {
  return {
    write: (bytes) =>
      sink.write(bytes).catch((error: unknown) => {
        throw new NamedError(name, error);
      }),
  };
}

/** Makes a sink discard everything once its pipe is closed: lines do not depend on readers of explain records. */
export function ignoringClosedPipe(sink: Sink): Sink {
  let isClosed = false;
  return {
    write: async (bytes) => {
      if (isClosed) return;
      try {
        await sink.write(bytes);
      } catch (error) {
        if (!isClosedPipe(error)) throw error;
        isClosed = true;
      }
    },
  };
}

/** Does the work. Returns true if it ended early because its output pipe was closed, which is not an error. */
export async function endedByClosedPipe(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (isClosedPipe(error)) return true;
    throw error;
  }
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof NamedError && errorCode(error.cause) === "EPIPE";
}

/**
 * Writes a result in a format to standard output: `text` for people in this layout, `lines` of logs, or another format
 * for programs. `write` yields wherever the output may be flushed, or flushes it itself. Returns whether the reader
 * closed the pipe, which is not an error.
 */
export function printResult(
  streams: StandardStreams,
  format: string,
  { hasColors, width }: { readonly hasColors: boolean; readonly width: number | undefined },
  write: (output: TextOutput) => Iterable<void> | Promise<void>,
): Promise<boolean> {
  const { lines } = standardOutputs(streams, format === "lines" ? "logs" : "text");
  const output = format === "text" ? new TextOutput(lines, hasColors, width) : new TextOutput(lines, false);
  return endedByClosedPipe(async () => {
    const written = write(output);
    if (written instanceof Promise) await written;
    else for (const _ of written) if (output.isFull) await output.flush();
    await output.flush();
  });
}
