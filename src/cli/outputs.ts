import { descriptorSink, type Sink } from "../streams/sink.ts";
import type { Context } from "./context.ts";
import { codeOf, NamedError } from "./failure.ts";
import { isSameFile } from "./same-file.ts";

export interface Outputs {
  readonly lines: Sink;
  /** Explain records; the sink of the lines, where standard error leads to the same place. */
  readonly records: Sink;
}

/** The standard streams as places to write to. What fails rejects with a NamedError. */
export function standardOutputs({ stdout, stderr }: Context): Outputs {
  const lines = named("standard output", descriptorSink(stdout));
  if (isSameFile(stdout.fd, stderr.fd)) return { lines, records: lines };
  return { lines, records: untilClosed(named("standard error", descriptorSink(stderr))) };
}

function named(name: string, sink: Sink): Sink {
  return {
    write: (bytes) =>
      sink.write(bytes).catch((error: unknown) => {
        throw new NamedError(name, error);
      }),
  };
}

/** Nobody reads the records any longer: no reason to stop writing the lines. */
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

/** Whether a write failed because the reader at the other end is gone. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof NamedError && codeOf(error.cause) === "EPIPE";
}
