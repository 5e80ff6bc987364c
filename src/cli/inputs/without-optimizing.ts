import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** Above this, optimized code saves more than the compiler costs; they break even at about twice the size. */
const LARGE_BYTES = 256 * 1024;

/**
 * Reads a file with V8's optimizing compiler turned off, unless the file is large. A few hundred rules are read before
 * optimized code is ready, and making it costs more CPU time than reading them: 341 rules start in the time of 3.9 empty Node
 * processes with this and of 6.0 without it. Node warns against setting flags once V8 runs, but nothing else will do: a program
 * that is started as `node FILE` cannot bring flags along, and no code can say of itself that it is not worth optimizing.
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
