import { withoutMiddle } from "./columns.ts";
import { counted, listed } from "./phrases.ts";
import { printableText } from "./printable.ts";

/** So many values of a log, if they recur, may be all that the field can have: statuses, levels, exit codes. */
export const MAX_FEW_VALUES = 5;

/** Enough values, and enough columns of each, to see what sort of values they are. */
const MAX_VALUES = 3;
const MAX_WIDTH = 40;

/** The values of a field in two logs, as far as they are known, and how many there are. */
export interface SideValues {
  readonly values: readonly Buffer[];
  readonly distinct: number;
}

/** The values of both logs for a message: `200 or 201 in OLD, 500 in NEW: few values, so perhaps a real difference`. */
export function fewValuesPhrase(sides: readonly [SideValues, SideValues]): string {
  const count = sides.every(({ distinct }) => distinct === 1) ? "one value in each log" : "few values";
  const [old, next] = sides.map(valuesInWords);
  return `${old} in OLD, ${next} in NEW: ${count}, so perhaps a real difference`;
}

function valuesInWords({ values, distinct }: SideValues): string {
  const shown = values.slice(0, MAX_VALUES).map((bytes) => withoutMiddle(printableText(bytes), MAX_WIDTH));
  const more = distinct - shown.length;
  return listed(more > 0 ? [...shown, counted(more, "other")] : shown, "or");
}
