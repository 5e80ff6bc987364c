/** What a field asks of its text, beside being there: a type by its name in small letters, or one of some texts. */
export type FieldKind = { readonly parser: string } | { readonly values: readonly string[] };

export interface FieldElement {
  readonly field: string;
  readonly kind?: FieldKind;
  /** Names of what is done with the captured text, which is no concern of the matcher. */
  readonly transforms?: readonly string[];
}

/** One element of a rule's pattern as the user wrote it; of alternatives, any of the sequences. */
export type Element =
  | { readonly text: string }
  | FieldElement
  | { readonly alternatives: readonly (readonly Element[])[] };

/** The name that makes a field prefer to capture a date-time. */
const TIMESTAMP = "timestamp";

/** An element of a pattern that has more than literals and fields of any text. Literals are not next to each other. */
export type Part =
  | { readonly literal: Uint8Array }
  /** Index of the field, and what it asks of its text. */
  | { readonly field: number; readonly kind: FieldKind | undefined }
  /** `leftOut` are the fields of further branches, which are not to be taken. */
  | { readonly branches: readonly (readonly Part[])[]; readonly leftOut?: readonly number[] };

/**
 * A pattern in its one canonical form: n fields between n + 1 literals, `literals[0] fields[0] literals[1] …
 * fields[n-1] literals[n]`. The first literal starts the line and the last ends it. Any literal may be empty: one
 * between two adjacent fields, the first when a field begins the pattern, the last when a field captures the rest.
 * A pattern without fields is one literal that is the whole line.
 *
 * Of a pattern with typed fields or alternatives the parts say all; its `literals` are those that each of its lines has.
 */
export interface Pattern {
  /** UTF-8 bytes; without parts always one more than there are fields. */
  readonly literals: readonly Uint8Array[];
  /** Fields of one name in different alternatives are one field. Other names may repeat. */
  readonly fields: readonly string[];
  /** Index of the field that prefers a date-time, or has to be one: the first named `timestamp`; -1 without one. */
  readonly timestamp: number;
  readonly parts?: readonly Part[];
  /** The transforms of each field; undefined if no field has any. */
  readonly transforms?: readonly (readonly string[])[];
  /** Elements that are one field with one of another alternative but ask for other transforms; undefined if none do. */
  readonly contradictions?: readonly FieldElement[];
}

/** Brings elements into canonical form: neighbouring texts join into one literal. */
export function pattern(elements: readonly Element[]): Pattern {
  const fields: FieldElement[] = [];
  const contradictions: FieldElement[] = [];
  const made = elements.every(isPlain)
    ? plainPattern(elements, fields)
    : structuredPattern(elements, fields, contradictions);
  const names = fields.map(({ field }) => field);
  const transforms = fields.map(({ transforms = [] }) => transforms);
  const isTransformed = transforms.some(({ length }) => length > 0);
  return {
    ...made,
    fields: names,
    timestamp: names.indexOf(TIMESTAMP),
    ...(isTransformed && { transforms }),
    ...(contradictions.length > 0 && { contradictions }),
  };
}

/** An element of a plain pattern. */
export type PlainElement = { readonly text: string } | FieldElement;

function isPlain(element: Element): element is PlainElement {
  return "text" in element || ("field" in element && element.kind === undefined);
}

/** The literals between the fields, which it adds to `fields`. */
function plainPattern(elements: readonly PlainElement[], fields: FieldElement[]): Pick<Pattern, "literals"> {
  const encoder = new TextEncoder();
  const literals: Uint8Array[] = [];
  let text = "";
  for (const element of elements) {
    if ("text" in element) {
      text += element.text;
    } else {
      literals.push(encoder.encode(text));
      text = "";
      fields.push(element);
    }
  }
  literals.push(encoder.encode(text));
  return { literals };
}

/** The parts, and their literals. Adds the fields to `fields`, and what contradicts them to `contradictions`. */
function structuredPattern(
  elements: readonly Element[],
  fields: FieldElement[],
  contradictions: FieldElement[],
): Pick<Pattern, "literals" | "parts"> {
  const { parts } = sequenceOf(elements, { fields, contradictions }, new Map());
  const literals = parts.flatMap((part) => ("literal" in part ? [part.literal] : []));
  return { literals, parts };
}

interface Sequence {
  readonly parts: readonly Part[];
  /** The indexes of the fields in it. */
  readonly used: ReadonlySet<number>;
}

/** What is found in elements on the way. */
interface Found {
  readonly fields: FieldElement[];
  readonly contradictions: FieldElement[];
}

/**
 * Makes parts of elements, and adds to what is found. `free` are fields of branches that exclude this sequence, by name:
 * a field of the same name here is the same field.
 */
function sequenceOf(elements: readonly Element[], found: Found, free: ReadonlyMap<string, number>): Sequence {
  const { fields, contradictions } = found;
  const encoder = new TextEncoder();
  const parts: Part[] = [];
  const used = new Set<number>();
  let text = "";
  const endLiteral = (): void => {
    if (text !== "") parts.push({ literal: encoder.encode(text) });
    text = "";
  };
  for (const element of elements) {
    if ("text" in element) {
      text += element.text;
      continue;
    }
    endLiteral();
    if ("field" in element) {
      const known = free.get(element.field);
      const isSame = known !== undefined && !used.has(known);
      if (isSame && !areTransformedAlike(fields[known]!, element)) contradictions.push(element);
      const field = isSame ? known : fields.push(element) - 1;
      used.add(field);
      parts.push({ field, kind: element.kind });
    } else {
      const shared = new Map([...free].filter(([, field]) => !used.has(field)));
      const branches = element.alternatives.map((branch) => {
        const sequence = sequenceOf(branch, found, shared);
        for (const index of sequence.used) {
          const { field } = fields[index]!;
          if (!shared.has(field)) shared.set(field, index);
        }
        return sequence;
      });
      for (const branch of branches) for (const field of branch.used) used.add(field);
      parts.push({ branches: branches.map(({ parts }) => parts) });
    }
  }
  endLiteral();
  return { parts, used };
}

function areTransformedAlike(a: FieldElement, b: FieldElement): boolean {
  return (a.transforms ?? []).join() === (b.transforms ?? []).join();
}
