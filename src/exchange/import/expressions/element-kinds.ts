// What kinds of elements there are for what comes before them.

import type { Element, FieldElement } from "../../../matcher/pattern.ts";

/** Whether elements may be missing. */
export function isOptional(element: Element): boolean {
  return "alternatives" in element && element.alternatives.some((branch) => branch.length === 0);
}

/** The branches of an optional element that are not empty. */
export function branchesOf(element: Element): (readonly Element[])[] {
  return "alternatives" in element ? element.alternatives.filter((branch) => branch.length > 0) : [];
}

/** Whether elements begin with a field of any text, or may. */
export function beginsWithAny([first]: readonly Element[]): boolean {
  if (first === undefined) return false;
  return "alternatives" in first ? first.alternatives.some(beginsWithAny) : isAny(first);
}

/** Whether an element is a field of any text. */
export function isAny(element: Element): boolean {
  return "field" in element && element.type === undefined;
}

/** The fields that elements may end with. */
export function lastFields(elements: readonly Element[]): FieldElement[] {
  const last = elements.at(-1);
  if (last === undefined || "text" in last) return [];
  if ("field" in last) return [last];
  return [...last.alternatives.flatMap(lastFields), ...(isOptional(last) ? lastFields(elements.slice(0, -1)) : [])];
}

/** Whether an element may consist of fields of a kind. */
export function mayBe(element: Element, isWanted: (field: FieldElement) => boolean): boolean {
  if ("alternatives" in element)
    return element.alternatives.some((branch) => branch.every((one) => mayBe(one, isWanted)));
  return "field" in element && isWanted(element);
}

/** Whether a field takes any text, or any without blanks. */
export function isAnyOrWord(field: FieldElement): boolean {
  return isAny(field) || isWord(field);
}

/** Whether a field takes any text without blanks. */
export function isWord({ type }: FieldElement): boolean {
  return type !== undefined && "typeName" in type && type.typeName === "word";
}
