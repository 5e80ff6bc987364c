import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/quoted.ts";
import type { FieldElement, FieldKind } from "../matcher/pattern.ts";
import { TYPE_NAMES } from "../matcher/types/registry.ts";
import type { Wording } from "./problem.ts";
import { itemsOf, type Reader, readLineText, type Slot } from "./reader.ts";
import { TRANSFORMS, type Transform } from "./rule.ts";

/** The keys that may accompany `field`. */
export const QUALIFIERS = ["parser", "values", "transform"] as const;

/** Reads a field with its qualifiers. Returns undefined if it has no name. */
export function readField(reader: Reader, slot: Slot, slots: ReadonlyMap<string, Slot>): FieldElement | undefined {
  const name = readLineText(reader, slot)?.source;
  const parser = slots.get("parser");
  const values = slots.get("values");
  const transform = slots.get("transform");
  if (parser !== undefined && values !== undefined) {
    const later = parser.owner.range[0] < values.owner.range[0] ? values : parser;
    reader.report("ELEMENT_KIND", later.owner, () => BOTH_KINDS);
  }
  const kind = values === undefined ? parser && readType(reader, parser) : readValues(reader, values);
  const transforms = transform && readTransforms(reader, transform);
  if (name === undefined) return undefined;
  if (/[{}]/.test(name)) reader.report("FIELD_BRACE", slot.node, () => BRACE);
  return { field: name, ...(kind && { kind }), ...(transforms && { transforms }) };
}

function readType(reader: Reader, slot: Slot): FieldKind | undefined {
  const text = readLineText(reader, slot)?.source;
  return text === undefined ? undefined : { parser: oneOf(reader, slot, text, TYPE_NAMES, "UNKNOWN_TYPE", "type") };
}

function readValues(reader: Reader, slot: Slot): FieldKind | undefined {
  const list = reader.list(slot, NO_VALUES);
  if (list === undefined) return undefined;
  const items = itemsOf(list, "a value", slot.until);
  if (items.length === 0) reader.report("EMPTY_VALUE", slot.node, () => EMPTY_VALUES);
  return { values: items.flatMap((item) => readLineText(reader, item)?.source ?? []) };
}

/** Reads one transform or a list of them. */
function readTransforms(reader: Reader, slot: Slot): Transform[] {
  const items = reader.isList(slot) ? itemsOf(reader.list(slot, NO_TRANSFORM)!, "a transform", slot.until) : [slot];
  if (items.length === 0) reader.report("EMPTY_VALUE", slot.node, () => EMPTY_TRANSFORMS);
  return items.flatMap((item) => {
    const text = readLineText(reader, item)?.source;
    return text === undefined ? [] : [oneOf(reader, item, text, TRANSFORMS, "UNKNOWN_TRANSFORM", "transform")];
  });
}

/** Returns the name that a text stands for, in any case. Reports an unknown name and returns the first one instead. */
function oneOf<Name extends string>(
  reader: Reader,
  slot: Slot,
  text: string,
  names: readonly Name[],
  code: "UNKNOWN_TYPE" | "UNKNOWN_TRANSFORM",
  what: string,
): Name {
  const found = names.find((name) => name === text.toLowerCase());
  if (found !== undefined) return found;
  reader.report(code, slot.node, () => unknown(text, names, what));
  return names[0]!;
}

function unknown(text: string, names: readonly string[], what: string): Wording {
  const near = nearest(text, names);
  const known = `the ${what}s are ${names.join(", ")}`;
  return {
    message: `there is no ${what} ${quoted(text)}`,
    help: near === undefined ? known : `did you mean '${near}'? ${known}`,
  };
}

const NO_VALUES = "write the texts as a list: 'values: [INFO, WARN, ERROR]'";
const NO_TRANSFORM = "write one transform, or several as a list: 'transform: [trim, lowercase]'";
const EMPTY_VALUES: Wording = {
  message: "'values' is an empty list; expected at least one text",
  help: "write the texts that the field may capture, or leave 'values' out for any text",
};
const EMPTY_TRANSFORMS: Wording = {
  message: "'transform' is an empty list; expected at least one transform",
  help: "leave 'transform' out to keep the text as it is",
};
const BOTH_KINDS: Wording = {
  message: "a field has both a 'parser' and 'values'; expected one of them",
  help: "leave 'parser' out; 'values' alone says which texts the field may capture",
};
const BRACE: Wording = {
  message: "the name of a field contains a brace",
  help: "leave the braces out; names have braces only in 'output'",
};
