import type { FieldElement } from "../matcher/pattern.ts";
import type { Span } from "./problem.ts";

export type PlacedField = FieldElement & { readonly span: Span };

/** An element of a pattern as it is read: of a field it is known where it stands. */
export type PlacedElement =
  | { readonly text: string }
  | PlacedField
  | { readonly alternatives: readonly (readonly PlacedElement[])[] };

/** Where the fields stand, in the order in which they are written. */
export function fieldSpans(elements: readonly PlacedElement[]): Span[] {
  const spans: Span[] = [];
  for (const element of elements) {
    if ("field" in element) spans.push(element.span);
    else if ("alternatives" in element) spans.push(...element.alternatives.flatMap(fieldSpans));
  }
  return spans;
}

/**
 * The same pattern without alternatives of which there is but one: with an anchor they name a group of elements, which so
 * costs no more than the elements do by themselves.
 */
export function withoutGroups(elements: readonly PlacedElement[]): readonly PlacedElement[] {
  if (!elements.some((element) => "alternatives" in element)) return elements;
  return elements.flatMap((element): readonly PlacedElement[] => {
    if (!("alternatives" in element)) return [element];
    const alternatives = element.alternatives.map(withoutGroups);
    return alternatives.length === 1 ? alternatives[0]! : [{ alternatives }];
  });
}
