import { FieldColumns } from "../../tools/fields/field-columns.ts";
import { fieldFigures, NEW } from "../field-figures.ts";
import type { FieldFigures } from "../report-data.ts";
import type { Evaluation, PageLine } from "./evaluation.ts";

/** What each field captured in the lines of the page. */
export function capturedFields({ source, lines: evaluated }: Evaluation, lines: readonly PageLine[]): FieldFigures[] {
  const columns = new FieldColumns(source.rulebook);
  for (const [i, { linePattern, captures }] of evaluated.entries()) {
    if (linePattern === -1) continue;
    const { fields } = source.rulebook.linePatterns[linePattern]!.pattern;
    const bounds = fields.flatMap(() => [0, 0]);
    for (const { field, from, to } of captures) [bounds[2 * field], bounds[2 * field + 1]] = [from, to];
    columns.add(linePattern, lines[i]!.bytes, bounds, NEW);
  }
  return fieldFigures(columns, source, { isCompared: false, withValues: true });
}
