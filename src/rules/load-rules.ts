import { closeSync, openSync, readSync } from "node:fs";
import { parseRules } from "./parse-rules.ts";
import type { Rule } from "./rule.ts";

const FIRST = 128 * 1024;
const LARGEST = 64 * 1024 * 1024;

/**
 * Reads a rules file, which may also be a pipe. Throws a RulesError as `parseRules` does, the system's error where the
 * file can't be read, and an Error where it is larger than 64 MiB or has no end, like /dev/zero.
 */
export function loadRules(path: string): Rule[] {
  return parseRules(readRulesFile(path), path);
}

/** The bytes of a rules file. Throws as `loadRules` does, but for what is wrong in them. */
export function readRulesFile(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafe(FIRST);
    let size = 0;
    for (;;) {
      const read = readSync(file, buffer, size, buffer.length - size, null);
      if (read === 0) return buffer.subarray(0, size);
      size += read;
      if (size > LARGEST) throw new Error("larger than 64 MiB, which no rules file is");
      if (size === buffer.length) buffer = Buffer.concat([buffer], 2 * size);
    }
  } finally {
    closeSync(file);
  }
}
