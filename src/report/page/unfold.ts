import { h } from "./dom.ts";

/** A row that opens. Its contents are made when it is opened for the first time. */
export function foldedRow(
  attributes: Parameters<typeof h<"details">>[1],
  summary: HTMLElement,
  body: HTMLElement,
  contents: () => readonly Node[],
): HTMLDetailsElement {
  const row = h("details", attributes, summary, body);
  row.addEventListener("toggle", () => {
    if (row.open && body.childElementCount === 0) body.append(...contents());
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
      row.open = true;
      // The browser's own event, which fills rows, would come after the printing.
      row.dispatchEvent(new Event("toggle"));
    }
    opened.push(...closed);
  }
}
