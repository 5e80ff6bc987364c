// Elements of the page. Text is only ever set as text, so that nothing in a log or in rules is markup. All strings are
// shown with escapes for what cannot be seen; a Text is shown as it is.
import { printable } from "../../text/messages/printable.ts";

type Value = string | number | boolean | undefined | ((event: Event) => void);
type Attributes = Readonly<Record<string, Value>>;
type Child = Node | string | undefined | false;

const SVG = "http://www.w3.org/2000/svg";

type TagOf<Selector> = Selector extends `${infer Tag}.${string}` ? Tag : Selector;
type ElementOf<Selector> =
  TagOf<Selector> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Selector>] : never;

/** Creates an element: a tag, perhaps with classes, as in `p.sub`. Attributes may come first; functions listen. */
export function h<Selector extends string>(
  selector: Selector,
  ...content: readonly [Attributes, ...Child[]] | readonly Child[]
): ElementOf<Selector> {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag!) as ElementOf<Selector>;
  if (classes.length > 0) element.className = classes.join(" ");
  for (const part of content) {
    if (part === undefined || part === false) continue;
    if (typeof part === "string") element.append(printable(part));
    else if (part instanceof Node) element.append(part);
    else setAttributes(element, part);
  }
  return element;
}

export function svg(tag: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : printable(String(value)));
  }
}

/** The name of a file. If there is no room for a long one, its beginning is left out. */
export function pathText(name: string): HTMLElement {
  return h("span.path", { title: name }, h("bdi", name));
}

/** A row that opens. Its contents are made when it is opened for the first time. */
export function foldedRow(
  attributes: Attributes,
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

/** Opens all rows of an element, also those in rows. */
export function unfoldAll(element: HTMLElement): void {
  const selector = "details:not([open])";
  for (let row = element.querySelector(selector); row !== null; row = element.querySelector(selector)) {
    (row as HTMLDetailsElement).open = true;
    // The browser's own event, which fills rows, would come after the printing.
    row.dispatchEvent(new Event("toggle"));
  }
}
