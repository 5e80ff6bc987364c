/** What a field may capture: a type, by its name in lower case, or one of a list of texts. */
export type FieldType = { readonly typeName: string } | { readonly values: readonly string[] };

export interface FieldElement {
  readonly field: string;
  readonly type?: FieldType;
}

/** One element of a pattern as the user wrote it. */
export type Element =
  | { readonly text: string }
  | FieldElement
  | { readonly alternatives: readonly (readonly Element[])[] };

/** The name that makes a field prefer to capture a date-time. */
export const TIMESTAMP_FIELD = "timestamp";

/** The type of date-times, which a field of that name prefers if it has no type. */
export const DATE_TIME = { typeName: "timestamp" } as const satisfies FieldType;

/** A field, by its index in the pattern. Without a type it captures any text. */
export interface FieldPart {
  readonly field: number;
  readonly type: FieldType | undefined;
}

/** An element of a pattern. Literals are UTF-8, not empty, and never next to each other. */
export type PatternPart =
  | { readonly literal: Uint8Array }
  | FieldPart
  | { readonly branches: readonly (readonly PatternPart[])[] };

/** A pattern in canonical form: what its lines consist of. */
export interface Pattern {
  readonly parts: readonly PatternPart[];
  /** Field names. Fields of one name in different branches are one field; otherwise names may repeat. */
  readonly fields: readonly string[];
  /** Index of the first field named `timestamp`, which prefers a date-time; -1 if there is none. */
  readonly timestamp: number;
  /** Present if the pattern is a catch-all: it comes after all patterns that are not. */
  readonly isCatchAll?: true;
}

/** Brings elements into canonical form. Neighbouring texts become one literal. */
export function pattern(elements: readonly Element[]): Pattern {
  const fields: string[] = [];
  const { parts } = sequenceOf(elements, fields, new Map());
  return { parts, fields, timestamp: fields.indexOf(TIMESTAMP_FIELD) };
}

/** Converts a pattern back to elements. No two texts are next to each other. */
export function elementsOf({ fields, parts }: Pattern): Element[] {
  const elementOf = (part: PatternPart): Element => {
    if ("literal" in part) return { text: Buffer.from(part.literal).toString() };
    if ("branches" in part) return { alternatives: part.branches.map((branch) => branch.map(elementOf)) };
    return { field: fields[part.field]!, ...(part.type && { type: part.type }) };
  };
  return parts.map(elementOf);
}

/** Whether a part is a field of any text. */
export function isAny(part: PatternPart | undefined): part is FieldPart {
  return part !== undefined && "field" in part && part.type === undefined;
}

/** Whether a pattern has only literals and fields of any text. */
export function isPlain({ parts }: Pattern): boolean {
  return parts.every((part) => "literal" in part || isAny(part));
}

/** The literals that every line of the pattern contains, in order. */
export function commonLiterals({ parts }: Pattern): readonly Uint8Array[] {
  return parts.flatMap((part) => ("literal" in part ? [part.literal] : []));
}

/** All fields in the parts, including those in branches: one for each element that is a field, in the same order. */
export function fieldParts(parts: readonly PatternPart[]): FieldPart[] {
  return parts.flatMap((part) => {
    if ("branches" in part) return part.branches.flatMap(fieldParts);
    return "field" in part ? [part] : [];
  });
}

interface Sequence {
  readonly parts: readonly PatternPart[];
  /** The indexes of its fields. */
  readonly used: ReadonlySet<number>;
}

const encoder = new TextEncoder();

/**
 * Converts elements into parts, and adds their fields to `fields`. `free` maps names to fields of earlier branches of
 * the same alternatives: only one branch matches, so a field of the same name here is the same field.
 */
function sequenceOf(elements: readonly Element[], fields: string[], free: ReadonlyMap<string, number>): Sequence {
  const parts: PatternPart[] = [];
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
      const field = isSame ? known : fields.push(element.field) - 1;
      used.add(field);
      parts.push({ field, type: element.type });
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
      parts.push({ branches: branches.map(({ parts }) => parts) });
    }
  }
  endLiteral();
  return { parts, used };
}

/** The parts of a pattern with neighbouring texts as one. Other parts stay as they are. */
export function joinedTexts<Part extends object>(
  parts: readonly (Part | { readonly text: string })[],
): (Part | { readonly text: string })[] {
  const result: (Part | { readonly text: string })[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && "text" in last && "text" in part)
      result[result.length - 1] = { text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
