// What nodes of an expression consist of.

import { isSubset } from "../../../text/bytes/byte-set.ts";
import { ANY, BLANK, WORD } from "./characters.ts";
import type { Definitions } from "./definitions.ts";
import type { Expression, Repeat } from "./expression.ts";
import { afterWord, type Next, type TranslationState } from "./translation-state.ts";

/** A node without the names and parentheses around it. */
export function coreOf(node: Expression, definitions: Definitions): Expression {
  if (node.kind === "reference") return definitions.within(node, (inner) => coreOf(inner, definitions));
  if (node.kind === "capture") return coreOf(node.node, definitions);
  if (node.kind !== "sequence") return node;
  return node.nodes.length === 1 ? coreOf(node.nodes[0]!, definitions) : node;
}

/** The last node of those in a row, also of those that a reference, or only one without a field, stands for. */
export function lastOf(node: Expression, definitions: Definitions, hasField = true): Expression {
  const inner = (one: Expression): Expression => lastOf(one, definitions, hasField);
  if (node.kind === "reference" && (hasField || node.field === undefined)) return definitions.within(node, inner);
  return node.kind === "sequence" && node.nodes.length > 0 ? inner(node.nodes.at(-1)!) : node;
}

/** Whether all texts of a node contain a literal text of a kind. */
export function alwaysHas(node: Expression, isWanted: (text: string) => boolean, state: TranslationState): boolean {
  state.count(node);
  const inner = (one: Expression): boolean => alwaysHas(one, isWanted, state);
  if (node.kind === "text") return isWanted(node.text);
  if (node.kind === "sequence") return node.nodes.some(inner);
  if (node.kind === "choice") return node.branches.every(inner);
  if (node.kind === "repeat") return node.min > 0 && inner(node.node);
  if (node.kind === "reference") return state.definitions.within(node, inner);
  return node.kind === "capture" && inner(node.node);
}

/** Whether a node takes word characters, at least one, and no others. */
export function isWords(node: Expression, { texts }: TranslationState): boolean {
  const { bytes, mayBeEmpty } = texts.traitsOf(node);
  return !mayBeEmpty && isSubset(bytes, WORD);
}

/** What follows a node that may end with `\b`. */
export function afterBoundary(node: Expression, next: Next, state: TranslationState): Next {
  return isWords(node, state) && lastOf(node, state.definitions).kind === "boundary" ? afterWord(next) : next;
}

/** Whether a node is `.*` or `.+`. */
export function isGreedyAny(node: Expression): boolean {
  return isEndless(node) && !node.isLazy && node.min <= 1 && node.node.kind === "set" && isSubset(ANY, node.node.set);
}

/** Whether a node is repeated without an end. */
export function isEndless(node: Expression): node is Repeat {
  return node.kind === "repeat" && node.max === Number.POSITIVE_INFINITY;
}

/** Whether a node is one blank, or any white space. */
export function isBlankSet(node: Expression): boolean {
  if (node.kind === "text") return node.text === " ";
  return node.kind === "set" && node.set[0x20] === 1 && isSubset(node.set, BLANK);
}

/** A pattern without the `^` and `$` around it, and which of them it had. */
export function withoutAnchors(
  node: Expression,
  state: TranslationState,
): { node: Expression; isStart: boolean; isEnd: boolean } {
  state.count(node);
  const none = { node, isStart: false, isEnd: false };
  if (node.kind === "start" || node.kind === "end")
    return { node: { kind: "sequence", nodes: [] }, isStart: node.kind === "start", isEnd: node.kind === "end" };
  if (node.kind === "reference" && node.field === undefined) {
    const inner = state.definitions.within(node, (definition) => withoutAnchors(definition, state));
    return inner.isStart || inner.isEnd ? inner : none;
  }
  if (node.kind === "choice") {
    const branches = node.branches.map((branch) => withoutAnchors(branch, state));
    const [isStart, isEnd] = [branches.every((one) => one.isStart), branches.every((one) => one.isEnd)];
    // If only some branches have an anchor, it stays: `$` then ends its branch, and `^` is refused.
    if (branches.some((one) => one.isStart !== isStart || one.isEnd !== isEnd)) return none;
    return { node: { kind: "choice", branches: branches.map((one) => one.node) }, isStart, isEnd };
  }
  if (node.kind !== "sequence" || node.nodes.length === 0) return none;
  const first = withoutAnchors(node.nodes[0]!, state);
  const nodes = first.isStart ? [first.node, ...node.nodes.slice(1)] : node.nodes;
  const last = withoutAnchors(nodes.at(-1)!, state);
  const rest = last.isEnd ? [...nodes.slice(0, -1), last.node] : nodes;
  return { node: { kind: "sequence", nodes: rest }, isStart: first.isStart, isEnd: last.isEnd };
}
