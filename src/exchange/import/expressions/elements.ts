// What elements consist of.

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

/** Whether the longest word before elements ends too late, because what follows their first text may contain it. */
export function mayRepeat([first, ...others]: readonly Element[]): boolean {
  if (first === undefined || "field" in first) return false;
  if ("alternatives" in first) return first.alternatives.some((branch) => mayRepeat([...branch, ...others]));
  return !/\s/.test(first.text) && others[0] !== undefined && mayBe(others[0], isAnyOrWord);
}

/** The ways in which a branch can begin, one of which no longer begins with alternatives. */
export function firstBranches(branch: readonly Element[]): readonly (readonly Element[])[] {
  const [first, ...others] = branch;
  if (first === undefined || !("alternatives" in first)) return [branch];
  return first.alternatives.flatMap(firstBranches).map((one) => [...one, ...others]);
}

/** One of several sequences of elements, in their order. */
export function choiceOf(branches: readonly (readonly Element[])[]): Element[] {
  // A second empty branch is never needed, as nothing tells the two apart.
  const empty = branches.findIndex((branch) => branch.length === 0);
  const distinct = branches.filter((branch, i) => branch.length > 0 || i === empty);
  return distinct.length === 1 ? [...distinct[0]!] : [{ alternatives: distinct }];
}
