// The small edits of a pattern that are worth trying where a line differs from it.

import { type Element, type FieldElement, type FieldType, pattern } from "../../matcher/pattern.ts";
import { literalBytes } from "../../matcher/precedence.ts";
import { TYPE_NAMES, TYPES_OF_FORMATS } from "../../matcher/types/type-registry.ts";
import { patternItems, yamlText } from "../../rules/write-rule.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { type Similar, similarTo, valueEnd } from "./similar.ts";
import { isAnyField, type Mismatch } from "./trial.ts";

/** A pattern, a line that it does not match, and where. */
interface FailedAttempt {
  readonly elements: readonly Element[];
  readonly line: Buffer;
  readonly mismatch: Mismatch;
}

/** A small change of a pattern: `inserted` in place of `removed` elements from `index` on. */
export interface Edit {
  readonly index: number;
  readonly removed: number;
  readonly inserted: readonly Element[];
  /** How much it changes the pattern. The cheapest edit is suggested. */
  readonly cost: number;
  /** Says what to do, in a sentence. Elements are shown as they are written in a rules file. */
  readonly describe: () => string;
}

export function edit(
  index: number,
  removed: number,
  inserted: readonly Element[],
  cost: number,
  describe: () => string,
): Edit {
  return { index, removed, inserted, cost, describe };
}

export function edited(
  elements: readonly Element[],
  { index, removed, inserted }: Pick<Edit, "index" | "removed" | "inserted">,
): Element[] {
  return elements.toSpliced(index, removed, ...inserted);
}

/** What an edit costs, besides the bytes of text that it changes. */
const COST = {
  /** Extending a text by what is beside it in the line. */
  beside: 2,
  /** Keeping what is there beside what is written. */
  kept: 1,
  value: 2,
  type: 2.5,
  untyped: 3,
  added: 4,
  optional: 6,
  /** Replacing a text by a field. */
  field: 6,
  /** Any edit after which nothing separates two fields of any text. */
  blurred: 20,
  /** Replacing the rest of the pattern by a field. */
  rest: 50,
  /** Each byte of literal text that lines no longer need to contain. */
  byte: 1 / 8,
};

/** How many stretches of the line that resemble a text are tried. */
const MAX_SIMILAR = 4;
/** A longer end of a line, or one with digits, probably varies. */
const MAX_ADDED_TEXT = 16;
/** A longer text is unlikely to be one of a field's values. */
const MAX_VALUE_LENGTH = 64;

/** The edits worth trying at a mismatch. Whether they help is not known yet. */
export function editsAt(attempt: FailedAttempt): Edit[] {
  const { elements, mismatch } = attempt;
  const { element: index, at } = mismatch;
  const element = elements[index];
  const before = elements[index - 1];
  const edits = [...addedText(attempt), ...addedField(attempt)];
  if (before !== undefined && "field" in before)
    edits.push(...otherTypes(before, index - 1, valueBefore(before, attempt)));
  if (element === undefined) return edits;
  if ("text" in element) edits.push(...otherTexts(attempt, element.text), ...asField(attempt));
  else if ("field" in element) edits.push(...otherTypes(element, index, valueAt(attempt, at)));
  return [...edits, ...optionals(attempt)];
}

/** Replaces all elements from the mismatch on by one field. This nearly always helps, and says least about the line. */
export function restAsField(elements: readonly Element[], mismatch: Mismatch): Edit {
  const field = newField(elements, "rest");
  const index = Math.min(mismatch.element, elements.length - 1);
  return edit(index, elements.length - index, [field], COST.rest, () => {
    return `put ${patternItem(field)} in place of ${shown(elements[index])} and all that follows it`;
  });
}

/** Adds the end of the line as literal text. What a pattern lacks there is usually a unit or a bracket. */
function addedText({ elements, line, mismatch }: FailedAttempt): Edit[] {
  const { length: index } = elements;
  const end = line.subarray(mismatch.at);
  if (mismatch.isOpen || index === 0 || mismatch.element !== index) return [];
  if (end.length > MAX_ADDED_TEXT || !isUtf8(end)) return [];
  const text = end.toString();
  if (text === "" || /\d/.test(text)) return [];
  const cost = COST.beside + COST.byte * end.length;
  const optional: Element = { alternatives: [[{ text }], []] };
  return [
    edit(index, 0, [{ text }], cost, () => `add ${patternItem({ text })} at the end`),
    edit(index, 0, [optional], cost + COST.kept, () => `add the list item ${patternItem(optional)} at the end`),
  ];
}

function addedField({ elements, line, mismatch }: FailedAttempt): Edit[] {
  const { element: index, isOpen, at } = mismatch;
  if (isOpen || at === line.length) return [];
  const isAtEnd = index === elements.length;
  const field = newField(elements, isAtEnd ? "rest" : index === 0 ? "start" : "more");
  return [
    edit(index, 0, [field], COST.added, () => {
      const where = isAtEnd ? "at the end" : index === 0 ? "at the beginning" : `before ${shown(elements[index])}`;
      return `add ${patternItem(field)} ${where}`;
    }),
  ];
}

function otherTexts(attempt: FailedAttempt, text: string): Edit[] {
  const { line, mismatch } = attempt;
  const { element: index } = mismatch;
  return similarAt(attempt, text).flatMap(({ from, to, distance }) => {
    const found = line.subarray(from, to);
    if (!isUtf8(found)) return [];
    const element: Element = { text: found.toString() };
    const both: Element = { alternatives: [[{ text }], [element]] };
    // If the text itself is there, what is beside it probably does not belong to it.
    const cost = distance + (found.includes(text) ? COST.beside : 0);
    return [
      edit(index, 1, [element], cost, () => `write ${patternItem(element)} in place of ${shown({ text })}`),
      edit(index, 1, [both], cost + COST.kept, () => {
        return `put the list item ${patternItem(both)} in place of ${shown({ text })}`;
      }),
    ];
  });
}

