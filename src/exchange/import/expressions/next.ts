// What follows a node, in the expression and in the elements made of it.

import { Line } from "../../../matcher/line/line.ts";
import type { Element } from "../../../matcher/pattern.ts";
import { TypeMatchers } from "../../../matcher/types/type-registry.ts";
import { ANYTHING, type ByteSet, isSubset, ONLY_LINE_END, singleByte, unionOf } from "../../../text/bytes/byte-set.ts";
import { BLANKS } from "../fields.ts";
import { WORD } from "./characters.ts";
import type { Expression } from "./expression.ts";
import type { TranslationState } from "./translation-state.ts";

/** What follows a node. */
export interface Next {
  /** What the line may have after the node, if the expression matches. */
  readonly regex: ByteSet;
  /** What the elements that follow may begin with. */
  readonly ours: ByteSet;
  /** Whether these begin with text, blanks or the end of the line, which ends a field before them. */
  readonly isDefinite: boolean;
  /** Whether the pattern ends here and anything may follow, for which a field still has to be added. */
  readonly hasTail?: boolean;
}

export const LINE_END_NEXT: Next = { regex: ONLY_LINE_END, ours: ONLY_LINE_END, isDefinite: true };
export const ANYTHING_NEXT: Next = { regex: ANYTHING, ours: ANYTHING, isDefinite: false };
export const TAIL_NEXT: Next = { ...ANYTHING_NEXT, hasTail: true };

/** What follows a word if there is a `\b` in between. */
export function afterWord(next: Next): Next {
  return { ...next, regex: next.regex.map((isMember, byte) => (WORD[byte] === 1 ? 0 : isMember)) };
}

/** What follows a node that may end with `\b`. */
export function afterBoundary(node: Expression, next: Next, state: TranslationState): Next {
  if (node.kind === "reference")
    return state.definitions.within(node, (definition) => afterBoundary(definition, next, state));
  const hasBoundary = node.kind === "sequence" && node.nodes.at(-1)?.kind === "boundary";
  return hasBoundary && isWords(node, state) ? afterWord(next) : next;
}

/** Whether a node takes word characters, at least one, and no others. */
export function isWords(node: Expression, { texts }: TranslationState): boolean {
  const { bytes, mayBeEmpty } = texts.traitsOf(node);
  return !mayBeEmpty && isSubset(bytes, WORD);
}

/** What follows what comes before these elements, if `next` follows them: without `regex`. */
export function elementsNext(elements: readonly Element[], next: Omit<Next, "regex">): Omit<Next, "regex"> {
  const [element, ...others] = elements;
  if (element === undefined) return { ours: next.ours, isDefinite: next.isDefinite };
  if (!("alternatives" in element))
    return { ours: firstOf(element), isDefinite: "text" in element || element === BLANKS };
  const after = elementsNext(others, next);
  const all = element.alternatives.map((branch) => elementsNext(branch, after));
  return { ours: unionOf(all.map(({ ours }) => ours)), isDefinite: all.every(({ isDefinite }) => isDefinite) };
}

/** They know what their texts begin with. */
const types = new TypeMatchers(new Line());

/** What a text or a field begins with. */
function firstOf(element: Exclude<Element, { alternatives: unknown }>): ByteSet {
  if ("text" in element) return firstByte(element.text);
  const { type } = element;
  if (type === undefined) return ANYTHING;
  return "values" in type ? unionOf(type.values.map(firstByte)) : types.of(type).first;
}

/** The first byte of a text. */
export function firstByte(text: string): ByteSet {
  return singleByte(Buffer.from(text)[0]!);
}
