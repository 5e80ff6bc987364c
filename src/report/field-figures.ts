import type { LoadedRules } from "../run/load-rules.ts";
import { asText } from "../run/record-builder.ts";
import type { FieldColumns } from "../tools/fields/field-columns.ts";
import { fieldResults } from "../tools/fields/field-results.ts";
import type { FieldFigures } from "./report-data.ts";

/** The sides of a comparison of fields. */
export const OLD = 1;
export const NEW = 0;

/** The fields, without those of followers, which the page does not list. */
export function fieldFigures(
  columns: FieldColumns,
  source: LoadedRules,
  { isCompared, withValues }: { readonly isCompared: boolean; readonly withValues: boolean },
): FieldFigures[] {
  const ofRules = columns.columns.slice(0, source.rules.length);
  const results = fieldResults(ofRules.flat(), source, isCompared ? 2 : 1, asText);
  const indexes = ofRules.flatMap((own, index) => own.map(() => index));
  return results.map(({ rule, field, lines, oldLines = lines, distinct, exact, common, type, shown, varies }, i) => ({
    ...{ rule, index: indexes[i]!, field, lines: oldLines, distinct, exact, type, shown, varies },
    common: (withValues ? common : []).map(({ value, cut, count }) => ({ value, cut, count })),
  }));
}
