// The only file of the engine that reads files.
import { closeSync, openSync, readSync } from "node:fs";
import { NamedError } from "../io/named-error.ts";
import { fileKey } from "../io/same-file.ts";
import { MAX_SIZE, type RulesText, TOO_LARGE } from "../rules/rules-text.ts";
import { shownPath } from "../text/messages/paths.ts";

const INITIAL_BUFFER_SIZE = 128 * 1024;

/**
 * Reads rules files, at once, because they may be pipes. Throws a NamedError for a file that is named twice, the
 * system's error for one that cannot be read, and an Error if they are larger than 64 MiB or never end, as /dev/zero.
 * `reading` may turn the errors of a file into others.
 */
export function readRulesFiles(
  paths: readonly string[],
  reading: <T>(path: string, work: () => T) => T = (_, work) => work(),
): RulesText[] {
  const known = new Map<string, string>();
  let room = MAX_SIZE;
  return paths.map((path) => {
    const key = paths.length === 1 ? undefined : fileKey(path);
    const same = key && known.get(key);
    if (same !== undefined) {
      const what = same === path ? "is named twice" : `is the same file as ${shownPath(same)}`;
      throw new NamedError(shownPath(path), `${what}; name each rules file once`);
    }
    if (key !== undefined) known.set(key, path);
    const bytes = reading(path, () => readBoundedFile(path, room, TOO_LARGE));
    room -= bytes.length;
    return { bytes, name: path };
  });
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
