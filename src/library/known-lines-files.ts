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
import { rethrowing } from "./errors.ts";

/** In bytes. It keeps memory bounded; ten thousand kinds, the most that one update adds, take a few megabytes. */
const MAX_SIZE = 64 * 1024 * 1024;

function read(path: string): Buffer {
  return readBoundedFile(path, MAX_SIZE, "larger than 64 MiB, the limit for known lines");
}

/** Reads a baseline. Throws a NamedError, which names the command that makes a baseline if there is none. */
export function readBaseline(path: string, command: string): Buffer {
  return rethrowing(
    () => read(path),
    (error) => {
      const isMissing = errorCode(error) === "ENOENT";
      return new NamedError(shownPath(path), isMissing ? `no such file; make it with: ${command}` : error);
    },
  );
}

/** Reads a file that will be updated, and may not exist yet. Throws a NamedError if it cannot be, or is in use here. */
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

/** Replaces a file of known lines if its content changes, within `writeFiles`. Throws a NamedError. */
export function saveKnownLines(path: string, old: Uint8Array, text: string): void {
  const bytes = Buffer.from(text);
  if (!bytes.equals(old)) naming(shownPath(path), () => replaceFile(path, bytes));
}

/** The first bytes of a file, by which a program's own files are known; undefined if it cannot be read again. */
export function beginningOf(path: string, size: number): Buffer | undefined {
  if (path === STANDARD_STREAM || !isRegularFile(path)) return undefined;
  const start = Buffer.alloc(size);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    return start.subarray(0, readSync(file, start));
  } catch {
    // Opening it will report the error.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isKnownLinesFile(path: string): boolean {
  const start = beginningOf(path, SIGNATURE_BYTES);
  return start !== undefined && beginKnownLines(start);
}

/** Tells logs of good runs from files of known lines, and reads these, each once. Throws a NamedError. */
export function withStored<Runs extends Pick<GoodLogs, "good">>(logs: readonly Runs[]): (Runs & GoodLogs)[] {
  const known = new Map<string, KnownLines | undefined>();
  const knownIn = ({ path }: Log): KnownLines | undefined => {
    if (path === undefined) return undefined;
    if (!known.has(path)) known.set(path, isKnownLinesFile(path) ? knownLinesIn(path) : undefined);
    return known.get(path);
  };
  return logs.map((runs) => ({
    ...runs,
    stored: runs.good.flatMap((log) => {
      const lines = knownIn(log);
      return lines === undefined ? [] : [{ name: log.name, known: lines }];
    }),
    good: runs.good.filter((log) => knownIn(log) === undefined),
  }));
}

export function knownLinesIn(path: string, bytes?: Uint8Array): KnownLines {
  return placing(path, () => parseKnownLines(bytes ?? naming(shownPath(path), () => read(path))));
}

/** Does work on the content of a file. The error names its place if it is a BaselineError. */
export function placing<T>(path: string, work: () => T): T {
  return rethrowing(work, (error) => placed(path, error));
}

export function placed(path: string, error: unknown): unknown {
  if (!(error instanceof BaselineError)) return error;
  return new NamedError(`${shownPath(path)}:${error.line}:${error.column}`, error.reason);
}
