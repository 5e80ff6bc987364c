import type { LoadedRules } from "../run/loaded-rules.ts";
import { asText } from "../run/record-builder.ts";
import type { FieldColumns } from "../tools/fields/field-columns.ts";
import { fieldResults } from "../tools/fields/field-results.ts";
import { findingsOf } from "../tools/fields/findings.ts";

/** The two sides of a comparison of fields. A single log is the new one. */
export const OLD = 1;
export const NEW = 0;

/** What a field of a rule captured; see `FieldResult`. */
export type FieldFigures = ReturnType<typeof fieldFigures>[number];

/** The fields, each with the index of its rule, without those of followers, which the page does not list. */
export function fieldFigures(
  columns: FieldColumns,
  source: LoadedRules,
  { isCompared, withValues }: { readonly isCompared: boolean; readonly withValues: boolean },
) {
  const ofRules = columns.columns.slice(0, source.rules.length);
  const results = fieldResults(findingsOf(ofRules.flat(), source.rules), source, isCompared ? 2 : 1, asText);
  const indexes = ofRules.flatMap((own, index) => own.map(() => index));
  return results.map(({ rule, field, lines, oldLines = lines, distinct, exact, common, type, shown, varies }, i) => ({
    ...{ rule, index: indexes[i]!, field, lines: oldLines, distinct, exact, type, shown, varies },
    common: (withValues ? common : []).map(({ value, cut, count }) => ({ value, cut, count })),
  }));
}
