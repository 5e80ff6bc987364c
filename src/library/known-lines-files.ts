// The files of known lines, which check has as its baseline, and diff as its good runs.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { BaselineError } from "../io/read-errors.ts";
import { type FileReference, isOneOf, isRegularFile } from "../io/same-file.ts";
import { beginKnownLines, type KnownLines, parseKnownLines, SIGNATURE_BYTES } from "../run/known-lines.ts";
import type { Log } from "../run/log.ts";
import { readBoundedFile } from "../run/read-rules.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import type { GoodLogs } from "../tools/news/good-runs.ts";

/** In bytes. It keeps memory bounded; ten thousand kinds, the most that one update adds, take a few megabytes. */
const MAX_SIZE = 64 * 1024 * 1024;

function read(path: string): Buffer {
  return readBoundedFile(path, MAX_SIZE, "larger than 64 MiB, the limit for known lines");
}

/** Reads a baseline. Throws a NamedError, which names the command that makes a baseline if there is none. */
export function readBaseline(path: string, command: string): Buffer {
  return naming(shownPath(path), () => {
    try {
      return read(path);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      throw new Error(`no such file; make it with: ${command}`);
    }
  });
}

/**
 * Reads a file of known lines that will be updated, and may not exist yet. Throws a NamedError if it cannot be written,
 * or if this run uses it for something else.
 */
export function readToUpdate(path: string, others: readonly FileReference[], purpose: string): Buffer {
  return naming(shownPath(path), () => {
    if (isOneOf(path, others)) throw new Error(`is read or written by this run; name another file for ${purpose}`);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && !status.isFile()) throw new Error("is not a regular file");
    // The file is replaced, so its folder must be writable.
    accessSync(dirname(path), constants.W_OK);
    return status === undefined ? Buffer.alloc(0) : read(path);
  });
}

/** Replaces a file of known lines if its content changes. Callers must handle signals, see `saveRules`. */
export function saveKnownLines(path: string, old: Uint8Array, text: string): void {
  const bytes = Buffer.from(text);
  if (!bytes.equals(old)) naming(shownPath(path), () => replaceFile(path, bytes));
}

/** The first bytes of a file, by which a program's own files are known; undefined if it cannot be read again. */
export function beginningOf(path: string, size: number): Buffer | undefined {
  if (path === STANDARD_STREAM || !isRegularFile(path)) return undefined;
  try {
    const file = openSync(path, "r");
    try {
      const start = Buffer.alloc(size);
      return start.subarray(0, readSync(file, start));
    } finally {
      closeSync(file);
    }
  } catch {
    // Opening it will report the error.
    return undefined;
  }
}

export function isKnownLinesFile(path: string): boolean {
  const start = beginningOf(path, SIGNATURE_BYTES);
  return start !== undefined && beginKnownLines(start);
}

/** Tells logs of good runs from files of known lines, and reads these, each once. Throws a NamedError. */
export function withStored<Runs extends Pick<GoodLogs, "good">>(logs: readonly Runs[]): (Runs & GoodLogs)[] {
  const known = new Map<string, KnownLines>();
  return logs.map((runs) => {
    const stored = runs.good.flatMap(({ name, path }) => {
      if (path === undefined || !(known.has(path) || isKnownLinesFile(path))) return [];
      if (!known.has(path)) known.set(path, knownLinesIn(path));
      return [{ name, known: known.get(path)! }];
    });
    const isStored = ({ path }: Log): boolean => path !== undefined && known.has(path);
    return { ...runs, stored, good: runs.good.filter((log) => !isStored(log)) };
  });
}

export function knownLinesIn(path: string, bytes?: Uint8Array): KnownLines {
  try {
    return parseKnownLines(bytes ?? naming(shownPath(path), () => read(path)));
  } catch (error) {
    throw placed(path, error);
  }
}

/** The error, which names its place in the file if it is a BaselineError. */
export function placed(path: string, error: unknown): unknown {
  if (!(error instanceof BaselineError)) return error;
  return new NamedError(`${shownPath(path)}:${error.line}:${error.column}`, error.reason);
}
