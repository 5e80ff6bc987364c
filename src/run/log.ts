import type { ByteRange } from "../io/line-range.ts";
import type { InputStart } from "../io/line-reader.ts";

/** A log to be read. */
export interface Log extends Omit<InputStart, "bytesInFile"> {
  /** By which messages and results refer to its lines. */
  readonly name: string;
  /** The path, if the log is a file. A regular file that is not compressed may then be read in blocks. */
  readonly path: string | undefined;
  /** Where the lines begin that are read, if not all are: not empty, of a regular file that is not compressed. */
  readonly range?: ByteRange | undefined;
  /** Whether its lines follow those of the log before it: both are files of one log that was rotated. */
  readonly continues?: boolean | undefined;
  /** Reads the log, decompressed. */
  open(): AsyncIterable<Buffer>;
  /** Called with the sizes of what is read from the path directly, without `open`. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  /** The error with which a run rejects if reading the log fails with `error`. */
  failure(error: unknown): unknown;
}

export function inputStartOf({ range, linesBefore, linesInFile }: Log): InputStart {
  return { linesBefore, linesInFile, bytesInFile: range?.from };
}

/** Calls `read` for one log after the other, until the signal is aborted. Rejects with the failure of a log. */
export async function readLogs(
  logs: readonly Log[],
  signal: AbortSignal | undefined,
  read: (log: Log, i: number) => Promise<void>,
): Promise<void> {
  for (const [i, log] of logs.entries()) {
    if (signal?.aborted) return;
    await asOfLog(log, () => read(log, i));
  }
}

/** What `work` returns. Rejects with the failure of the log where that throws or rejects. */
export async function asOfLog<T>(log: Log, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw log.failure(error);
  }
}
