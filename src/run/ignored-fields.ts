import type { Template } from "../rules/template.ts";
import { fieldsOf, UnknownFieldError } from "./correlation.ts";
import type { LinePattern } from "./rulebook.ts";

/** Fields that are left out of the comparison, although outputs show them. */
export class IgnoredFields {
  /** The line patterns with the templates that lines are compared by: without the ignored fields. */
  readonly linePatterns: readonly LinePattern[];

  /** The names of ignored fields that no output shows. */
  readonly hidden: readonly string[];

  /** By line pattern: the indexes of the ignored fields that its output shows. */
  private readonly fields: readonly ReadonlySet<number>[];

  /** Throws an UnknownFieldError if no rule has one of the names. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    const known = fieldsOf(linePatterns);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new UnknownFieldError(unknown, known);
    this.fields = linePatterns.map(
      ({ pattern, template }) => new Set(template.slots.filter((slot) => names.includes(pattern.fields[slot]!))),
    );
    const shown = linePatterns.flatMap(({ pattern }, i) => [...this.fields[i]!].map((field) => pattern.fields[field]));
    this.hidden = names.filter((name) => !shown.includes(name));
    this.linePatterns = linePatterns.map((linePattern, i) => {
      const template = replacedFields(linePattern.template, [...this.fields[i]!], Buffer.alloc(0));
      return this.isShownBy(i) ? { ...linePattern, template } : linePattern;
    });
  }

  /** Whether the output of a line pattern shows an ignored field. */
  isShownBy(linePattern: number): boolean {
    return this.fields[linePattern]!.size > 0;
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
