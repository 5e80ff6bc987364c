import { h } from "./dom.ts";

/** Sent to a row that must have its contents at once, since the page is about to be printed. */
const FILL = "fill";

/** A row that opens. Its contents are made when it is opened for the first time. */
export function foldedRow(
  attributes: Parameters<typeof h<"details">>[1],
  summary: HTMLElement,
  body: HTMLElement,
  contents: () => readonly Node[],
): HTMLDetailsElement {
  const row = h("details", attributes, summary, body);
  const fill = (): void => {
    if (body.childElementCount === 0) body.append(...contents());
  };
  row.addEventListener(FILL, fill);
  row.addEventListener("toggle", () => {
    if (row.open) fill();
  });
  return row;
}

/** Opens all rows of an element, also those in rows. Returns those that were closed. */
export function unfoldAll(element: HTMLElement): HTMLDetailsElement[] {
  const opened: HTMLDetailsElement[] = [];
  for (;;) {
    const closed = [...element.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    if (closed.length === 0) return opened;
    for (const row of closed) {
      row.dispatchEvent(new Event(FILL));
      row.open = true;
    }
    opened.push(...closed);
  }
}
