/** A log to be read. */
export interface Log {
  /** The path, if the log is a file. A regular file that is not compressed may then be read in blocks. */
  readonly path: string | undefined;
  /** Reads the whole log, decompressed. */
  open(): AsyncIterable<Buffer>;
  /** Called with the sizes of what is read from the path directly, without `open`. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  /** The error with which a run rejects if reading the log fails with `error`. */
  failure(error: unknown): unknown;
}

/** A log with a name, by which messages and results refer to its lines. */
export interface NamedLog extends Log {
  readonly name: string;
}
