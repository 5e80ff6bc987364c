// The `^` and `$` around a pattern, which rules do not need.

import type { Expression } from "./expression.ts";
import type { TranslationState } from "./translation-state.ts";

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
