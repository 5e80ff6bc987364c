// Markup made of texts of logs and rules. Each text that a template takes is only ever text.

import { stripAnsi } from "../text/bytes/escape-sequences.ts";
import { printable } from "../text/messages/printable.ts";
import { escapedMarkup } from "../text/messages/xml.ts";

const MAX_TEXT = 300;

/** A template of HTML, in which all values are text. */
export function markup(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return literals.reduce(
    (before, literal, i) => `${before}${escapedMarkup(printable(String(values[i - 1])))}${literal}`,
  );
}

/** A text of a log without what would colour it on a terminal, with blanks for tabs. */
export function shownText(text: string): string {
  return stripAnsi(Buffer.from(text.slice(0, MAX_TEXT)))
    .toString()
    .replaceAll("\t", " ")
    .trim();
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
