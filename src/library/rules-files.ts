// Rules files of the command: read, and written again.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, NamedError } from "../io/named-error.ts";
import { type FileChange, replaceFiles } from "../io/output-file.ts";
import { RulesError } from "../rules/rules-error.ts";
import { MAX_SIZE, type RulesText, TOO_LARGE } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { type LoadedRules, loadRules } from "../run/loaded-rules.ts";
import { readBoundedFile, readRulesFiles } from "../run/read-rules.ts";
import { type Rulebook, requireKey, rulebookOf } from "../run/rulebook.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";

/**
 * Reads rules files. Throws the errors of `rulesInput`, also if the rules require a key and there are no pseudonyms.
 */
export function namedRules(paths: readonly string[], pseudonyms?: Pseudonyms, requiresKey = false): LoadedRules {
  const rules = loadRules(rulesTexts(paths), pseudonyms);
  if (requiresKey) rulesInput(rules.path, () => requireKey(rules.rulebook));
  return rules;
}

/** The texts of rules files. Throws a NamedError for one that cannot be read. */
export function rulesTexts(paths: readonly string[]): RulesText[] {
  return readRulesFiles(paths, rulesInput);
}

/** The rules of files whose outputs are needed; without files there are none. Throws the errors of `namedRules`. */
export function rulebookInput(paths: readonly string[], pseudonyms: Pseudonyms | undefined): Rulebook {
  return paths.length === 0 ? rulebookOf([]) : namedRules(paths, pseudonyms, true).rulebook;
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

/**
 * The error for a rules file that cannot be read or written, unless it has a name already. If only the file is missing,
 * it says how to write one.
 */
export function rulesFileError(path: string, error: unknown): unknown {
  if (error instanceof RulesError || error instanceof NamedError) return error;
  const isMissing = errorCode(error) === "ENOENT" && path !== "" && existsSync(dirname(path));
  const reason = isMissing ? `no such rules file; write one with: normalizer init ${pathWord(path)}` : error;
  return new NamedError(shownPath(path), reason);
}

/** Throws a NamedError if one of some older rules files is missing, for which it makes no sense to write another. */
export function refuseMissing(paths: readonly string[]): void {
  for (const path of paths) if (!existsSync(path)) throw new NamedError(shownPath(path), "no such file");
}

/** Throws a NamedError if one of the rules files cannot be changed. Better now than when all logs are read. */
export function refuseUnwritable(paths: readonly string[]): void {
  for (const path of paths)
    rulesInput(path, () => {
      if (!statSync(path).isFile()) throw new Error("is not a regular file, so nothing can be written into it");
      accessSync(path, constants.W_OK);
    });
}

/**
 * Replaces rules files, all of them or none. Throws a NamedError if one has changed since it was read, as an editor may
 * have done meanwhile, or cannot be written. Callers must handle signals, because one that ended the process in here
 * could leave a temporary file behind.
 */
export function saveRules(changes: readonly FileChange[]): void {
  for (const { path, before } of changes)
    rulesInput(path, () => {
      if (Buffer.compare(readBoundedFile(path, MAX_SIZE, TOO_LARGE), before) !== 0)
        throw new Error("changed while the logs were read");
    });
  replaceFiles(changes, rulesInput);
}
