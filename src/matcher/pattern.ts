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
export const TIMESTAMP = "timestamp";

/** A field of a pattern by its index; without a kind it is of any text. */
export interface FieldPart {
  readonly field: number;
  readonly kind: FieldKind | undefined;
}

/** An element of a pattern. Literals are UTF-8, not empty, and never next to each other. */
export type Part = { readonly literal: Uint8Array } | FieldPart | { readonly branches: readonly (readonly Part[])[] };

/** What each line of a rule consists of. */
export interface Pattern {
  readonly parts: readonly Part[];
  /** Fields of one name in different branches of alternatives are one field. Other names may repeat. */
  readonly fields: readonly string[];
  /** Index of the field that prefers a date-time, or has to be one: the first named `timestamp`; -1 without one. */
  readonly timestamp: number;
  /** The transforms of each field; undefined if no field has any. */
  readonly transforms?: readonly (readonly string[])[];
  /** Elements that are one field with one of another branch but ask for other transforms; undefined if none do. */
  readonly contradictions?: readonly FieldElement[];
}

/** Brings elements into their canonical form: neighbouring texts join into one literal. */
export function pattern(elements: readonly Element[]): Pattern {
  const found: Found = { fields: [], contradictions: [] };
  const { parts } = sequenceOf(elements, found, new Map());
  const { fields, contradictions } = found;
  const names = fields.map(({ field }) => field);
  const transforms = fields.map(({ transforms = [] }) => transforms);
  const isTransformed = transforms.some(({ length }) => length > 0);
  return {
    parts,
    fields: names,
    timestamp: names.indexOf(TIMESTAMP),
    ...(isTransformed && { transforms }),
    ...(contradictions.length > 0 && { contradictions }),
  };
}

/** A field of any text. */
export function isAny(part: Part | undefined): part is FieldPart {
  return part !== undefined && "field" in part && part.kind === undefined;
}

/** Whether a pattern has nothing but literals and fields of any text. */
export function isPlain({ parts }: Pattern): boolean {
  return parts.every((part) => "literal" in part || isAny(part));
}

/** The literals that stand in every line of the pattern, in their order. */
export function commonLiterals({ parts }: Pattern): readonly Uint8Array[] {
  return parts.flatMap((part) => ("literal" in part ? [part.literal] : []));
}

/** The fields in parts, those in branches included. */
export function fieldsIn(parts: readonly Part[]): FieldPart[] {
  return parts.flatMap((part) => {
    if ("branches" in part) return part.branches.flatMap(fieldsIn);
    return "field" in part ? [part] : [];
  });
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

const encoder = new TextEncoder();

/**
 * Makes parts of elements, and adds to what is found. `free` are fields of branches that exclude this sequence, by name:
 * a field of the same name here is the same field.
 */
function sequenceOf(elements: readonly Element[], found: Found, free: ReadonlyMap<string, number>): Sequence {
  const { fields, contradictions } = found;
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
