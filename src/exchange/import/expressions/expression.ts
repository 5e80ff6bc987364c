// Regular expressions as trees, with `%{NAME:field}` for other expressions.

import { LeftOut } from "../../../rules/rules-error.ts";
import { type ByteSet, bytesWhere } from "../../../text/bytes/byte-set.ts";

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
  /** Takes no text: `^`, `$`, `\b`, assertions such as `(?=…)`, and the mark of an atomic group. */
  | {
      readonly kind: "start" | "end" | "boundary" | "assertion" | "atomic";
      readonly source: string;
      readonly offset: number;
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

export const DIGIT = bytesWhere((byte) => byte >= 0x30 && byte <= 0x39);
export const HEX_DIGIT = bytesWhere((byte) => byte < 0x80 && /[0-9A-Fa-f]/.test(String.fromCharCode(byte)));
/** What words consist of. Characters beyond ASCII count as letters. */
export const WORD = bytesWhere((byte) => byte >= 0x80 || /\w/.test(String.fromCharCode(byte)));
export const BLANK = bytesWhere((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
export const NON_BLANK = complement(BLANK);
/** What `.` matches. */
export const ANY = bytesWhere(() => true);

/** All bytes that are not in a set. */
export function complement(set: ByteSet): ByteSet {
  return bytesWhere((byte) => set[byte] === 0);
}

/** Where a node is in its text, or 0 if that is unknown. */
export function offsetOf(node: Expression): number {
  if ("offset" in node) return node.offset;
  if (node.kind === "repeat") return offsetOf(node.node);
  const inner = node.kind === "sequence" ? node.nodes : node.kind === "choice" ? node.branches : [];
  return inner.length === 0 ? 0 : offsetOf(inner[0]!);
}

/** An expression has something that rules cannot say. */
export class UnsupportedError extends LeftOut {
  /** Where it is in the text of the expression, or in that of the definition with this name. */
  readonly offset: number;
  definition: string | undefined;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}
