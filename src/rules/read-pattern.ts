import type { YAMLMap } from "yaml";
import type { Element } from "../matcher/pattern.ts";
import { headOf, readKeys, type Vocabulary } from "./keys.ts";
import { readLineText } from "./line-text.ts";
import type { Account } from "./problem.ts";
import { itemsOf, type Reader, type Slot } from "./reader.ts";

/** The matcher calls itself once for each field of a pattern. */
const MOST_FIELDS = 1000;

const ELEMENT: Vocabulary = { what: "an element", keys: ["text", "field"], own: false };
const KINDS = "an element is '- text: ...', just as it stands in the line, or '- field: name'";
const NO_LIST = `write the elements below it, one on a line: ${KINDS}`;
const NO_MAPPING = `${KINDS}; an alias stands for one element`;

/**
 * Reads the elements of a pattern; `undefined` where not even the names of all its fields can be known. A text that is
 * a problem reads as an empty one.
 */
export function readPattern(reader: Reader, slot: Slot): readonly Element[] | undefined {
  const list = reader.list(slot, NO_LIST);
  return list && reader.once(list, () => elementsOf(reader, slot, itemsOf(list, "an element", slot.until)));
}

function elementsOf(reader: Reader, slot: Slot, items: readonly Slot[]): readonly Element[] | undefined {
  if (items.length === 0) reader.report("EMPTY_VALUE", slot.node, () => NO_ELEMENTS);
  const elements: Element[] = [];
  let fields = 0;
  for (const item of items) {
    const element = readElement(reader, item);
    if (element === undefined) continue;
    elements.push(element);
    if ("field" in element && ++fields === MOST_FIELDS + 1) {
      reader.report("TOO_MANY_FIELDS", item.node, () => TOO_MANY);
    }
  }
  return elements.length === items.length ? elements : undefined;
}

function readElement(reader: Reader, slot: Slot): Element | undefined {
  const map = reader.mapping(slot, NO_MAPPING);
  return map && reader.once(map, () => elementOf(reader, map, slot.until));
}

function elementOf(reader: Reader, map: YAMLMap.Parsed, until: number): Element | undefined {
  const slots = readKeys(reader, map, ELEMENT, until);
  const text = slots.get("text");
  const field = slots.get("field");
  if (text !== undefined && field !== undefined) {
    reader.report("ELEMENT_KIND", text.owner.range[0] < field.owner.range[0] ? field.owner : text.owner, () => BOTH);
  }
  if (field !== undefined) return fieldOf(reader, field);
  if (text !== undefined) return { text: readLineText(reader, text)?.source ?? "" };
  if (map.items.length === 0) reader.report("ELEMENT_KIND", headOf(map), () => NEITHER);
  return undefined;
}

function fieldOf(reader: Reader, slot: Slot): Element | undefined {
  const name = readLineText(reader, slot)?.source;
  if (name === undefined) return undefined;
  if (/[{}]/.test(name)) reader.report("FIELD_BRACE", slot.node, () => BRACE);
  return { field: name };
}

const NO_ELEMENTS: Account = { message: "'pattern' is an empty list; expected at least one element", help: KINDS };
const BOTH: Account = {
  message: "an element has both a 'text' and a 'field'; expected one of them",
  help: "begin each of them with a '- ' of its own",
};
const NEITHER: Account = { message: "an element has neither 'text' nor 'field'; expected one of them", help: KINDS };
const TOO_MANY: Account = {
  message: `a pattern has more than ${MOST_FIELDS} fields`,
  help: "let one field capture the rest of the line",
};
const BRACE: Account = {
  message: "the name of a field has a brace in it",
  help: "leave the braces out: they stand around the name in 'output' alone",
};
