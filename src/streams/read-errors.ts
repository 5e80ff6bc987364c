// The errors of reading logs. They have a file of their own, so that telling them apart does not load the readers of
// logs.

/** A line could not be read. The message says which line, and why. */
export class LineError extends Error {
  override readonly name = "LineError";
  /** The line number, starting at 1. Numbers continue from one input to the next. */
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/** Gzip input is damaged or cut short. Everything readable was passed on before this error. */
export class DamagedGzipError extends Error {
  override readonly name = "DamagedGzipError";
}

/** The file has changed since it was read for the first time. */
export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";

  constructor() {
    super("changed while it was read");
  }
}

/** An input that cannot be read twice could not be copied to a temporary file. */
export class CopyError extends Error {
  override readonly name = "CopyError";
  readonly reason: string;

  constructor(folder: string, cause: unknown) {
    super("", { cause });
    this.reason = `cannot be copied to a temporary file in ${folder}`;
    this.message = `${this.reason}: ${cause instanceof Error ? cause.message : cause}`;
  }
}

/** A baseline cannot be read. */
export class BaselineError extends Error {
  override readonly name = "BaselineError";
  /** From 1. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** A line is too long for a buffer or for the available memory. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/** A buffer for a line, or its parts, of this size. Throws a LineTooLongError if there is no room for it. */
export function allocateLine(size: number): Buffer {
  try {
    return Buffer.allocUnsafeSlow(size);
  } catch {
    throw new LineTooLongError(
      `too long for a buffer, or for the available memory: ${size} bytes could not be allocated`,
    );
  }
}
