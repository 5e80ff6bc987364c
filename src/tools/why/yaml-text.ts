import type { Element } from "../../matcher/pattern.ts";
import { isOptional, notationOf, withNotation, yamlText } from "../../rules/write-rule.ts";

/**
 * Writes an element in one line of YAML, as it may follow a dash. Uses the notation if that can express the element.
 * Contains nothing that a terminal would interpret.
 */
export function yamlOf(element: Element): string {
  if ("alternatives" in element) {
    if (isOptional(element)) return `optional: ${flow(element.alternatives[0]!)}`;
    return `alternatives: [${element.alternatives.map(flow).join(", ")}]`;
  }
  const notation = notationOf([element]);
  if (notation !== undefined) return yamlText(notation);
  if ("text" in element) return `text: ${yamlText(element.text)}`;
  const { field, type } = element;
  const name = /^[A-Za-z_][\w.-]*$/.test(field) ? field : yamlText(field);
  if (type === undefined) return `field: ${name}`;
  if ("typeName" in type) return `{ field: ${name}, parser: ${type.typeName} }`;
  return `{ field: ${name}, values: [${type.values.map(yamlText).join(", ")}] }`;
}

/** Writes an element for a message: as a text in the notation, or as an item of a list. */
export function patternItem(element: Element): string {
  const written = yamlOf(element);
  return written.startsWith('"') ? written : `- ${written}`;
}

/** Writes a sequence of elements as a value: as one text or as a list in brackets. */
function flow(elements: readonly Element[]): string {
  if (elements.length === 0) return '""';
  const items = withNotation(elements).map((item) => {
    if (typeof item === "string") return yamlText(item);
    const written = yamlOf(item);
    return written.startsWith("{") ? written : `{ ${written} }`;
  });
  return items.length === 1 && items[0]!.startsWith('"') ? items[0]! : `[${items.join(", ")}]`;
}

const MAX_SHOWN = 120;

/** The beginning of an element in a rule, long enough to find it there. */
export function shortened(written: string): string {
  const characters = Array.from(written.slice(0, 2 * MAX_SHOWN));
  return characters.length <= MAX_SHOWN ? written : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}
