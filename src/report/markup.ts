// Markup made of texts of logs and rules. Each text that a template takes is only ever text.

import { printable } from "../text/messages/printable.ts";

/** A template of HTML, in which all values are text. */
export function markup(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return literals.reduce((before, literal, i) => `${before}${escaped(printable(String(values[i - 1])))}${literal}`);
}

/** A text that HTML takes as text, in elements and in attributes. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
