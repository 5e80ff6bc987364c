import type { Element } from "../../matcher/pattern.ts";

/** One of several sequences of elements, in their order. */
export function choiceOf(branches: readonly (readonly Element[])[]): Element[] {
  // A second empty branch would match the same lines.
  const empty = branches.findIndex((branch) => branch.length === 0);
  const distinct = branches.filter((branch, i) => branch.length > 0 || i === empty);
  return distinct.length === 1 ? [...distinct[0]!] : [{ alternatives: distinct }];
}
