import { pattern } from "../../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../../src/matcher/precedence.ts";
import type { LineTemplate } from "../../workloads/line-template.ts";

/** A rule as every converter takes it, before any language spells it. */
export interface ConvertibleRule {
  readonly elements: readonly (string | Capture)[];
  /** Literal text, and the captures that stand in between. */
  readonly output: readonly (string | Capture)[];
}

/** A field of a rule. */
export interface Capture {
  readonly field: string;
  /** Its number among those that the output needs, from 1 on; none when the output drops it. */
  readonly number: number | undefined;
  /** Of a timestamp: a regular expression for its date-times. */
  readonly dateTime: string | undefined;
}

/** The rules, the one that wins over all others first, so that who tries them in turn may stop at the first. */
export function convertibleRules(templates: readonly LineTemplate[]): ConvertibleRule[] {
  const patterns = templates.map(({ elements }) =>
    pattern(elements.map((element) => (typeof element === "string" ? { text: element } : element))),
  );
  return precedenceOrder(patterns).map((index) => convertible(templates[index]!));
}

function convertible({ elements, output }: LineTemplate): ConvertibleRule {
  const kept = new Map<string, Capture>();
  const converted: (string | Capture)[] = [];
  for (const element of elements) {
    const before = converted.at(-1);
    if (typeof element === "object") {
      const { field, expression } = element;
      const needed = output.includes(`{${field}}`);
      const capture: Capture = { field, number: needed ? kept.size + 1 : undefined, dateTime: expression };
      if (needed) kept.set(field, capture);
      converted.push(capture);
    } else if (typeof before === "string") {
      // Neighbouring texts are one literal.
      converted[converted.length - 1] = before + element;
    } else {
      converted.push(element);
    }
  }
  return { elements: converted, output: outputOf(output, kept) };
}

function outputOf(template: string, kept: ReadonlyMap<string, Capture>): (string | Capture)[] {
  // What stands between braces comes at every second place.
  return template
    .split(/(\{[^{}]+\})/)
    .map((piece, i) => (i % 2 === 1 ? (kept.get(piece.slice(1, -1)) ?? piece) : piece))
    .filter((piece) => piece !== "");
}

/** Whether it is a field that may be anything. */
export function isOpen(element: string | Capture | undefined): element is Capture {
  return typeof element === "object" && element.dateTime === undefined;
}
