// The only file of the engine that reads files.
import { closeSync, openSync, readSync } from "node:fs";
import { MAX_SIZE, TOO_LARGE } from "../rules/limits.ts";
import { parseRules } from "../rules/parse-rules.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { type Rulebook, requireKey, rulebookOf } from "./rulebook.ts";
import { parseRulesSource, type RulesSource } from "./rules-source.ts";

const INITIAL_BUFFER_SIZE = 128 * 1024;

/**
 * Reads a rules file, for runs that show outputs. Throws a RulesError for wrong rules, a MissingKeyError if rules need
 * a key and `pseudonyms` is undefined, and the errors of `readRulesFile`.
 */
export function readRulebook(path: string, pseudonyms?: Pseudonyms): Rulebook {
  const rulebook = rulebookOf(parseRules(readRulesFile(path), path), pseudonyms);
  requireKey(rulebook);
  return rulebook;
}

/**
 * Reads a rules file, for callers that show the rules. Throws a RulesError for wrong rules, and the errors of
 * `readRulesFile`. If rules need a key and there is none, `requireKey` throws, and else the first output that needs it.
 */
export function readRulesSource(path: string, pseudonyms?: Pseudonyms): RulesSource {
  return parseRulesSource(readRulesFile(path), path, undefined, pseudonyms);
}

/**
 * Reads the bytes of a rules file, at once, because it may be a pipe. Throws the system's error if it cannot be read,
 * and an Error if it is larger than 64 MiB or never ends, as /dev/zero.
 */
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
