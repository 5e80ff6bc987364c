import type { Element, FieldElement, FieldType } from "../../matcher/pattern.ts";
import { TYPE_NAMES } from "../../matcher/types/type-registry.ts";
import { yamlText } from "../../rules/write-rule.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { type Attempt, COST, type Edit, textLost } from "./edit.ts";
import { type Similar, similarCost, similarTo, valueEnd } from "./similar.ts";
import { patternItem, shortened } from "./yaml-text.ts";

/** How many stretches of the line that resemble a text are tried. */
const MAX_SIMILAR = 4;

/** At most this many elements are made optional together; or all that are left, if the line lacks even the first. */
const MAX_OPTIONAL = 3;

/** How many bytes of the line a search for a sign passes in the time that a walk takes for an offset. */
const BYTES_SEARCHED_AT_ONCE = 64;

/** What `editsAt` costs at most, in offsets that a walk passes in the same time. */
export function editsCost({ elements, line, mismatch }: Attempt): number {
  const element = elements[mismatch.element];
  const similar = element !== undefined && "text" in element ? 2 * similarCost(element.text, line) : 0;
  return similar + elements.length + line.length / BYTES_SEARCHED_AT_ONCE;
}

/** The edits worth trying at a mismatch. Whether they help is not known yet. */
export function editsAt(attempt: Attempt): Edit[] {
  const { elements, mismatch } = attempt;
  const element = elements[mismatch.element];
  const before = elements[mismatch.element - 1];
  const edits = [...addedText(attempt), ...addedField(attempt)];
  if (before !== undefined && "field" in before) {
    edits.push(...otherTypes(before, mismatch.element - 1, valueBefore(before, attempt)));
  }
  if (element === undefined) return edits;
  if ("text" in element) edits.push(...otherTexts(attempt, element.text), ...asField(attempt));
  else if ("field" in element) edits.push(...otherTypes(element, mismatch.element, valueAt(attempt, mismatch.at)));
  return [...edits, ...optionals(attempt)];
}

/** Whether there are lines that the elements do not match. */
export function isSpecific(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("alternatives" in element) return element.alternatives.every(isSpecific);
    return !isAny(element);
  });
}

/** Replaces all elements from the mismatch on by one field. This nearly always helps, and says least about the line. */
export function restAsField({ elements, mismatch }: Attempt): Edit {
  const name = freeName(elements, "rest");
  const index = Math.min(mismatch.element, elements.length - 1);
  return {
    index,
    removed: elements.length - index,
    inserted: [{ field: name }],
    cost: COST.rest,
    description: `put ${patternItem({ field: name })} in place of ${shown(elements[index])} and all that follows it`,
  };
}

/** A longer end of a line, or one with digits, probably varies. */
const MAX_ADDED_TEXT = 16;

/** Adds the end of the line as literal text. What a pattern lacks there is usually a unit or a bracket. */
function addedText({ elements, line, mismatch }: Attempt): Edit[] {
  const end = line.subarray(mismatch.at);
  if (mismatch.isOpen || elements.length === 0 || mismatch.element !== elements.length) return [];
  if (end.length > MAX_ADDED_TEXT || !isUtf8(end)) return [];
  const text = end.toString();
  if (text === "" || /\d/.test(text)) return [];
  const cost = COST.beside + COST.byte * end.length;
  const added = { index: elements.length, removed: 0 };
  const element: Element = { text };
  const optional: Element = { alternatives: [[element], []] };
  return [
    { ...added, inserted: [element], cost, description: `add ${patternItem(element)} at the end` },
    {
      ...added,
      inserted: [optional],
      cost: cost + COST.kept,
      description: `add the list item ${patternItem(optional)} at the end`,
    },
  ];
}

function addedField({ elements, line, mismatch }: Attempt): Edit[] {
  if (mismatch.isOpen || mismatch.at === line.length) return [];
  const { element } = mismatch;
  const name = freeName(elements, element === elements.length ? "rest" : element === 0 ? "start" : "more");
  const where =
    element === elements.length
      ? "at the end"
      : element === 0
        ? "at the beginning"
        : `before ${shown(elements[element])}`;
  return [
    {
      index: element,
      removed: 0,
      inserted: [{ field: name }],
      cost: COST.added,
      description: `add ${patternItem({ field: name })} ${where}`,
    },
  ];
}

function otherTexts(attempt: Attempt, text: string): Edit[] {
  const { line, mismatch } = attempt;
  return similarAt(attempt, text).flatMap(({ from, to, distance }) => {
    const found = line.subarray(from, to);
    if (!isUtf8(found)) return [];
    const written: Element = { text };
    const element: Element = { text: found.toString() };
    const both: Element = { alternatives: [[written], [element]] };
    // If the text itself is there, what is beside it probably does not belong to it.
    const cost = distance + (found.includes(text) ? COST.beside : 0);
    const change = { index: mismatch.element, removed: 1 };
    return [
      {
        ...change,
        inserted: [element],
        cost,
        description: `write ${patternItem(element)} in place of ${shown(written)}`,
      },
      {
        ...change,
        inserted: [both],
        cost: cost + COST.kept,
        description: `put the list item ${patternItem(both)} in place of ${shown(written)}`,
      },
    ];
  });
}

