/** What a field may capture: a type, by its name in lower case, or one of a list of texts. */
export type FieldType = { readonly typeName: string } | { readonly values: readonly string[] };

export interface FieldElement {
  readonly field: string;
  readonly type?: FieldType;
}

/** An element of a pattern as it is written. */
export type Element =
  | { readonly text: string }
  | FieldElement
  | { readonly alternatives: readonly (readonly Element[])[] };

/** The fields of elements, also those in alternatives. */
export function fieldElements(elements: readonly Element[]): FieldElement[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return element.alternatives.flatMap(fieldElements);
    return "field" in element ? [element] : [];
  });
}

/** The name that makes a field prefer to capture a date-time. */
export const TIMESTAMP_FIELD = "timestamp";

/** The type of date-times, which a field of that name prefers if it has no type. */
export const DATE_TIME = { typeName: "timestamp" } as const satisfies FieldType;

/** A field, by its index in the pattern. Without a type it captures any text. */
export interface PatternField {
  readonly field: number;
  readonly type: FieldType | undefined;
}

/** An element of a pattern in canonical form. Literals are UTF-8, not empty, and never next to each other. */
export type PatternElement = { readonly literal: Uint8Array } | PatternField | { readonly branches: Alternatives };

export type Alternatives = readonly (readonly PatternElement[])[];

/** The fields that a line does not have, each with the alternatives of which it has a branch without them. */
export type AbsentFields = Map<number, Alternatives>;

/** A pattern in canonical form: what its lines consist of. */
export interface Pattern {
  readonly elements: readonly PatternElement[];
  /** Field names. Fields of one name in different branches are one field; otherwise names may repeat. */
  readonly fields: readonly string[];
  /** Index of the first field named `timestamp`, which prefers a date-time; -1 if there is none. */
  readonly timestamp: number;
  /** The fields that span others. Those that extend themselves come first. */
  readonly spans?: readonly SpanField[];
  /** Present if the pattern is a catch-all: it comes after all patterns that are not. */
  readonly isCatchAll?: true;
}

/** What a field spans. Without a begin or an end it reaches to that of the line. */
export interface Span {
  /** Of several, the first counts that captured something, or has a text that is there; or else the last. */
  readonly from: readonly SpanEnd[];
  readonly to: readonly SpanEnd[];
}

/** A field that spans others, or itself with the texts beside it. It is empty if the text of an end is not there. */
interface SpanField extends Span {
  readonly field: number;
}

/** A field, and the text right beside it. */
export interface SpanEnd {
  readonly field: number;
  readonly text: Uint8Array;
  /** Whether neither belongs to the span. Otherwise both do. */
  readonly isBeyond: boolean;
  /** Optional parts that have the field, but not the text, which is beside them also where a line lacks them. */
  readonly inside: ReadonlySet<Alternatives>;
}

/** A pattern with fields that span those of its elements, by their names. */
export function withSpans(pattern: Pattern, spans: ReadonlyMap<string, Span>): Pattern {
  if (spans.size === 0) return pattern;
  const fields = [...pattern.fields, ...[...spans.keys()].filter((name) => !pattern.fields.includes(name))];
  const all = Array.from(spans, ([name, span]) => ({ field: fields.indexOf(name), ...span }));
  const isOwn = ({ field }: SpanField): boolean => field < pattern.fields.length;
  const ordered = [...all.filter(isOwn), ...all.filter((span) => !isOwn(span))];
  return { ...pattern, fields, timestamp: fields.indexOf(TIMESTAMP_FIELD), spans: ordered };
}

/** Brings written elements into canonical form. Neighbouring texts become one literal. */
export function pattern(written: readonly Element[]): Pattern {
  const fields: string[] = [];
  const { elements } = sequenceOf(written, fields, new Map());
  return { elements, fields, timestamp: fields.indexOf(TIMESTAMP_FIELD) };
}

