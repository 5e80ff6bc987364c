// The only file of the engine that reads files.
import { closeSync, openSync, readSync } from "node:fs";
import { MAX_SIZE, TOO_LARGE } from "../rules/limits.ts";
import { parseRules } from "../rules/parse-rules.ts";
import type { Rule } from "../rules/rule.ts";
import type { Pseudonyms } from "../transforms/pseudonyms.ts";
import { type Rulebook, requireKey, rulebookOf } from "./rulebook.ts";
import { type RulesSource, rulesSourceOf } from "./rules-source.ts";

const INITIAL_BUFFER_SIZE = 128 * 1024;

/**
 * Loads a rules file, which may be a pipe. Throws a RulesError as `parseRules` does, the system's error if the file
 * cannot be read, and an Error if it is larger than 64 MiB or never ends, as /dev/zero.
 */
export function loadRules(path: string): Rule[] {
  return parseRules(readRulesFile(path), path);
}

/** As `loadRules`, for the rulebook of a rules file. Throws a MissingKeyError if its rules need a key. */
export function loadRulebook(path: string, pseudonyms?: Pseudonyms): Rulebook {
  const rulebook = rulebookOf(loadRules(path), pseudonyms);
  requireKey(rulebook);
  return rulebook;
}

/** As `loadRules`, for the rules with their places. Reads the file only once, because it may be a pipe. */
export function readRulesSource(path: string, pseudonyms?: Pseudonyms): RulesSource {
  return rulesSourceOf(readRulesFile(path), path, undefined, pseudonyms);
}

/** Reads the bytes of a rules file. Throws the same errors as `loadRules`, except RulesError. */
export function readRulesFile(path: string): Uint8Array {
  return readBoundedFile(path, MAX_SIZE, TOO_LARGE);
}

/**
 * Reads a whole file, which may be a pipe. Throws the system's error if it cannot be read, and an Error with the
 * message `tooLarge` if it has more than `limit` bytes or never ends, as /dev/zero.
 */
export function readBoundedFile(path: string, limit: number, tooLarge: string): Buffer {
  const file = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafe(INITIAL_BUFFER_SIZE);
    let size = 0;
    for (;;) {
      const read = readSync(file, buffer, size, buffer.length - size, null);
      if (read === 0) return buffer.subarray(0, size);
      size += read;
      if (size > limit) throw new Error(tooLarge);
      if (size === buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(2 * size, limit + 1));
        buffer.copy(larger);
        buffer = larger;
      }
    }
  } finally {
    closeSync(file);
  }
}
