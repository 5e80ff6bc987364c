/** A log to be read. */
export interface Log {
  /** Of a file its path: it may be read in parts if it is a regular one and not compressed. */
  readonly path: string | undefined;
  /** All of it, decompressed, when its turn comes. */
  open(): AsyncIterable<Buffer>;
  /** Is told how many bytes of it were read in parts, each time that some were. */
  readonly onPart?: ((bytes: number) => void) | undefined;
  /** What a run rejects with when reading the log fails with this error. */
  failure(error: unknown): unknown;
}

/** A log whose lines are told by its name and their numbers. */
export interface NamedLog extends Log {
  readonly name: string;
}
