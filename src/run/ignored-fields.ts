import type { Template } from "../rules/notation.ts";
import { fieldsOf, UnknownFieldError } from "./correlation.ts";
import type { LinePattern } from "./rulebook.ts";

/** Fields that are left out of the comparison, although outputs show them. */
export class IgnoredFields {
  /** The line patterns with the templates that lines are compared by: without the ignored fields. */
  readonly linePatterns: readonly LinePattern[];

  /** The names of ignored fields that no output shows. */
  readonly hidden: readonly string[];

  /** By line pattern: whether its output shows an ignored field. */
  readonly areShown: readonly boolean[];

  /** Throws an UnknownFieldError if no rule has one of the names. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    const known = fieldsOf(linePatterns);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new UnknownFieldError(unknown, known);
    const ignored = linePatterns.map(
      ({ pattern, template }) => new Set(template.slots.filter((slot) => names.includes(pattern.fields[slot]!))),
    );
    this.areShown = ignored.map(({ size }) => size > 0);
    const shown = linePatterns.flatMap(({ pattern }, i) => [...ignored[i]!].map((field) => pattern.fields[field]));
    this.hidden = names.filter((name) => !shown.includes(name));
    this.linePatterns = linePatterns.map((linePattern, i) => {
      const template = replacedFields(linePattern.template, [...ignored[i]!], Buffer.alloc(0));
      return this.areShown[i] ? { ...linePattern, template } : linePattern;
    });
  }
}

/** The template with a text in place of some fields. */
export function replacedFields({ literals, slots }: Template, fields: readonly number[], text: Uint8Array): Template {
  const left: Uint8Array[] = [literals[0]!];
  const leftSlots: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const next = literals[i + 1]!;
    if (fields.includes(slot)) {
      left.push(Buffer.concat([left.pop()!, text, next]));
    } else {
      left.push(next);
      leftSlots.push(slot);
    }
  }
  return { literals: left, slots: leftSlots };
}
