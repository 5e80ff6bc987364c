// Lists of values that are too long for a pattern. A rules file has them once, under `fields`.

import type { Element, FieldElement, FieldType } from "../../matcher/pattern.ts";
import { isSameType } from "../../rules/write-rule.ts";
import { flowScalarOf, scalarOf } from "../../rules/yaml-scalar.ts";
import { DROPPED } from "./blanks.ts";

type Values = Extract<FieldType, { values: readonly string[] }>;

/** Longer lists are written once for a field, not in each pattern. In characters. */
const MAX_INLINE_VALUES = 40;
/** Where lines with values are wrapped. */
const MAX_WIDTH = 120;

/** All fields of the elements, including those in branches. */
export function fieldElementsIn(elements: readonly Element[]): FieldElement[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return element.alternatives.flatMap(fieldElementsIn);
    return "field" in element ? [element] : [];
  });
}

/** The first long list of values of each field, by the field's name. */
export function definitionsIn(fields: readonly FieldElement[]): Map<string, Values> {
  const definitions = new Map<string, Values>();
  for (const { field, type } of fields)
    if (field !== DROPPED && isLong(type) && !definitions.has(field)) definitions.set(field, type);
  return definitions;
}

function isLong(type: FieldType | undefined): type is Values {
  if (type === undefined || !("values" in type)) return false;
  return type.values.reduce((sum, { length }) => sum + length + 1, 0) > MAX_INLINE_VALUES;
}

/** The lines of the mapping `fields`. A list of several fields is written once, and the others refer to it. */
export function definitionLines(definitions: ReadonlyMap<string, Values>): string[] {
  const all = [...definitions];
  return all.flatMap(([name, type], i) => {
    const isSame = ([, other]: readonly [string, Values]): boolean => isSameType(type, other);
    const first = all.findIndex(isSame);
    if (first < i) return [`${scalarOf(name)}: *${all[first]![0]}`];
    const anchor = all.slice(i + 1).some(isSame) ? `&${name} ` : "";
    return valueLines(`${scalarOf(name)}: ${anchor}{ values: [`, type.values);
  });
}

/** A list that begins with `head`: in one line, or with as many values in each line as there is room for. */
function valueLines(head: string, values: readonly string[]): string[] {
  const end = "] }";
  const written = values.map(flowScalarOf);
  const whole = `${head}${written.join(", ")}${end}`;
  if (whole.length <= MAX_WIDTH) return [whole];
  const lines = [head];
  let line = " ";
  for (const [i, value] of written.entries()) {
    const item = ` ${value}${i < written.length - 1 ? "," : end}`;
    if (line.length + item.length > MAX_WIDTH && line !== " ") {
      lines.push(line);
      line = " ";
    }
    line += item;
  }
  return [...lines, line];
}
