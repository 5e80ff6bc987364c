import { quantity } from "../../counts.ts";
import { h } from "../dom.ts";
import type { Evaluation, Model } from "../model.ts";

/** The parts of a view; undefined for those that are left out. */
export type View = readonly (Node | undefined)[];

export interface ViewContext {
  readonly model: Model;
  readonly evaluation: Evaluation;
  /** The texts in the boxes of views, which stay when these are drawn again. */
  readonly inputs: Inputs;
  /** Takes other lines, in a playground. */
  readonly paste: (text: string) => void;
  readonly showRange: (from: number, to: number) => void;
  /** What the report says first, with a picture of the log. */
  readonly summary: HTMLElement;
  /** Opens the rules with a rule that was drafted and added as the last one. */
  readonly takeDraft: (text: string) => void;
  /** Runs a slow task once an element is seen, unless the view has been drawn again by then. */
  readonly whenSeen: (element: Element, task: () => void) => void;
}

export interface Inputs {
  pasted: string;
  filter: string;
}

const FIRST_ROWS = 100;
const MORE_ROWS = 200;

/** A list that shows its first rows, and more on demand. */
export function longList<Item>(items: readonly Item[], row: (item: Item) => HTMLElement, noun = "line"): HTMLElement {
  const list = h("div.list");
  let shown = 0;
  const more = h("button", { type: "button", class: "more", click: () => add(MORE_ROWS) });
  const add = (number: number): void => {
    more.remove();
    for (const item of items.slice(shown, shown + number)) list.append(row(item));
    shown = Math.min(items.length, shown + number);
    const left = items.length - shown;
    if (left === 0) return;
    more.textContent = `Show ${quantity(Math.min(left, MORE_ROWS), `more ${noun}`)} of ${left}`;
    list.append(more);
  };
  add(FIRST_ROWS);
  return list;
}

export function card(heading: Node | string, ...children: readonly (Node | string | undefined)[]): HTMLElement {
  return h("section.card", h("h2", heading), ...children);
}
