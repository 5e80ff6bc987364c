// Elements of the page. Text is only ever set as text, so that nothing in a log or in rules is markup.
import { printable } from "../../text/messages/printable.ts";

type Value = string | number | boolean | undefined | ((event: Event) => void);
type Child = Node | string | undefined;

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element. Functions are listeners; false and undefined are attributes that are left out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Creates an element of a drawing. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element: Element, attributes: Readonly<Record<string, Value>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** The name of a file. If there is no room for a long one, its beginning is left out. */
export function pathText(name: string): HTMLElement {
  return h("span", { class: "path", title: printable(name) }, h("bdi", {}, printable(name)));
}

/** A number with separators between thousands, as in `12 345`. */
export function count(number: number): string {
  return number.toLocaleString("en").replaceAll(",", "\u202f");
}

/** `1 line`, `2 lines`. */
export function quantity(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A share in percent, rounded down, so that 100% means all. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.floor((1000 * part) / whole) / 10}%`;
}
