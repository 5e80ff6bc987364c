// Markup made of texts of logs and rules. Each text that a template takes is only ever text.

import { printable } from "../text/messages/printable.ts";
import { escapedMarkup } from "../text/messages/xml.ts";

/** A template of HTML, in which all values are text. */
export function markup(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return literals.reduce(
    (before, literal, i) => `${before}${escapedMarkup(printable(String(values[i - 1])))}${literal}`,
  );
}
