// The only file of the engine that reads files.
import { closeSync, openSync, readSync } from "node:fs";
import { MAX_SIZE, type RulesText, TOO_LARGE } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { type LoadedRules, loadRules } from "./loaded-rules.ts";

const INITIAL_BUFFER_SIZE = 128 * 1024;

/**
 * Reads rules, given as a text or as the path of a file, which is read at once, because it may be a pipe. Throws the
 * errors of `loadRules`, the system's error if the file cannot be read, and an Error if it is larger than 64 MiB or
 * never ends, as /dev/zero.
 */
export function readRules(rules: string | RulesText, pseudonyms?: Pseudonyms): LoadedRules {
  if (typeof rules !== "string") return loadRules(rules, pseudonyms);
  return loadRules({ bytes: readBoundedFile(rules, MAX_SIZE, TOO_LARGE), name: rules }, pseudonyms);
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
