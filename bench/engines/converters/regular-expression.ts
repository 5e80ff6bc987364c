import type { Capture, ConvertibleRule } from "./convertible-rule.ts";

/** How a language spells the parts of a regular expression. */
export interface Spelling {
  literal(text: string): string;
  /** A date-time, from an expression as JavaScript spells it. */
  dateTime(expression: string): string;
  /** Any text, as short as may be for the rest of the elements to match. */
  anything(rest: readonly (string | Capture)[]): string;
  captured(expression: string, capture: Capture): string;
}

/** What JavaScript and perl spell alike. Only those fields are captured that the output needs. */
export const LAZY: Spelling = {
  literal: (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"),
  dateTime: (expression) => expression,
  anything: (rest) => (rest.length === 0 ? ".*" : ".*?"),
  captured: (expression, { number }) => (number === undefined ? expression : `(${expression})`),
};

/** A rule as one expression, from the start of the line to its end but without the anchors. */
export function regularExpression({ elements }: ConvertibleRule, spelling: Spelling): string {
  return elements
    .map((element, i) => {
      if (typeof element === "string") return spelling.literal(element);
      const { dateTime } = element;
      const text = dateTime === undefined ? spelling.anything(elements.slice(i + 1)) : spelling.dateTime(dateTime);
      return spelling.captured(text, element);
    })
    .join("");
}
