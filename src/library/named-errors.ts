// Errors as callers of the library get them: with the name of the log or the file.

import { LogError } from "../io/read-errors.ts";
import { printable } from "../text/messages/printable.ts";

/** Puts the name of a log before the message of one of our own errors. Returns any other error as it is. */
export function withLogName(error: unknown, name: string): unknown {
  if (!(error instanceof LogError) || error.file !== undefined) return error;
  setMessage(error, `${name === "" ? "''" : printable(name)}: ${error.message}`);
  return Object.assign(error, { file: name });
}

/** Adds the path to a system error that lacks it, as Node writes it elsewhere. Returns any other error as it is. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof Error && "code" in error) || "path" in error) return error;
  setMessage(error, `${error.message} '${printable(path)}'`);
  return Object.assign(error, { path });
}

/** Sets the message, also in the stack, which is what programs print. */
function setMessage(error: Error, message: string): void {
  if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
  error.message = message;
}
