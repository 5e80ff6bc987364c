/** A log to be read. */
export interface Log {
  /** By which messages and results refer to its lines. */
  readonly name: string;
  /** The path, if the log is a file. A regular file that is not compressed may then be read in parts. */
  readonly path: string | undefined;
  /** Reads the whole log, decompressed. */
  open(): AsyncIterable<Buffer>;
  /** Called after a part of the file was matched and written, with the part's size. */
  readonly onPart?: ((bytes: number) => void) | undefined;
  /** The error with which a run rejects if reading the log fails with `error`. */
  failure(error: unknown): unknown;
}
