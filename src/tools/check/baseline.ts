// A baseline lists the templates of unmatched lines that are known, so that `check` fails only for new ones. It is a
// text file for people to review: one template a line, sorted, without counts. So a diff shows what came and what went,
// and two branches that add templates merge like any other lists.

import { BaselineError } from "../../io/read-errors.ts";
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
    newLines: added.reduce((sum, { count }) => sum + count, linesOfOtherTemplates),
    knownTemplates,
    goneTemplates: baseline.size - knownTemplates,
    text: linesOfOtherTemplates > 0 ? undefined : formatBaseline(lineTemplates.map(({ template }) => template)),
  };
}
