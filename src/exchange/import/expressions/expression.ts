// Regular expressions as trees, with `%{NAME:field}` for other expressions.

import { LeftOut } from "../../../rules/rules-error.ts";
import type { ByteSet } from "../../../text/bytes/byte-set.ts";

/** A node of a regular expression. */
export type Expression =
  | { readonly kind: "text"; readonly text: string }
  /** One character of a set, which holds all characters beyond ASCII or none. */
  | { readonly kind: "set"; readonly set: ByteSet; readonly source: string }
  | { readonly kind: "sequence"; readonly nodes: readonly Expression[] }
  | { readonly kind: "choice"; readonly branches: readonly Expression[] }
  | Repeat
  | Reference
  | { readonly kind: "capture"; readonly field: string; readonly node: Expression; readonly offset: number }
  /** Takes no text: `^`, `$`, and assertions such as `(?=…)`. */
  | { readonly kind: "start" | "end" | "assertion"; readonly source: string; readonly offset: number }
  /** Something that rules leave out, such as `\b`, with what to say of it, and of which field. */
  | {
      readonly kind: "boundary" | "ignored";
      readonly source: string;
      readonly offset: number;
      readonly field: string | undefined;
      readonly words: string;
    };

export interface Repeat {
  readonly kind: "repeat";
  readonly node: Expression;
  readonly min: number;
  /** May be infinite. */
  readonly max: number;
  readonly isLazy: boolean;
}

/** `%{NAME}` or `%{NAME:field}`. */
export interface Reference {
  readonly kind: "reference";
  readonly name: string;
  readonly field: string | undefined;
  readonly offset: number;
}

/** Something in an expression that rules cannot say. */
export class UnsupportedError extends LeftOut {
  /** Where it is in the text of the expression, or in that of the definition with this name. */
  readonly offset: number;
  definition: string | undefined;

  constructor(reason: string, offset = 0) {
    super(reason);
    this.offset = offset;
  }
}

export const LINE_BREAK = /[\n\r]/;

/** Where a node is in its text, or 0 if that is unknown. */
export function offsetOf(node: Expression): number {
  if ("offset" in node) return node.offset;
  if (node.kind === "repeat") return offsetOf(node.node);
  const inner = node.kind === "sequence" ? node.nodes : node.kind === "choice" ? node.branches : [];
  return inner.length === 0 ? 0 : offsetOf(inner[0]!);
}

/** Longer sources are cut. */
const MAX_LENGTH = 40;

/** A node as it is written, for comments. */
export function sourceOf(node: Expression): string {
  const text = written(node, MAX_LENGTH);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The text of a node, at least its first `room` characters. */
function written(node: Expression, room: number): string {
  if (room <= 0) return "…";
  if (node.kind === "text") return node.text.slice(0, room + 1).replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
  if (node.kind === "sequence") return joined(node.nodes, "", room);
  if (node.kind === "choice") return `(?:${joined(node.branches, "|", room)})`;
  if (node.kind === "capture") return `(?<${node.field}>${written(node.node, room)})`;
  if (node.kind === "reference") return `%{${node.name}${node.field === undefined ? "" : `:${node.field}`}}`;
  if (node.kind !== "repeat") return node.source;
  const { node: inner, isLazy } = node;
  const isOne = inner.kind === "text" ? inner.text.length === 1 : /set|reference|choice/.test(inner.kind);
  const body = written(inner, room);
  return `${isOne ? body : `(?:${body})`}${boundsOf(node)}${isLazy ? "?" : ""}`;
}

function joined(nodes: readonly Expression[], separator: string, room: number): string {
  let text = "";
  for (const [i, node] of nodes.entries()) {
    if (text.length > room) break;
    text += (i === 0 ? "" : separator) + written(node, room - text.length);
  }
  return text;
}

/** How often a node is repeated, as it is written. */
export function boundsOf({ min, max }: Repeat): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (max === 1 && min === 0) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