function similarAt({ elements, line, mismatch: { element, at, isOpen, first } }: Attempt, text: string): Similar[] {
  const endsLine = element === elements.length - 1;
  const bytes = Buffer.from(text);
  const similar = similarTo(bytes, line, { from: at, isFixed: !isOpen, endsLine }).slice(0, MAX_SIMILAR);
  if (isOpen || first === at) return similar;
  // The field before may have captured some of the text, as a word does if no blank separates them.
  return [...similar, ...similarTo(bytes, line, { from: first, isFixed: false, endsLine }).slice(0, MAX_SIMILAR)];
}

function asField({ elements, line, mismatch }: Attempt): Edit[] {
  const { element: index } = mismatch;
  if (mismatch.at === line.length) return [];
  const name = freeName(elements, "text");
  const isBlurred = mismatch.isOpen || isAny(elements[index + 1]);
  const cost = (isBlurred ? COST.blurred : COST.field) + textLost(elements.slice(index, index + 1));
  const description = `put ${patternItem({ field: name })} in place of ${shown(elements[index])}`;
  return [{ index, removed: 1, inserted: [{ field: name }], cost, description }];
}

function optionals({ elements, line, mismatch }: Attempt): Edit[] {
  const { element: index } = mismatch;
  const all = elements.length - index;
  const counts = Array.from({ length: Math.min(all, MAX_OPTIONAL) }, (_, i) => i + 1);
  if ((mismatch.at === line.length || mismatch.isOpen) && all > MAX_OPTIONAL) counts.push(all);
  return counts.map((removed) => {
    const part = elements.slice(index, index + removed);
    const optional: Element = { alternatives: [part, []] };
    const blurs = mismatch.isOpen && isAny(elements[index + removed]);
    const what = removed === 1 ? shown(part[0]) : `the ${removed} elements from ${shown(part[0])} on`;
    return {
      index,
      removed,
      inserted: [optional],
      cost: (blurs ? COST.blurred : COST.optional) + Math.min(removed, MAX_OPTIONAL) + textLost(part),
      description: `make ${what} optional: put the list item ${shown(optional)} in its place`,
    };
  });
}

/** An element as it is written in the rule. */
function shown(element: Element | undefined): string {
  return shortened(patternItem(element!));
}

function isAny(element: Element | undefined): boolean {
  return element !== undefined && "field" in element && element.type === undefined;
}

/** A name that is not a field of the pattern. */
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

type Values = Extract<FieldType, { values: unknown }>;
type NamedType = Extract<FieldType, { typeName: unknown }>;

/** A longer text is unlikely to be one of a field's values. */
const MAX_VALUE_LENGTH = 64;

/** Edits of a field's type: no type, another type, or `value` as one more of its values. */
function otherTypes(element: FieldElement, index: number, value: Buffer | undefined): Edit[] {
  const { type } = element;
  if (type === undefined) return [];
  if ("values" in type) return [untyped(element, index, "the values"), ...oneMore(element, index, type, value)];
  return [untyped(element, index, `the type ${type.typeName}`), ...otherNamedTypes(element, index, type)];
}

function untyped({ type: _, ...field }: FieldElement, index: number, written: string): Edit {
  const description = `remove ${written} from the field ${yamlText(field.field)}, so that it captures any text`;
  return change(index, field, COST.untyped, description);
}

function oneMore(element: FieldElement, index: number, { values }: Values, value: Buffer | undefined): Edit[] {
  if (value === undefined || value.length === 0 || value.length > MAX_VALUE_LENGTH || !isUtf8(value)) return [];
  const text = value.toString();
  const description = `add ${yamlText(text)} to the values of the field ${yamlText(element.field)}`;
  return [change(index, { ...element, type: { values: [...values, text] } }, COST.value, description)];
}

function otherNamedTypes(element: FieldElement, index: number, type: NamedType): Edit[] {
  return TYPE_NAMES.flatMap((typeName, i) => {
    if (typeName === type.typeName) return [];
    const description = `give the field ${yamlText(element.field)} the type ${typeName} in place of ${type.typeName}`;
    // Among equally good types, the first in the table is suggested.
    return [change(index, { ...element, type: { typeName } }, COST.type + i / 100, description)];
  });
}

function change(index: number, field: FieldElement, cost: number, description: string): Edit {
  return { index, removed: 1, inserted: [field], cost, description };
}

/**
 * What the line has in place of a field, up to the text after it or a blank; undefined if it is not known where that
 * is.
 */
function valueAt({ elements, line, mismatch }: Attempt, from: number): Buffer | undefined {
  if (mismatch.isOpen) return undefined;
  return line.subarray(from, valueEnd(elements[mismatch.element + 1], line, from));
}

/** What the field before the mismatch would capture with one more value; undefined if it has no list of values. */
function valueBefore({ type }: FieldElement, { elements, line, mismatch }: Attempt): Buffer | undefined {
  if (type === undefined || !("values" in type)) return undefined;
  // It captured the longest of its values that ends at the mismatch.
  const captured = type.values
    .map((value) => Buffer.from(value))
    .filter(
      (value) => value.length <= mismatch.at && value.equals(line.subarray(mismatch.at - value.length, mismatch.at)),
    )
    .reduce((longest, { length }) => Math.max(longest, length), 0);
  return line.subarray(mismatch.at - captured, valueEnd(elements[mismatch.element], line, mismatch.at));
}
