import { type LineRange, lineStart, rangeChunks } from "../../io/line-range.ts";
import { LineError } from "../../io/read-errors.ts";
import type { Sink } from "../../io/sink.ts";
import type { Rule } from "../../rules/rule.ts";
import { Normalization, type NormalizationOptions } from "../normalization.ts";
import type { Rulebook } from "../rulebook.ts";
import { type Tally, tallySince } from "../statistics.ts";

// The messages between a run and its workers. A worker may be another thread or the run's own.

export interface Setup extends Omit<NormalizationOptions, "explain" | "signal"> {
  readonly rules: readonly Rule[];
  /** Where explain records go: into the output, each before its line; into an output of their own; or nowhere. */
  readonly explain: "among lines" | "apart" | "nowhere";
  readonly key: Uint8Array | undefined;
}

export interface Block extends LineRange {
  readonly log: string;
  /** If line numbers are written: how many lines come before it, in all logs and in its own. Else 0. */
  readonly linesBefore: number;
  readonly linesInFile: number;
}

export type ToWorker =
  | { readonly kind: "block"; readonly block: Block }
  /** Output was written, so its buffer may be reused. */
  | { readonly kind: "written"; readonly bytes: Uint8Array<SharedArrayBuffer> }
  | { readonly kind: "stop" };

export type FromWorker =
  /** Sent by another thread as soon as its program runs. Blocks may be sent to it from then on. */
  { readonly kind: "loaded" } | ({ readonly kind: "output" } & Output) | ({ readonly kind: "done" } & BlockResult);

/** Shared bytes: after a transfer the whole run is a tenth slower (docs/contributing/engine.md). */
export interface Output {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

type OutputStream = "lines" | "explain";

export interface BlockResult {
  /** If reading failed, it covers the lines before the failure. */
  readonly tally: Tally;
  readonly failure: Failure | undefined;
}

/** An error as plain data. Its class would be lost between threads. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  /** The number of the line that could not be read, if the error is about a line. The block's first line is 1. */
  readonly line: number | undefined;
}

/** Large enough for most writes of a `Normalization`. */
const BUFFER_BYTES = 320 * 1024;

/** Where more output waits to be written, the thread waits, too. Tests build the command with a smaller size. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Makes what takes messages of the run: it matches blocks one after the other, and sends their outputs. */
export function blockMatcher(
  rulebook: Rulebook,
  setup: Setup,
  send: (message: FromWorker) => void,
): (message: ToWorker) => void {
  const stop = new AbortController();
  // How many bytes were sent and are not written yet.
  let pendingBytes = 0;
  let onWritten = (): void => {};
  // Buffers to be reused: allocating one costs more than filling it.
  const buffers: SharedArrayBuffer[] = [];
  // Resolves when all blocks received so far are matched.
  let matching = Promise.resolve();

  const sink = (stream: OutputStream): Sink => ({
    write: async (bytes) => {
      const { length } = bytes;
      const buffer = length > BUFFER_BYTES ? undefined : buffers.pop();
      const copy = new Uint8Array(buffer ?? new SharedArrayBuffer(Math.max(length, BUFFER_BYTES)), 0, length);
      copy.set(bytes);
      pendingBytes += length;
      send({ kind: "output", stream, bytes: copy });
      while (pendingBytes > MAX_WAITING_BYTES) {
        await new Promise<void>((resolve) => {
          onWritten = resolve;
        });
      }
    },
  });

  const lines = sink("lines");
  const options = {
    ...setup,
    explain: { nowhere: undefined, apart: sink("explain"), "among lines": lines }[setup.explain],
    signal: stop.signal,
  };
  const normalization = new Normalization(rulebook, lines, options);

  const match = async (block: Block): Promise<void> => {
    const before = normalization.tally.slice();
    let failure: Failure | undefined;
    try {
      const start = { ...block, bytesInFile: await lineStart(block, stop.signal) };
      await normalization.readInput(block.log, rangeChunks(block, stop.signal), start);
    } catch (error) {
      failure = failureOf(error, block.linesBefore);
    }
    send({ kind: "done", tally: tallySince(before, normalization.tally), failure });
  };

  return (message) => {
    switch (message.kind) {
      case "block":
        matching = matching.then(() => match(message.block));
        break;
      case "written":
        pendingBytes -= message.bytes.length;
        if (message.bytes.buffer.byteLength === BUFFER_BYTES) buffers.push(message.bytes.buffer);
        onWritten();
        break;
      case "stop":
        stop.abort();
    }
  };
}

function failureOf(error: unknown, linesBefore: number): Failure {
  if (error instanceof LineError) return { message: error.reason, code: undefined, line: error.line - linesBefore };
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code, line: undefined };
}
