// Rules files of the command: read, and written again.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, NamedError } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { RulesError } from "../rules/rules-error.ts";
import { MAX_SIZE, TOO_LARGE } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import { readBoundedFile, readRules } from "../run/read-rules.ts";
import { type Rulebook, requireKey, rulebookOf } from "../run/rulebook.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";

/**
 * Reads a rules file. Throws the errors of `rulesInput`, also if the rules require a key and there are no pseudonyms.
 */
export function namedRules(path: string, pseudonyms?: Pseudonyms, requiresKey = false): LoadedRules {
  return rulesInput(path, () => {
    const rules = readRules(path, pseudonyms);
    if (requiresKey) requireKey(rules.rulebook);
    return rules;
  });
}

/** The rules of a file whose outputs are needed; without a file there are none. Throws the errors of `namedRules`. */
export function rulebookInput(path: string | undefined, pseudonyms: Pseudonyms | undefined): Rulebook {
  return path === undefined ? rulebookOf([]) : namedRules(path, pseudonyms, true).rulebook;
}

/**
 * Does work on a rules file. Throws a RulesError if its rules are wrong, or a NamedError if it cannot be read or
 * written.
 */
function rulesInput<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw rulesFileError(path, error);
  }
}

/** Does work that reads a rules file, and perhaps logs. Rejects with the errors of `rulesInput`. */
export async function readingRules<T>(path: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw rulesFileError(path, error);
  });
}

/**
 * The error for a rules file that cannot be read or written, unless it has a name already. If only the file is missing,
 * it says how to write one.
 */
function rulesFileError(path: string, error: unknown): unknown {
  if (error instanceof RulesError || error instanceof NamedError) return error;
  const isMissing = errorCode(error) === "ENOENT" && path !== "" && existsSync(dirname(path));
  const reason = isMissing ? `no such rules file; write one with: normalizer init ${pathWord(path)}` : error;
  return new NamedError(shownPath(path), reason);
}

/** Throws a NamedError if a rules file cannot be changed. Better now than when all logs are read. */
export function refuseUnwritable(path: string): void {
  rulesInput(path, () => {
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
  rulesInput(path, () => {
    if (Buffer.compare(readBoundedFile(path, MAX_SIZE, TOO_LARGE), original) !== 0)
      throw new Error("changed while the logs were read");
    replaceFile(path, bytes);
  });
}
