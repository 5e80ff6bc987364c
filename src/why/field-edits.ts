import { isUtf8 } from "node:buffer";
import type { FieldElement, FieldKind } from "../matcher/pattern.ts";
import { TYPE_NAMES } from "../matcher/types/registry.ts";
import { type Edit, type Place, yamlText } from "./edit.ts";
import { COST } from "./edit-cost.ts";
import { valueEnd } from "./value-end.ts";

type Values = Extract<FieldKind, { values: unknown }>;
type Parser = Extract<FieldKind, { parser: unknown }>;

/** Something longer is hardly one of a field's values. */
const LONGEST_VALUE = 64;

/** The field at an index without its type, with another one, or with one value more: `value`, which it would capture then. */
export function otherTypes(element: FieldElement, index: number, value: Buffer | undefined): Edit[] {
  const { kind } = element;
  if (kind === undefined) return [];
  if ("values" in kind) return [untyped(element, index, "values"), ...oneMore(element, index, kind, value)];
  return [untyped(element, index, `parser: ${kind.parser}`), ...otherParsers(element, index, kind)];
}

function untyped({ kind: _, ...field }: FieldElement, index: number, written: string): Edit {
  const says = `leave out ${written} of the field ${yamlText(field.field)}, which takes any text then`;
  return change(index, field, COST.untyped, says);
}

function oneMore(element: FieldElement, index: number, { values }: Values, value: Buffer | undefined): Edit[] {
  if (value === undefined || value.length === 0 || value.length > LONGEST_VALUE || !isUtf8(value)) return [];
  const text = value.toString();
  const says = `add ${yamlText(text)} to the values of the field ${yamlText(element.field)}`;
  return [change(index, { ...element, kind: { values: [...values, text] } }, COST.value, says)];
}

function otherParsers(element: FieldElement, index: number, kind: Parser): Edit[] {
  return TYPE_NAMES.flatMap((parser, i) => {
    if (parser === kind.parser) return [];
    const says = `write parser: ${parser} in place of parser: ${kind.parser} in the field ${yamlText(element.field)}`;
    // Of equal ones the type that is named first is told.
    return [change(index, { ...element, kind: { parser } }, COST.type + i / 100, says)];
  });
}

function change(index: number, field: FieldElement, cost: number, says: string): Edit {
  return { index, removed: 1, inserted: [field], cost, says };
}

/** What stands where a field should, up to the text after it or a blank; undefined if it may stand anywhere. */
export function valueAt({ elements, line, stop }: Place, from: number): Buffer | undefined {
  if (stop.isOpen) return undefined;
  return line.subarray(from, valueEnd(elements[stop.element + 1], line, from));
}

/** What the field before the place would have captured with more values; undefined if it has none. */
export function valueBefore({ kind }: FieldElement, { elements, line, stop }: Place): Buffer | undefined {
  if (kind === undefined || !("values" in kind)) return undefined;
  // It did capture the longest one that stands before the place.
  const captured = kind.values
    .map((value) => Buffer.from(value))
    .filter((value) => value.length <= stop.at && value.equals(line.subarray(stop.at - value.length, stop.at)))
    .reduce((longest, { length }) => Math.max(longest, length), 0);
  return line.subarray(stop.at - captured, valueEnd(elements[stop.element], line, stop.at));
}
