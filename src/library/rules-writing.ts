import { accessSync, constants, statSync } from "node:fs";
import { replaceFile } from "../io/output-file.ts";
import { MAX_SIZE, TOO_LARGE } from "../rules/rules-text.ts";
import { readBoundedFile } from "../run/rules-file.ts";
import { rulesFileError } from "./rules-files.ts";

/** Throws a NamedError if a rules file cannot be changed. Better now than when all logs are read. */
export function refuseUnwritable(path: string): void {
  naming(path, () => {
    if (!statSync(path).isFile()) throw new Error("is not a regular file, so nothing can be written into it");
    accessSync(path, constants.W_OK);
  });
}

/**
 * Replaces a rules file that was read as `original`, all at once or not at all. Throws a NamedError if it has changed
 * since then, as an editor may have done meanwhile, or cannot be written. Callers must handle signals, because one that
 * ended the process in here could leave a temporary file behind.
 */
export function saveRules(path: string, original: Uint8Array, bytes: Uint8Array): void {
  naming(path, () => {
    if (Buffer.compare(readBoundedFile(path, MAX_SIZE, TOO_LARGE), original) !== 0)
      throw new Error("changed while the logs were read");
    replaceFile(path, bytes);
  });
}

function naming(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw rulesFileError(path, error);
  }
}
