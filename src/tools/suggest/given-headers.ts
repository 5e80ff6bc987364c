// The headers that given rules share.

import { type Element, elementsOf, type Pattern } from "../../matcher/pattern.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import type { LineHeader } from "./line-header.ts";

/** A header is shared by at least this many rules. */
const MIN_RULES = 2;

/** The headers with which several of the rules begin. Each has a field, and ends with a text. */
export function headersOf(rules: readonly { readonly pattern: Pattern }[]): LineHeader[] {
  const patterns = rules.map(({ pattern }) => elementsOf(pattern));
  // Headers are looked for among rules that have the same first field, and the same text before it.
  const groups = groupBy(patterns, (elements) =>
    JSON.stringify(elements.slice(0, "text" in (elements[0] ?? {}) ? 2 : 1)),
  );
  return [...groups.values()].flatMap((group) => {
    const elements = group.length < MIN_RULES ? [] : group.reduce(commonBeginning);
    return elements.some((element) => "field" in element || "alternatives" in element) ? [{ elements }] : [];
  });
}

/** What both begin with, up to the end of a text. */
function commonBeginning(a: readonly Element[], b: readonly Element[]): Element[] {
  const common: Element[] = [];
  for (const [i, element] of a.entries()) {
    const other = b[i];
    if (other === undefined) break;
    if ("text" in element && "text" in other) {
      const text = commonText(element.text, other.text);
      if (text !== "") common.push({ text });
      if (text !== element.text || text !== other.text) break;
    } else if (JSON.stringify(element) === JSON.stringify(other)) {
      common.push(element);
    } else {
      break;
    }
  }
  while (common.length > 0 && !("text" in common.at(-1)!)) common.pop();
  return common;
}

/** The common beginning of two texts that ends between words. */
function commonText(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  if (length === a.length && length === b.length) return a;
  while (length > 0 && /[A-Za-z0-9_]/.test(a[length - 1]!)) length--;
  return a.slice(0, length);
}
