import { isUtf8 } from "node:buffer";
import type { Element } from "../matcher/pattern.ts";
import { type Edit, type Place, shortened, yamlOf } from "./edit.ts";
import { COST, textLost } from "./edit-cost.ts";
import { otherTypes, valueAt, valueBefore } from "./field-edits.ts";
import { type Similar, similarTo } from "./similar.ts";

/** So many stretches of the line that resemble a text are tried. */
const MOST_SIMILAR = 4;

/** Up to so many elements are made optional together; or all to the end, if the line has nothing of the first. */
const MOST_OPTIONAL = 3;

/** Edits around the place where a pattern stopped. Each may let it go on; none is known to. */
export function editsAt(place: Place): Edit[] {
  const { elements, stop } = place;
  const element = elements[stop.element];
  const before = elements[stop.element - 1];
  const edits = [...addedField(place)];
  if (before !== undefined && "field" in before) {
    edits.push(...otherTypes(before, stop.element - 1, valueBefore(before, place)));
  }
  if (element === undefined) return edits;
  if ("text" in element) edits.push(...otherTexts(place, element.text), ...asField(place));
  else if ("field" in element) edits.push(...otherTypes(element, stop.element, valueAt(place, stop.at)));
  return [...edits, ...optionals(place)];
}

/** Whether there are lines that the elements do not match. */
export function isSpecific(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("alternatives" in element) return element.alternatives.every(isSpecific);
    return !isAny(element);
  });
}

/** One field in place of all elements from the place on: what always helps, and says least. */
export function restAsField({ elements, stop }: Place): Edit {
  const name = freeName(elements, "rest");
  const index = Math.min(stop.element, elements.length - 1);
  return {
    index,
    removed: elements.length - index,
    inserted: [{ field: name }],
    cost: COST.rest,
    says: `put - field: ${name} in place of - ${told(elements[index])} and all that follows it`,
  };
}

function addedField({ elements, line, stop }: Place): Edit[] {
  if (stop.isOpen || stop.at === line.length) return [];
  const { element } = stop;
  const name = freeName(elements, element === elements.length ? "rest" : element === 0 ? "start" : "more");
  const where =
    element === elements.length
      ? "at the end"
      : element === 0
        ? "at the beginning"
        : `before - ${told(elements[element])}`;
  return [
    {
      index: element,
      removed: 0,
      inserted: [{ field: name }],
      cost: COST.added,
      says: `add - field: ${name} ${where}`,
    },
  ];
}

function otherTexts(place: Place, text: string): Edit[] {
  const { elements, line, stop } = place;
  return similarAt(place, text).flatMap(({ from, to, distance }) => {
    const found = line.subarray(from, to);
    if (!isUtf8(found)) return [];
    const element = { text: found.toString() };
    const says = `write - ${yamlOf(element)} in place of - ${told(elements[stop.element])}`;
    // If the text is there, what stands beside it is rather something of its own.
    const cost = distance + (found.includes(text) ? COST.beside : 0);
    return [{ index: stop.element, removed: 1, inserted: [element], cost, says }];
  });
}

function similarAt({ elements, line, stop: { element, at, isOpen, first } }: Place, text: string): Similar[] {
  const endsLine = element === elements.length - 1;
  const bytes = Buffer.from(text);
  const similar = similarTo(bytes, line, { from: at, isFixed: !isOpen, endsLine }).slice(0, MOST_SIMILAR);
  if (isOpen || first === at) return similar;
  // The type before may have taken some of the text, as a word does if there is no blank.
  return [...similar, ...similarTo(bytes, line, { from: first, isFixed: false, endsLine }).slice(0, MOST_SIMILAR)];
}

function asField({ elements, line, stop }: Place): Edit[] {
  const { element: index } = stop;
  if (stop.at === line.length) return [];
  const name = freeName(elements, "text");
  const isBlurred = stop.isOpen || isAny(elements[index + 1]);
  const cost = (isBlurred ? COST.blurred : COST.field) + textLost(elements.slice(index, index + 1));
  const says = `put - field: ${name} in place of - ${told(elements[index])}`;
  return [{ index, removed: 1, inserted: [{ field: name }], cost, says }];
}

function optionals({ elements, line, stop }: Place): Edit[] {
  const { element: index } = stop;
  const all = elements.length - index;
  const counts = Array.from({ length: Math.min(all, MOST_OPTIONAL) }, (_, i) => i + 1);
  if ((stop.at === line.length || stop.isOpen) && all > MOST_OPTIONAL) counts.push(all);
  return counts.map((removed) => {
    const part = elements.slice(index, index + removed);
    const blurs = stop.isOpen && isAny(elements[index + removed]);
    const what = removed === 1 ? `- ${told(part[0])}` : `the ${removed} elements from - ${told(part[0])} on`;
    return {
      index,
      removed,
      inserted: [{ alternatives: [part, []] }],
      cost: (blurs ? COST.blurred : COST.optional) + Math.min(removed, MOST_OPTIONAL) + textLost(part),
      says: `make ${what} optional: put ${removed === 1 ? "it" : "them"} into - optional: […]`,
    };
  });
}

/** An element as it is written in the rule. */
function told(element: Element | undefined): string {
  return shortened(yamlOf(element!));
}

function isAny(element: Element | undefined): boolean {
  return element !== undefined && "field" in element && element.kind === undefined;
}

/** A name that no field of the pattern has. */
function freeName(elements: readonly Element[], wish: string): string {
  const names = new Set(namesOf(elements));
  for (let i = 1; ; i++) {
    const name = i === 1 ? wish : `${wish}${i}`;
    if (!names.has(name)) return name;
  }
}

function namesOf(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    if ("field" in element) return [element.field];
    return "alternatives" in element ? element.alternatives.flatMap(namesOf) : [];
  });
}
