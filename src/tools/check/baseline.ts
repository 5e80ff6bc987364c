// A baseline is a file of known lines: those unmatched ones for which `check` does not fail.

import { exampleOf, formatKnownLines, type WrittenLine } from "../../run/known-lines.ts";
import type { KnownShapes } from "../../run/known-shapes.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
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
    newLines: added.reduce((sum, { count, followed }) => sum + count + followed, linesOfOtherTemplates),
    knownTemplates,
    goneTemplates: baseline.size - new Set(lineTemplates.flatMap(({ known }) => known)).size,
    text:
      linesOfOtherTemplates > 0
        ? undefined
        : formatKnownLines(lineTemplates.map((template) => writtenLine(template, baseline))),
  };
}

/** An example that is known stays, so that a change shows only what came and what went. */
function writtenLine({ template, sample, known }: LineTemplate, { areTemplates }: KnownShapes): WrittenLine {
  const text = known[0] === undefined || areTemplates ? exampleOf(sample) : known[0].text;
  return { shape: template, text, lines: undefined, runs: undefined, fixed: [], values: new Map() };
}
