import { descriptorSink, type Sink } from "../../streams/sink.ts";
import type { Context } from "../context.ts";
import { codeOf, NamedError } from "../failure.ts";
import { isSameFile } from "../inputs/same-file.ts";

/** Where a command writes. */
export interface Outputs {
  readonly lines: Sink;
  /** Explain records; the sink of the lines, where standard error leads to the same place. */
  readonly records: Sink;
}

/** The standard streams as sinks. A write that fails rejects with a NamedError. */
export function standardOutputs({ stdout, stderr }: Context): Outputs {
  const lines = named("standard output", descriptorSink(stdout));
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
