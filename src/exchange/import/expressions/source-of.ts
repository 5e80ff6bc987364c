import type { Expression } from "./expression.ts";

const MAX_LENGTH = 40;

/** A node as it is written, for comments. Long ones are cut. */
export function sourceOf(node: Expression): string {
  const text = written(node, MAX_LENGTH);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The text of a node, at least its first `room` characters. */
function written(node: Expression, room: number): string {
  if (room <= 0) return "…";
  switch (node.kind) {
    case "text":
      return node.text.slice(0, room + 1).replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
    case "sequence":
      return joined(node.nodes, "", room);
    case "choice":
      return `(?:${joined(node.branches, "|", room)})`;
    case "repeat": {
      const { node: inner, min, max, isLazy } = node;
      const isOne = inner.kind === "set" || inner.kind === "reference" || inner.kind === "choice";
      const body = written(inner, room);
      return `${isOne || (inner.kind === "text" && inner.text.length === 1) ? body : `(?:${body})`}${bounds(min, max)}${isLazy ? "?" : ""}`;
    }
    case "reference":
      return `%{${node.name}${node.field === undefined ? "" : `:${node.field}`}}`;
    case "capture":
      return `(?<${node.field}>${written(node.node, room)})`;
    default:
      return node.source;
  }
}

function joined(nodes: readonly Expression[], separator: string, room: number): string {
  let text = "";
  for (const [i, node] of nodes.entries()) {
    if (text.length > room) break;
    text += (i === 0 ? "" : separator) + written(node, room - text.length);
  }
  return text;
}

function bounds(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (max === 1 && min === 0) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
