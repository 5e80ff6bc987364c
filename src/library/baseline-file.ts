import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, naming } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { type FileReference, isOneOf } from "../io/same-file.ts";
import { readBoundedFile } from "../run/rules-file.ts";
import { shownPath } from "../text/messages/paths.ts";

/** In bytes. It keeps memory bounded; ten thousand templates, the most that one update adds, take a few megabytes. */
const MAX_SIZE = 64 * 1024 * 1024;

const read = (path: string): Buffer => readBoundedFile(path, MAX_SIZE, "larger than 64 MiB, the limit for baselines");

/** Reads a baseline. Throws a NamedError, which names the command that makes a baseline if there is none. */
export function readBaseline(path: string, command: string): Buffer {
  return naming(shownPath(path), () => {
    try {
      return read(path);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      throw new Error(`no such file; make it with: ${command}`);
    }
  });
}

/**
 * Reads a baseline that will be updated, and may not exist yet. Throws a NamedError if it cannot be written, better now
 * than when all logs are read, or if this run uses the file for something else.
 */
export function readBaselineToUpdate(path: string, others: readonly FileReference[]): Buffer {
  return naming(shownPath(path), () => {
    if (isOneOf(path, others)) throw new Error("is read or written by this run; name another file for the baseline");
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && !status.isFile()) throw new Error("is not a regular file");
    // The file is replaced, so its folder must be writable.
    accessSync(dirname(path), constants.W_OK);
    return status === undefined ? Buffer.alloc(0) : read(path);
  });
}

/**
 * Replaces a baseline, all at once or not at all, if its content changes. Throws a NamedError. Callers must handle
 * signals, because one that ended the process in here could leave a temporary file behind.
 */
export function saveBaseline(path: string, old: Uint8Array, text: string): void {
  const bytes = Buffer.from(text);
  if (!bytes.equals(old)) naming(shownPath(path), () => replaceFile(path, bytes));
}
