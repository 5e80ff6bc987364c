import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** Reading larger files takes so long that optimised code pays. */
const LARGE_BYTES = 256 * 1024;

/**
 * Reads a file with V8's optimising compiler turned off, unless the file is large. Some hundred rules are read by the time
 * that optimised code would be ready, and the compiler takes more CPU time than all the rest of a short run.
 */
export function readWithoutOptimizing<T>(path: string, read: (path: string) => T): T {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.size > LARGE_BYTES) return read(path);
  setFlagsFromString("--no-opt");
  try {
    return read(path);
  } finally {
    setFlagsFromString("--opt");
  }
}
