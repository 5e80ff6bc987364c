// A baseline lists the templates of unmatched lines that are known, so that `check` fails only for new ones. It is a
// text file for people to review: one template a line, sorted, without counts. So a diff shows what came and what went,
// and two branches that add templates merge like any other lists.

import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, naming } from "../../io/named-error.ts";
import { replaceFile } from "../../io/output-file.ts";
import { BaselineError } from "../../io/read-errors.ts";
import { type FileReference, isOneOf } from "../../io/same-file.ts";
import { readBoundedFile } from "../../run/rules-file.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { escaped, unescaped } from "../../text/messages/printable.ts";
import type { Coverage } from "./coverage.ts";

/** The templates of a baseline, as Latin-1 text: a character for each byte. */
type Baseline = ReadonlySet<string>;

/** What every baseline begins with. Without it, a wrong path could make a baseline of some other file. */
const SIGNATURE = "# normalizer baseline";
const HEADER = `${SIGNATURE}: templates of lines that no rule matches. Update it with: check --update-baseline`;

/** The marks that Git leaves where a merge has conflicts. */
const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})/;

/**
 * Reads a baseline. Order and repetitions do not matter, and an empty file is an empty baseline. Throws a
 * BaselineError.
 */
export function parseBaseline(bytes: Uint8Array): Baseline {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  if (text !== "" && !text.startsWith(SIGNATURE))
    throw new BaselineError(1, `is not a baseline: it does not begin with '${SIGNATURE}'`);
  const templates = new Set<string>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === "" || line.startsWith("#")) continue;
    if (CONFLICT.test(line)) throw new BaselineError(i + 1, "a merge left a conflict here");
    const template = unescaped(line);
    if (template === undefined)
      throw new BaselineError(i + 1, "a backslash that is not part of an escape; write it twice");
    templates.add(template);
  }
  return templates;
}

/** Writes a baseline. Equal templates give equal text, whatever their order. */
export function formatBaseline(templates: Iterable<Uint8Array>): string {
  const lines = Array.from(templates, (template) => Buffer.from(lineOf(template)));
  return [HEADER, ...lines.sort(Buffer.compare)].map((line) => `${line}\n`).join("");
}

function lineOf(template: Uint8Array): string {
  const text = escaped(template);
  const marked = text.startsWith("#") || CONFLICT.test(text) ? `\\${text}` : text;
  // Editors remove blanks at the end, and an empty line is not a template.
  return /(?:^|\s)$/.test(marked) ? `${marked}\\` : marked;
}

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
  baseline: Baseline,
  { lineTemplates, linesOfOtherTemplates }: Pick<Coverage, "lineTemplates" | "linesOfOtherTemplates">,
): BaselineResult {
  const added = lineTemplates.filter(({ isNew }) => isNew);
  const knownTemplates = lineTemplates.length - added.length;
  return {
    newTemplates: added.length,
    newLines: added.reduce((sum, { count, followed }) => sum + count + followed, linesOfOtherTemplates),
    knownTemplates,
    goneTemplates: baseline.size - knownTemplates,
    text: linesOfOtherTemplates > 0 ? undefined : formatBaseline(lineTemplates.map(({ template }) => template)),
  };
}

/** In bytes. It keeps memory bounded; ten thousand templates, the most that one update adds, take a few megabytes. */
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