function similarAt({ elements, line, mismatch }: FailedAttempt, text: string): Similar[] {
  const { element, at, isOpen, first } = mismatch;
  const endsLine = element === elements.length - 1;
  const bytes = Buffer.from(text);
  const similar = similarTo(bytes, line, { from: at, isFixed: !isOpen, endsLine }).slice(0, MAX_SIMILAR);
  if (isOpen || first === at) return similar;
  // The field before may have captured some of the text, as a word does if no blank separates them.
  return [...similar, ...similarTo(bytes, line, { from: first, isFixed: false, endsLine }).slice(0, MAX_SIMILAR)];
}

function asField({ elements, line, mismatch }: FailedAttempt): Edit[] {
  const { element: index, at, isOpen } = mismatch;
  if (at === line.length) return [];
  const field = newField(elements, "text");
  const isBlurred = isOpen || isAnyField(elements[index + 1]);
  const cost = (isBlurred ? COST.blurred : COST.field) + textLost(elements.slice(index, index + 1));
  return [edit(index, 1, [field], cost, () => `put ${patternItem(field)} in place of ${shown(elements[index])}`)];
}

/** Makes the element optional, or all that are left if the line lacks even the first. */
function optionals({ elements, line, mismatch }: FailedAttempt): Edit[] {
  const { element: index, at, isOpen } = mismatch;
  const all = elements.length - index;
  const counts = all > 1 && (at === line.length || isOpen) ? [1, all] : [1];
  return counts.map((removed) => {
    const part = elements.slice(index, index + removed);
    const optional: Element = { alternatives: [part, []] };
    const isBlurred = isOpen && isAnyField(elements[index + removed]);
    const cost = (isBlurred ? COST.blurred : COST.optional) + textLost(part);
    return edit(index, removed, [optional], cost, () => {
      const what = removed === 1 ? shown(part[0]) : `the ${removed} elements from ${shown(part[0])} on`;
      return `make ${what} optional: put the list item ${shown(optional)} in its place`;
    });
  });
}

/** Edits of a field's type: no type, another type, or `value` as one more of its values. */
function otherTypes({ type, ...field }: FieldElement, index: number, value: Buffer | undefined): Edit[] {
  if (type === undefined) return [];
  const name = yamlText(field.field);
  const typed = (type: FieldType): Element[] => [{ ...field, type }];
  const untyped = edit(index, 1, [field], COST.untyped, () => {
    const written = "values" in type ? "the values" : `the type ${type.typeName}`;
    return `remove ${written} from the field ${name}, so that it captures any text`;
  });
  if ("values" in type) {
    if (value === undefined || value.length === 0 || value.length > MAX_VALUE_LENGTH || !isUtf8(value))
      return [untyped];
    const text = value.toString();
    const more = typed({ values: [...type.values, text] });
    return [
      untyped,
      edit(index, 1, more, COST.value, () => `add ${yamlText(text)} to the values of the field ${name}`),
    ];
  }
  const others = TYPE_NAMES.flatMap((typeName, i) => {
    if (typeName === type.typeName || TYPES_OF_FORMATS.has(typeName)) return [];
    // Among equally good types, the first in the table is suggested.
    const cost = COST.type + i / 100;
    return edit(index, 1, typed({ typeName }), cost, () => {
      return `give the field ${name} the type ${typeName} in place of ${type.typeName}`;
    });
  });
  return [untyped, ...others];
}

/** What the line has in place of a field, up to the text after it or a blank; undefined if it is not known where. */
function valueAt({ elements, line, mismatch }: FailedAttempt, from: number): Buffer | undefined {
  if (mismatch.isOpen) return undefined;
  return line.subarray(from, valueEnd(elements[mismatch.element + 1], line, from));
}

/** What the field before the mismatch would capture with one more value; undefined if it has no list of values. */
function valueBefore({ type }: FieldElement, { elements, line, mismatch }: FailedAttempt): Buffer | undefined {
  if (type === undefined || !("values" in type)) return undefined;
  const { at } = mismatch;
  // It captured the longest of its values that ends at the mismatch.
  const captured = type.values
    .map((value) => Buffer.from(value))
    .filter((value) => value.length <= at && value.equals(line.subarray(at - value.length, at)))
    .reduce((longest, { length }) => Math.max(longest, length), 0);
  return line.subarray(at - captured, valueEnd(elements[mismatch.element], line, at));
}

function textLost(elements: readonly Element[]): number {
  return COST.byte * literalBytes(pattern(elements));
}

function shown(element: Element | undefined): string {
  return shortened(patternItem(element!));
}

/** A field of any text, with a name that is not a field of the pattern. */
function newField(elements: readonly Element[], wish: string): { readonly field: string } {
  const names = new Set(pattern(elements).fields);
  for (let i = 1; ; i++) {
    const field = i === 1 ? wish : `${wish}${i}`;
    if (!names.has(field)) return { field };
  }
}

/** Writes an element for a message: as a text in the notation, or as an item of a list. */
export function patternItem(element: Element): string {
  const [written] = patternItems([element], new Map(), yamlText);
  return written!.startsWith('"') ? written! : `- ${written}`;
}

const MAX_SHOWN = 120;

/** The beginning of an element in a rule, long enough to find it there. */
export function shortened(written: string): string {
  const characters = Array.from(written.slice(0, 2 * MAX_SHOWN));
  return characters.length <= MAX_SHOWN ? written : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}
