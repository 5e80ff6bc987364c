import { isUtf8 } from "node:buffer";
import { type Element, type FieldElement, pattern } from "../matcher/pattern.ts";
import { literalBytes } from "../matcher/precedence.ts";
import { TYPE_NAMES } from "../matcher/types/type-named.ts";
import { type Edit, shortened, yamlOf, yamlText } from "./edit.ts";
import { type Similar, similarTo } from "./similar.ts";
import { valueEnd } from "./value-end.ts";
import type { Stop } from "./walk.ts";

/** Where a pattern stopped on a line, and in which branch of its alternatives, if the pattern is one that was opened there. */
export interface Place {
  readonly elements: readonly Element[];
  readonly line: Buffer;
  readonly stop: Stop;
}

/**
 * What an edit costs beside the bytes of text that it changes. `blurred` are those after which nothing tells where one field
 * ends and the next begins.
 */
const COST = {
  beside: 2,
  value: 2,
  type: 2.5,
  untyped: 3,
  added: 4,
  optional: 5,
  field: 6,
  blurred: 20,
  rest: 50,
  byte: 1 / 8,
};

/** So many stretches that resemble a text are tried. */
const MOST_SIMILAR = 4;

/** What is longer is hardly one of some values. */
const LONGEST_VALUE = 64;

/** So many elements are made optional together; and all to the end, if the line has nothing of the first. */
const MOST_OPTIONAL = 3;

/** Edits around the place where a pattern stopped, one of which may let it go on. None of them is known to. */
export function editsAt(place: Place): Edit[] {
  const { elements, stop } = place;
  const element = elements[stop.element];
  const before = elements[stop.element - 1];
  const edits = [...addedField(place)];
  if (before !== undefined && "field" in before && before.kind !== undefined) {
    edits.push(...otherTypes(before, stop.element - 1, valueBefore(place)));
  }
  if (element === undefined) return edits;
  if ("text" in element) edits.push(...otherTexts(place, element.text), ...asField(place));
  else if ("field" in element) edits.push(...otherTypes(element, stop.element, valueAt(place, stop.at)));
  return [...edits, ...optionals(place)];
}

/** Whether not every line is one of these elements. */
export function isSpecific(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("alternatives" in element) return element.alternatives.every(isSpecific);
    return !isAny(element);
  });
}

/** The end of the rule, from the place on, as one field: what always helps, and says least. */
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
    // What there is beside the text is rather something of its own.
    const cost = distance + (found.includes(text) ? COST.beside : 0);
    return [{ index: stop.element, removed: 1, inserted: [element], cost, says }];
  });
}

function similarAt({ elements, line, stop: { element, at, isOpen, first } }: Place, text: string): Similar[] {
  const endsLine = element === elements.length - 1;
  const bytes = Buffer.from(text);
  const similar = similarTo(bytes, line, { from: at, isFixed: !isOpen, endsLine }).slice(0, MOST_SIMILAR);
  if (isOpen || first === at) return similar;
  // The type before may have taken some of it, as a word does if there is no blank.
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

/** The field with another type, or one value more; `value` is what it would capture then. */
function otherTypes(element: FieldElement, index: number, value: Buffer | undefined): Edit[] {
  const { kind } = element;
  if (kind === undefined) return [];
  const name = yamlText(element.field);
  const change = (changed: FieldElement, cost: number, says: string): Edit => ({
    index,
    removed: 1,
    inserted: [changed],
    cost,
    says,
  });
  const { kind: _, ...untyped } = element;
  const [key, written] = "values" in kind ? ["values", "values"] : ["parser", `parser: ${kind.parser}`];
  const edits = [change(untyped, COST.untyped, `leave out ${written} of the field ${name}, which takes any text then`)];
  if ("values" in kind) {
    if (value !== undefined && value.length > 0 && value.length <= LONGEST_VALUE && isUtf8(value)) {
      const text = value.toString();
      const says = `add ${yamlText(text)} to the values of the field ${name}`;
      edits.push(change({ ...element, kind: { values: [...kind.values, text] } }, COST.value, says));
    }
    return edits;
  }
  for (const [i, parser] of TYPE_NAMES.entries()) {
    if (parser === kind.parser) continue;
    const says = `write parser: ${parser} in place of ${key}: ${kind.parser} in the field ${name}`;
    edits.push(change({ ...element, kind: { parser } }, COST.type + i / 100, says));
  }
  return edits;
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

/** An element of the rule, as it is found there. */
function told(element: Element | undefined): string {
  return shortened(yamlOf(element!));
}

/** What it costs that no line needs the text of these elements any more. */
function textLost(elements: readonly Element[]): number {
  return COST.byte * literalBytes(pattern(elements));
}

function isAny(element: Element | undefined): boolean {
  return element !== undefined && "field" in element && element.kind === undefined;
}

/** What stands where a field should, up to the text after it, or a blank. */
function valueAt({ elements, line, stop }: Place, from: number): Buffer | undefined {
  if (stop.isOpen) return undefined;
  return line.subarray(from, valueEnd(elements[stop.element + 1], line, from));
}

/** What the typed field before the place would have captured with more values. */
function valueBefore({ elements, line, stop }: Place): Buffer | undefined {
  const before = elements[stop.element - 1] as FieldElement;
  const kind = before.kind as { readonly values?: readonly string[] };
  if (kind.values === undefined) return undefined;
  // The longest that stands before the place is what it did capture.
  const captured = kind.values
    .map((value) => Buffer.from(value))
    .filter((value) => value.length <= stop.at && value.equals(line.subarray(stop.at - value.length, stop.at)))
    .reduce((longest, { length }) => Math.max(longest, length), 0);
  return line.subarray(stop.at - captured, valueEnd(elements[stop.element], line, stop.at));
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
