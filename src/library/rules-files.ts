import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, NamedError } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { RulesError } from "../rules/rules-error.ts";
import { MAX_SIZE, TOO_LARGE } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { type Rulebook, requireKey, rulebookOf } from "../run/rulebook.ts";
import { readBoundedFile, readRules } from "../run/rules-file.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";

/**
 * Reads a rules file; without one there are no rules. Throws the errors of `rulesInput`, also if the rules need a key
 * and there are no pseudonyms.
 */
export function rulebookInput(path: string | undefined, pseudonyms: Pseudonyms | undefined): Rulebook {
  if (path === undefined) return rulebookOf([]);
  return rulesInput(path, (path) => {
    const { rulebook } = readRules(path, pseudonyms);
    requireKey(rulebook);
    return rulebook;
  });
}

/** Reads a rules file with `load`. Throws a RulesError if its rules are wrong, or a NamedError if it cannot be read. */
export function rulesInput<T>(path: string, load: (path: string) => T): T {
  try {
    return load(path);
  } catch (error) {
    throw error instanceof RulesError ? error : rulesFileError(path, error);
  }
}

/**
 * Does work that reads a rules file, and perhaps logs, whose errors have names already. Rejects with the errors of
 * `rulesInput`.
 */
export async function readingRules<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RulesError || error instanceof NamedError ? error : rulesFileError(path, error);
  }
}

/** The error for a rules file that cannot be read or written. If only the file is missing, it says how to write one. */
function rulesFileError(path: string, error: unknown): NamedError {
  const isMissing = errorCode(error) === "ENOENT" && path !== "" && existsSync(dirname(path));
  const reason = isMissing ? `no such rules file; write one with: normalizer init ${pathWord(path)}` : error;
  return new NamedError(shownPath(path), reason);
}

/** Throws a NamedError if a rules file cannot be changed. Better now than when all logs are read. */
export function refuseUnwritable(path: string): void {
  namingRules(path, () => {
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
  namingRules(path, () => {
    if (Buffer.compare(readBoundedFile(path, MAX_SIZE, TOO_LARGE), original) !== 0)
      throw new Error("changed while the logs were read");
    replaceFile(path, bytes);
  });
}

function namingRules(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw rulesFileError(path, error);
  }
}
