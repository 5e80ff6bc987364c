// Expected outputs that are files. `npm run write:outputs` writes them anew, for a change that is in many of them. A
// command that fails must not become what is expected of it: an exit code is never written, nor nothing in place of
// something, and the runner names at its end where the command says something else than before.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "./command.ts";
import { shown } from "./shown.ts";

/** The environment variable that `--write` sets for test processes. */
export const WRITES_VARIABLE = "TEST_WRITES";

/** Whether this run writes expected outputs instead of comparing with them. */
export const WRITES = process.env[WRITES_VARIABLE] === "1";

/** What to do about an output that differs. */
export const HOW_TO_WRITE = "if this is meant, `npm run write:outputs` writes all expected outputs anew";

/** Begins the line on standard error that names what a person must read because it was written. */
export const TO_READ = "to read: ";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Fails unless a run ended and wrote as the files `exit`, `stderr` and `stdout` of the folder say. If it `writes`, it
 * writes the latter two of a run that ended so.
 */
export function assertOutcome(folder: string, { exit, stdout, stderr }: Outcome, writes = WRITES): void {
  const path = join(folder, "exit");
  const expected = Number(contentOf(path));
  const advice = `if this is meant, write it into ${shownPath(path)} by hand`;
  assert.equal(
    exit,
    expected,
    `the exit code is ${exit}, not ${expected}; ${advice}\nstandard error: ${shown(stderr)}`,
  );
  const messages = join(folder, "stderr");
  if (assertFile(messages, stderr, writes)) tellToRead(shownPath(messages));
  assertFile(join(folder, "stdout"), stdout, writes);
}

/**
 * Fails unless the file holds these bytes; if there is no file, unless there are none. If it `writes`, it writes them,
 * unless there are none. Returns whether it has written.
 */
export function assertFile(path: string, actual: Uint8Array, writes = WRITES): boolean {
  const expected = contentOf(path);
  if (expected.equals(actual)) return false;
  const isEmptied = actual.length === 0;
  if (writes && !isEmptied) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return true;
  }
  const advice = isEmptied ? "nothing is written any more; if this is meant, delete the file by hand" : HOW_TO_WRITE;
  assert.equal(shown(actual), shown(expected), `${shownPath(path)}: ${advice}`);
  return false;
}

/** Lets the runner name at its end what was written and must be read. */
export function tellToRead(what: string): void {
  // On standard output, uvu's dots would stand before it.
  console.error(`${TO_READ}${what}`);
}

function contentOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

function shownPath(path: string): string {
  return relative(root, path);
}