/** Converts a pattern back to elements as they are written. No two texts are next to each other. */
export function elementsOf({ fields, elements }: Pattern): Element[] {
  const elementOf = (element: PatternElement): Element => {
    if ("literal" in element) return { text: Buffer.from(element.literal).toString() };
    if ("branches" in element) return { alternatives: element.branches.map((branch) => branch.map(elementOf)) };
    return { field: fields[element.field]!, ...(element.type && { type: element.type }) };
  };
  return elements.map(elementOf);
}

/** Whether an element is a field of any text. */
export function isAny(element: PatternElement | undefined): element is PatternField {
  return element !== undefined && "field" in element && element.type === undefined;
}

/** Whether a pattern has only literals and fields of any text. */
export function isPlain({ elements }: Pattern): boolean {
  return elements.every((element) => "literal" in element || isAny(element));
}

/** The literals that every line of the pattern contains, in order. */
export function commonLiterals({ elements }: Pattern): readonly Uint8Array[] {
  return elements.flatMap((element) => ("literal" in element ? [element.literal] : []));
}

/** A literal or a field, with the elements beside it in its branch. */
interface PatternPart {
  readonly part: Exclude<PatternElement, { readonly branches: Alternatives }>;
  readonly before: PatternElement | undefined;
  readonly after: PatternElement | undefined;
}

/** The literals and fields among the elements, including those in branches, in order. */
export function partsIn(elements: readonly PatternElement[]): PatternPart[] {
  return elements.flatMap((part, i) => {
    if ("branches" in part) return part.branches.flatMap(partsIn);
    return [{ part, before: elements[i - 1], after: elements[i + 1] }];
  });
}

/** The fields among the elements, including those in branches: one for each element that is a field, in order. */
export function patternFields(elements: readonly PatternElement[]): PatternField[] {
  return elements.flatMap((element) => {
    if ("branches" in element) return element.branches.flatMap(patternFields);
    return "field" in element ? [element] : [];
  });
}

/** The texts of the literals among the elements, including those in branches. */
export function textsIn(elements: readonly PatternElement[]): string[] {
  return partsIn(elements).flatMap(({ part }) => ("literal" in part ? [Buffer.from(part.literal).toString()] : []));
}

interface Sequence {
  readonly elements: readonly PatternElement[];
  /** The indexes of its fields. */
  readonly used: ReadonlySet<number>;
}

const encoder = new TextEncoder();

/**
 * Brings elements into canonical form, and adds their fields to `fields`. `free` maps names to fields of earlier
 * branches of the same alternatives: only one branch matches, so a field of the same name here is the same field.
 */
function sequenceOf(written: readonly Element[], fields: string[], free: ReadonlyMap<string, number>): Sequence {
  const elements: PatternElement[] = [];
  const used = new Set<number>();
  let text = "";
  const endLiteral = (): void => {
    if (text !== "") elements.push({ literal: encoder.encode(text) });
    text = "";
  };
  for (const element of written) {
    if ("text" in element) {
      text += element.text;
      continue;
    }
    endLiteral();
    if ("field" in element) {
      const known = free.get(element.field);
      const isSame = known !== undefined && !used.has(known);
      const field = isSame ? known : fields.push(element.field) - 1;
      used.add(field);
      elements.push({ field, type: element.type });
    } else {
      const shared = new Map([...free].filter(([, field]) => !used.has(field)));
      const branches = element.alternatives.map((branch) => {
        const sequence = sequenceOf(branch, fields, shared);
        for (const index of sequence.used) {
          const name = fields[index]!;
          if (!shared.has(name)) shared.set(name, index);
        }
        return sequence;
      });
      for (const branch of branches) for (const field of branch.used) used.add(field);
      elements.push({ branches: branches.map(({ elements }) => elements) });
    }
  }
  endLiteral();
  return { elements, used };
}

/** The elements of a pattern with neighbouring texts as one. Other elements stay as they are. */
export function joinedTexts<Other extends object>(
  elements: readonly (Other | { readonly text: string })[],
): (Other | { readonly text: string })[] {
  const result: (Other | { readonly text: string })[] = [];
  for (const element of elements) {
    const last = result.at(-1);
    if (last !== undefined && "text" in last && "text" in element)
      result[result.length - 1] = { text: last.text + element.text };
    else result.push(element);
  }
  return result;
}
