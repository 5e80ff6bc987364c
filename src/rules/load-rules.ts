import { closeSync, openSync, readSync } from "node:fs";
import { MAX_SIZE, TOO_LARGE } from "./limits.ts";
import { parseRules } from "./parse-rules.ts";
import type { Rule } from "./rule.ts";

const INITIAL_BUFFER_SIZE = 128 * 1024;

/**
 * Loads a rules file, which may be a pipe. Throws a RulesError as `parseRules` does, the system's error if the file
 * cannot be read, and an Error if it is larger than 64 MiB or never ends, as /dev/zero.
 */
export function loadRules(path: string): Rule[] {
  return parseRules(readRulesFile(path), path);
}

/** Reads the bytes of a rules file. Throws the same errors as `loadRules`, except RulesError. */
export function readRulesFile(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafe(INITIAL_BUFFER_SIZE);
    let size = 0;
    for (;;) {
      const read = readSync(file, buffer, size, buffer.length - size, null);
      if (read === 0) return buffer.subarray(0, size);
      size += read;
      if (size > MAX_SIZE) throw new Error(TOO_LARGE);
      if (size === buffer.length) buffer = Buffer.concat([buffer], 2 * size);
    }
  } finally {
    closeSync(file);
  }
}
