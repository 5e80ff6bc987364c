import { precedenceOrder } from "../../../src/matcher/precedence.ts";
import { loadRules } from "../../../src/run/loaded-rules.ts";
import type { Field, LineTemplate, TemplateElement } from "../../workloads/line-template.ts";
import { rulesFile } from "../../workloads/rules-file.ts";
import { expressionOf } from "./field-expression.ts";

/** A rule in a form that every converter can start from. */
export interface ConvertibleRule {
  readonly elements: readonly ConvertibleElement[];
  /** Literal text, and the fields between it. */
  readonly output: readonly (string | OutputField)[];
}

export type ConvertibleElement = string | Capture | Branches;

/** Several sequences, of which the first is taken that lets the whole line match. */
export interface Branches {
  readonly branches: readonly (readonly ConvertibleElement[])[];
}

/** A place where a field captures. */
export interface Capture {
  readonly field: string;
  /** Its number from 1 among the captures that the output needs, or undefined if the output drops it. */
  readonly number: number | undefined;
  /** For a timestamp: a regular expression for its date-times. */
  readonly dateTime: string | undefined;
  /** A regular expression for its texts, or undefined for a field of any text. */
  readonly expression: string | undefined;
}

/** A field in an output. */
export interface OutputField {
  readonly field: string;
  /** Where it captures: once, or in several branches. */
  readonly captures: readonly Capture[];
  /** Whether a line may lack it, so that it is empty. */
  readonly mayLack: boolean;
  readonly transforms: readonly string[];
}

/** A rule of literals and fields only. */
export interface PlainRule {
  readonly elements: readonly (string | Capture)[];
  readonly output: readonly (string | Capture)[];
}

/** The rules in order of precedence, so that an engine that tries them in turn may stop at the first match. */
export function convertibleRules(templates: readonly LineTemplate[]): ConvertibleRule[] {
  const rules = loadRules({ bytes: Buffer.from(rulesFile(templates)), name: "rules.yaml" }).rules;
  const order = precedenceOrder(rules.map(({ pattern }) => pattern));
  return order.map((index) => new Conversion(templates[index]!).rule);
}

/** Whether the rules are literals and fields only, and their outputs show what the fields captured. */
export function arePlain(templates: readonly LineTemplate[]): boolean {
  return templates.every(({ elements }) =>
    elements.every(
      (element) => typeof element === "string" || ("field" in element && !element.values && !element.transforms),
    ),
  );
}

/** Whether they are plain, and their fields take any text. */
export function areUntyped(templates: readonly LineTemplate[]): boolean {
  const isTyped = (element: TemplateElement): boolean => typeof element === "object" && "parser" in element;
  return arePlain(templates) && !templates.some(({ elements }) => elements.some(isTyped));
}

/** The rules of `convertibleRules`, as plain rules. Throws an Error if they are not plain. */
export function plainRules(templates: readonly LineTemplate[]): PlainRule[] {
  if (!arePlain(templates)) throw new Error("these rules have more than literals and fields");
  return convertibleRules(templates).map(({ elements, output }) => ({
    elements: elements as readonly (string | Capture)[],
    output: output.map((piece) => (typeof piece === "string" ? piece : piece.captures[0]!)),
  }));
}

/** Whether an engine without types can treat the field as any text. */
export function isOpen(element: ConvertibleElement | undefined): element is Capture {
  return typeof element === "object" && "field" in element && element.dateTime === undefined;
}

/** Converts one rule, and numbers its captures from left to right. */
class Conversion {
  readonly rule: ConvertibleRule;
  private readonly needed: ReadonlySet<string>;
  private readonly shown = new Map<string, OutputField & { readonly captures: Capture[] }>();
  private count = 0;

  constructor({ elements, output }: LineTemplate) {
    // Every second part is the inside of braces.
    const pieces = output.split(/(\{[^{}]+\})/);
    this.needed = new Set(pieces.filter((_, i) => i % 2 === 1).map((piece) => piece.slice(1, -1)));
    this.rule = {
      elements: this.sequence(elements, false),
      output: pieces
        .map((piece, i) => (i % 2 === 1 ? (this.shown.get(piece.slice(1, -1)) ?? piece) : piece))
        .filter((piece) => piece !== ""),
    };
  }

  private sequence(elements: readonly TemplateElement[], inBranch: boolean): ConvertibleElement[] {
    const converted: ConvertibleElement[] = [];
    for (const element of elements) {
      const before = converted.at(-1);
      if (typeof element === "object") {
        converted.push(
          "field" in element
            ? this.capture(element, inBranch)
            : { branches: element.alternatives.map((branch) => this.sequence(branch, true)) },
        );
      } else if (typeof before === "string") {
        // Adjacent texts become one literal.
        converted[converted.length - 1] = before + element;
      } else {
        converted.push(element);
      }
    }
    return converted;
  }

  private capture(element: Field, mayLack: boolean): Capture {
    const { field, transforms = [] } = element;
    const isNeeded = this.needed.has(field);
    const capture: Capture = {
      field,
      number: isNeeded ? ++this.count : undefined,
      dateTime: field === "timestamp" || element.parser === "timestamp" ? element.expression : undefined,
      expression: expressionOf(element),
    };
    if (!isNeeded) return capture;
    const known = this.shown.get(field);
    if (known === undefined) this.shown.set(field, { field, captures: [capture], mayLack, transforms });
    else known.captures.push(capture);
    return capture;
  }
}
