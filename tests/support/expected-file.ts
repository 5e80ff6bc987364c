// Expected outputs that are files. `npm run write:outputs` writes them anew, for a change that is in many of them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The environment variable that `--write` sets for test processes. */
export const WRITES_VARIABLE = "TEST_WRITES";

/** Whether this run writes expected outputs instead of comparing with them. */
export const WRITES = process.env[WRITES_VARIABLE] === "1";

/** Fails unless the file holds these bytes; if there is no file, unless there are none. With `WRITES`, writes it. */
export function assertFile(path: string, actual: Uint8Array): void {
  const expected = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (!WRITES) assert.equal(shown(actual), shown(expected));
  else if (!expected.equals(actual)) write(path, actual);
}

function write(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  if (content.length === 0) rmSync(path);
  else writeFileSync(path, content);
}

/** The bytes as text, so that a failure shows where they differ. */
export function shown(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
