import { Literal } from "../search/literal.ts";
import type { Closing } from "./field-node.ts";

/** What may come after a field, while the trie is being laid out. Ranks are places in the order of precedence. */
export interface Layout {
  /** Literals that end the line, and with them the rule of this rank. */
  readonly closings: Map<string, Closing>;
  /** Literals with another field after them. */
  readonly branches: Map<string, { readonly literal: Literal; readonly layout: Layout }>;
}

export function emptyLayout(): Layout {
  return { closings: new Map(), branches: new Map() };
}

/**
 * Adds the literals that come after a pattern's first field. Patterns are added best first: of two that match the same
 * lines only the first is kept, as the other can never win.
 */
export function layOut(start: Layout, literals: readonly Uint8Array[], rank: number): void {
  let layout = start;
  literals.forEach((bytes, i) => {
    const key = keyOf(bytes);
    if (i === literals.length - 1) {
      if (!layout.closings.has(key)) layout.closings.set(key, { literal: new Literal(bytes), rank });
      return;
    }
    let branch = layout.branches.get(key);
    if (branch === undefined) {
      branch = { literal: new Literal(bytes), layout: emptyLayout() };
      layout.branches.set(key, branch);
    }
    layout = branch.layout;
  });
}

/** The literals that are left, the one at the end of the line last, where there is but one rule. */
export function soleEnding(
  start: Layout,
): { readonly literals: readonly Literal[]; readonly rank: number } | undefined {
  const literals: Literal[] = [];
  for (let layout = start; layout.closings.size + layout.branches.size === 1; ) {
    for (const { literal, rank } of layout.closings.values()) return { literals: [...literals, literal], rank };
    for (const branch of layout.branches.values()) {
      literals.push(branch.literal);
      layout = branch.layout;
    }
  }
  return undefined;
}

const latin1 = new TextDecoder("latin1");

/** The same text for the same bytes, and for no others. */
export function keyOf(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}
