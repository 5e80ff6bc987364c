import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** Of larger files the reading takes so long that optimised code pays. */
const LARGE_BYTES = 256 * 1024;

/**
 * Reads a file with V8's optimising compiler put aside, unless the file is large. The reading of some hundred rules is over
 * just when the optimised code for it would be ready, and the compiler takes more CPU time than all the rest of a short run.
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
