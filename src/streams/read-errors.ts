// What can be wrong with a log. These lie apart from what throws them: to tell them apart takes no reader of logs.

/** A line that could not be read; the message says which, and why. */
export class LineError extends Error {
  override readonly name = "LineError";
  /** From 1 on; of several inputs, through all of them. */
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/** Compressed input is damaged or cut short; what could be read of it was given before. */
export class DamagedGzipError extends Error {
  override readonly name = "DamagedGzipError";
}

/** The file is no longer what it was when its lines were noted. */
export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";

  constructor() {
    super("changed while it was read");
  }
}

/** An input cannot be read twice, and could not be copied to a file. */
export class CopyError extends Error {
  override readonly name = "CopyError";
  readonly reason: string;

  constructor(folder: string, cause: unknown) {
    super("", { cause });
    this.reason = `cannot be copied to a temporary file in ${folder}`;
    this.message = `${this.reason}: ${cause instanceof Error ? cause.message : cause}`;
  }
}
