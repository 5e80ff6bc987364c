// The errors of reading logs. They have a file of their own, so that telling them apart does not load the readers of
// logs.

/** A log cannot be read. The message does not name the log; whoever knows its name puts it there. */
export class LogError extends Error {
  override readonly name: string = "LogError";
  /** The name of the log, if the message begins with it. */
  file?: string;
}

/** A line could not be read. The message says which line, and why. */
export class LineError extends LogError {
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

/** A compressed log is damaged or cut short. Everything readable was passed on before this error. */
export class DamagedLogError extends LogError {
  override readonly name = "DamagedLogError";
}

/** The file has changed since it was read for the first time. */
export class ChangedFileError extends LogError {
  override readonly name = "ChangedFileError";

  constructor() {
    super("changed while it was read");
  }
}

/** An input that cannot be read twice could not be copied to a temporary file. */
export class CopyError extends LogError {
  override readonly name = "CopyError";
  readonly reason: string;

  constructor(folder: string, cause: unknown) {
    const reason = `cannot be copied to a temporary file in ${folder}`;
    super(`${reason}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.reason = reason;
  }
}

/** A file of known lines, such as a baseline, cannot be read. The message says where, and why. */
export class BaselineError extends Error {
  override readonly name = "BaselineError";
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;

  constructor(line: number, column: number, reason: string) {
    super(`baseline:${line}:${column}: ${reason}`);
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

/** A line is too long for a buffer or for the available memory. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/** The usual size of a buffer for lines. It grows for a longer line and shrinks after it. */
export const LINE_BUFFER_BYTES = 64 * 1024;

/** A buffer with room for `length` bytes, and the first `kept` of another. Doubling takes time linear in the line. */
export function resizedForLine(bytes: Buffer, kept: number, length: number): Buffer {
  let size = LINE_BUFFER_BYTES;
  while (size < length) size *= 2;
  const resized = allocateLine(size);
  bytes.copy(resized, 0, 0, kept);
  return resized;
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
