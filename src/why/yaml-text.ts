import { escaped } from "../diagnostics/printable.ts";
import type { Element } from "../matcher/pattern.ts";

/** An element in one line of YAML, as it may stand after a dash. Nothing is left in it that a terminal would obey. */
export function yamlOf(element: Element): string {
  if ("text" in element) return `text: ${yamlText(element.text)}`;
  if ("alternatives" in element) {
    if (isOptional(element)) return `optional: ${flow(element.alternatives[0]!)}`;
    return `alternatives: [${element.alternatives.map(flow).join(", ")}]`;
  }
  const { field, kind } = element;
  const name = /^[A-Za-z_][\w.-]*$/.test(field) ? field : yamlText(field);
  if (kind === undefined) return `field: ${name}`;
  if ("parser" in kind) return `{ field: ${name}, parser: ${kind.parser} }`;
  return `{ field: ${name}, values: [${kind.values.map(yamlText).join(", ")}] }`;
}

/** Whether alternatives are written as an optional part. */
export function isOptional({ alternatives }: Extract<Element, { alternatives: unknown }>): boolean {
  return alternatives.length === 2 && alternatives[1]!.length === 0;
}

function flow(elements: readonly Element[]): string {
  const items = elements.map(yamlOf).map((item) => (item.startsWith("{") ? item : `{ ${item} }`));
  return `[${items.join(", ")}]`;
}

const MAX_SHOWN = 120;

/** The beginning of what is written in a rule, long enough to find it there. */
export function shortened(written: string): string {
  const characters = Array.from(written.slice(0, 2 * MAX_SHOWN));
  return characters.length <= MAX_SHOWN ? written : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}

/** A text as a string of YAML, which any string of JSON is. */
export function yamlText(text: string): string {
  return escaped(JSON.stringify(text));
}
