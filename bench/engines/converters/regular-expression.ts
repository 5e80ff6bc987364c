import type { Capture, ConvertibleElement } from "./convertible-rule.ts";
import { escaped } from "./field-expression.ts";

/** How a language writes the parts of a regular expression. */
export interface Spelling {
  literal(text: string): string;
  /** A field, from its JavaScript expression. Undefined if the language uses any text for it. */
  typed(capture: Capture): string | undefined;
  /** Any text, as short as the rest of the elements allow. */
  anything(rest: readonly ConvertibleElement[]): string;
  captured(expression: string, capture: Capture): string;
}

/** The syntax shared by JavaScript and perl. Only fields that the output needs are captured. */
export const LAZY: Spelling = {
  literal: escaped,
  typed: ({ expression }) => expression,
  anything: (rest) => (rest.length === 0 ? ".*" : ".*?"),
  captured: (expression, { number }) => (number === undefined ? expression : `(${expression})`),
};

/** A rule as one expression for the whole line, without anchors at its ends. */
export function regularExpression(
  { elements }: { readonly elements: readonly ConvertibleElement[] },
  spelling: Spelling,
): string {
  return sequence(elements, [], spelling);
}

/** `after` holds the elements that follow the sequence. */
function sequence(
  elements: readonly ConvertibleElement[],
  after: readonly ConvertibleElement[],
  spelling: Spelling,
): string {
  return elements
    .map((element, i) => {
      if (typeof element === "string") return spelling.literal(element);
      const rest = [...elements.slice(i + 1), ...after];
      if ("branches" in element) return choice(element.branches, rest, spelling);
      return spelling.captured(spelling.typed(element) ?? spelling.anything(rest), element);
    })
    .join("");
}

function choice(
  branches: readonly (readonly ConvertibleElement[])[],
  rest: readonly ConvertibleElement[],
  spelling: Spelling,
): string {
  const expressions = branches.map((branch) => sequence(branch, rest, spelling));
  if (branches.length === 2 && branches[1]!.length === 0) return `(?:${expressions[0]})?`;
  return `(?:${expressions.join("|")})`;
}
