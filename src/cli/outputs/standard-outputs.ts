import { isatty } from "node:tty";
import { descriptorSink, type Sink } from "../../streams/sink.ts";
import type { Context } from "../context.ts";
import { codeOf, NamedError } from "../failure.ts";
import { isSameFile } from "../inputs/same-file.ts";
import { terminalSink } from "./terminal-sink.ts";

/** Where a command writes. */
export interface Outputs {
  readonly lines: Sink;
  /** Explain records; the sink of the lines, where standard error leads to the same place. */
  readonly records: Sink;
}

/** The standard streams as sinks for text that is safe for terminals. A write that fails rejects with a NamedError. */
export function standardOutputs(context: Context): Outputs {
  return outputs(context, named("standard output", descriptorSink(context.stdout)));
}

/** As `standardOutputs`, for lines of logs: a file or a pipe gets all bytes as they are, a terminal what is safe to show. */
export function logOutputs(context: Context): Outputs {
  const sink = named("standard output", descriptorSink(context.stdout));
  return outputs(context, isatty(context.stdout.fd) ? terminalSink(sink) : sink);
}

function outputs({ stdout, stderr }: Context, lines: Sink): Outputs {
  if (isSameFile(stdout.fd, stderr.fd)) return { lines, records: lines };
  return { lines, records: untilClosed(named("standard error", descriptorSink(stderr))) };
}

/** A sink whose errors carry a name. */
export function named(name: string, sink: Sink): Sink {
  return {
    write: (bytes) =>
      sink.write(bytes).catch((error: unknown) => {
        throw new NamedError(name, error);
      }),
  };
}

/** Drops what is written once the pipe is closed: that nobody reads the records is no reason to stop writing lines. */
function untilClosed(sink: Sink): Sink {
  let closed = false;
  return {
    write: async (bytes) => {
      if (closed) return;
      try {
        await sink.write(bytes);
      } catch (error) {
        if (!isClosedPipe(error)) throw error;
        closed = true;
      }
    },
  };
}

/** Does the work; true if it ended because nobody reads its output any longer, which is no error. */
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
  return error instanceof NamedError && codeOf(error.cause) === "EPIPE";
}
