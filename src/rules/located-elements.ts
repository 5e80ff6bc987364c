// The elements of a pattern that were read, with their locations in the file.
import type { FieldElement } from "../matcher/pattern.ts";
import type { Span } from "./location.ts";
import type { NodeReader } from "./node-reader.ts";
import type { FieldDefinitions, FieldQualities } from "./read-field.ts";
import type { Transform } from "./transforms/transform-registry.ts";

export type LocatedField = FieldElement & { readonly transforms?: readonly Transform[]; readonly span: Span };

/** An element with its location in the file. What definitions say of its field is filled in. */
export type LocatedElement =
  | { readonly text: string }
  | LocatedField
  | { readonly alternatives: readonly (readonly LocatedElement[])[]; readonly span: Span };

/** An element as it is written. */
export type WrittenElement =
  | { readonly text: string }
  | ({ readonly field: string; readonly span: Span } & FieldQualities)
  | { readonly alternatives: readonly (readonly WrittenElement[])[]; readonly span: Span };

/** Fills in what definitions say of fields, where the elements say nothing themselves. */
export function withDefinitions(
  reader: NodeReader,
  elements: readonly WrittenElement[],
  definitions: FieldDefinitions,
): LocatedElement[] {
  return elements.map((element): LocatedElement => {
    if ("text" in element) return element;
    if ("alternatives" in element) {
      const alternatives = element.alternatives.map((branch) => withDefinitions(reader, branch, definitions));
      return { alternatives, span: element.span };
    }
    const { field, span } = element;
    const defined = definitions.get(field);
    if (defined === undefined && element.type === undefined && element.transforms === undefined) return { field, span };
    if (element.type === undefined && defined?.weight) reader.countDefined(defined.weight, span);
    const type = element.type ?? defined?.type ?? "any";
    const transforms = element.transforms ?? defined?.transforms ?? [];
    return { field, span, ...(type !== "any" && { type }), ...(transforms.length > 0 && { transforms }) };
  });
}

/** The elements that are fields, including those in alternatives, in the order written. */
export function locatedFields(elements: readonly LocatedElement[]): LocatedField[] {
  const fields: LocatedField[] = [];
  for (const element of elements) {
    if ("field" in element) fields.push(element);
    else if ("alternatives" in element)
      for (const branch of element.alternatives) fields.push(...locatedFields(branch));
  }
  return fields;
}

/**
 * Replaces alternatives with a single branch by their elements. People write these to name a group of elements with an
 * anchor; replaced, the group costs nothing.
 */
export function withoutGroups(elements: readonly LocatedElement[]): readonly LocatedElement[] {
  if (!elements.some((element) => "alternatives" in element)) return elements;
  return elements.flatMap((element): readonly LocatedElement[] => {
    if (!("alternatives" in element)) return [element];
    const alternatives = element.alternatives.map(withoutGroups);
    return alternatives.length === 1 ? alternatives[0]! : [{ alternatives, span: element.span }];
  });
}

/** The element with the n-th field or alternative, counting those nested in alternatives. */
export function elementWith(n: number, elements: readonly WrittenElement[]): WrittenElement | undefined {
  const known = new Map<WrittenElement, number>();
  const sizeOf = (element: WrittenElement): number => {
    if ("text" in element) return 0;
    if ("field" in element) return 1;
    // Memoised, because many YAML aliases may stand for one element.
    const { alternatives } = element;
    const size = known.get(element) ?? alternatives.flat().reduce((sum, one) => sum + sizeOf(one), alternatives.length);
    known.set(element, size);
    return size;
  };
  let count = 0;
  return elements.find((element) => {
    count += sizeOf(element);
    return count >= n;
  });
}
