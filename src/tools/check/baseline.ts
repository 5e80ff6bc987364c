// A baseline is a file of known lines: those unmatched ones for which `check` does not fail.

import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, naming } from "../../io/named-error.ts";
import { replaceFile } from "../../io/output-file.ts";
import { type FileReference, isOneOf } from "../../io/same-file.ts";
import { exampleOf, formatKnownLines, type WrittenLine } from "../../run/known-lines.ts";
import type { KnownShapes } from "../../run/known-shapes.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
import { readBoundedFile } from "../../run/rules-file.ts";
import { shownPath } from "../../text/messages/paths.ts";
import type { Coverage } from "./coverage.ts";

/** How unmatched lines compare with a baseline. */
export interface BaselineResult {
  /** How many templates it lacks, and how many lines have them. */
  readonly newTemplates: number;
  readonly newLines: number;
  /** How many of its templates some lines have, and how many no line has any more. */
  readonly knownTemplates: number;
  readonly goneTemplates: number;
  /** The text of a baseline with the templates of these lines; undefined if there are too many of them. */
  readonly text: string | undefined;
}

/** Compares what was read with the baseline that it was counted with. */
export function compareBaseline(
  baseline: KnownShapes,
  { lineTemplates, linesOfOtherTemplates }: Pick<Coverage, "lineTemplates" | "linesOfOtherTemplates">,
): BaselineResult {
  const added = lineTemplates.filter(({ isNew }) => isNew);
  const knownTemplates = lineTemplates.length - added.length;
  return {
    newTemplates: added.length,
    newLines: added.reduce((sum, { count }) => sum + count, linesOfOtherTemplates),
    knownTemplates,
    goneTemplates: baseline.size - baseline.foundCount,
    text:
      linesOfOtherTemplates > 0
        ? undefined
        : formatKnownLines(lineTemplates.map((template) => writtenLine(template, baseline))),
  };
}

/** An example that is known stays, so that a change shows only what came and what went. */
function writtenLine({ template, sample, known }: LineTemplate, { areTemplates }: KnownShapes): WrittenLine {
  const text = known === undefined || areTemplates ? exampleOf(sample) : known.text;
  return { shape: template, text, lines: undefined, runs: undefined, fixed: [], values: new Map() };
}

/** In bytes. It keeps memory bounded; ten thousand kinds, the most that one update adds, take a few megabytes. */
const MAX_SIZE = 64 * 1024 * 1024;

const read = (path: string): Buffer => readBoundedFile(path, MAX_SIZE, "larger than 64 MiB, the limit for baselines");

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
 * Reads a baseline that will be updated, and may not exist yet. Throws a NamedError if it cannot be written, better now
 * than when all logs are read, or if this run uses the file for something else.
 */
export function readBaselineToUpdate(path: string, others: readonly FileReference[]): Buffer {
  return naming(shownPath(path), () => {
    if (isOneOf(path, others)) throw new Error("is read or written by this run; name another file for the baseline");
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && !status.isFile()) throw new Error("is not a regular file");
    // The file is replaced, so its folder must be writable.
    accessSync(dirname(path), constants.W_OK);
    return status === undefined ? Buffer.alloc(0) : read(path);
  });
}

/**
 * Replaces a baseline, all at once or not at all, if its content changes. Throws a NamedError. Callers must handle
 * signals, because one that ended the process in here could leave a temporary file behind.
 */
export function saveBaseline(path: string, old: Uint8Array, text: string): void {
  const bytes = Buffer.from(text);
  if (!bytes.equals(old)) naming(shownPath(path), () => replaceFile(path, bytes));
}
