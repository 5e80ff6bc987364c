import { h, quantity } from "../dom.ts";
import type { Evaluation, Model, PageLine } from "../model.ts";

/** The parts of a view; undefined for those that are left out. */
export type View = readonly (Node | undefined)[];

/** What all views get. */
export interface ViewContext {
  readonly model: Model;
  readonly evaluation: Evaluation;
  /** The texts in the boxes of views, which stay when these are drawn again. */
  readonly inputs: Inputs;
  /** Shows a range of the rules in the editor. */
  readonly showRange: (from: number, to: number) => void;
  /** Adds a rule for a line. Resolves to why it could not, or to undefined if it did. */
  readonly draft: (line: PageLine) => Promise<string | undefined>;
  /** Runs a slow task soon, unless the view has been drawn again by then. */
  readonly later: (task: () => void) => void;
}

export interface Inputs {
  pasted: string;
  filter: string;
}

/** How many rows are shown at first. */
const FIRST_ROWS = 100;
const MORE_ROWS = 200;

/** A list that shows its first rows, and more on demand. */
export function longList<Item>(items: readonly Item[], row: (item: Item) => HTMLElement): HTMLElement {
  const list = h("div.list");
  let shown = 0;
  const more = h("button", { type: "button", class: "more", click: () => add(MORE_ROWS) });
  const add = (number: number): void => {
    more.remove();
    for (const item of items.slice(shown, shown + number)) list.append(row(item));
    shown = Math.min(items.length, shown + number);
    const left = items.length - shown;
    if (left === 0) return;
    more.textContent = `Show ${quantity(Math.min(left, MORE_ROWS), "more line")} of ${left}`;
    list.append(more);
  };
  add(FIRST_ROWS);
  return list;
}

/** A part of a view with a heading. */
export function card(heading: Node | string, ...children: readonly (Node | string | undefined)[]): HTMLElement {
  return h("section.card", h("h2", heading), ...children);
}
