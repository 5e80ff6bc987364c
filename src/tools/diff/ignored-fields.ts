import { UnknownFieldError } from "../../run/correlation.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { withoutFields } from "./masked-renderers.ts";

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
    const known = new Set(linePatterns.flatMap(({ pattern }) => pattern.fields));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new UnknownFieldError(unknown, [...known]);
    this.fields = linePatterns.map(
      ({ pattern, template }) => new Set(template.slots.filter((slot) => names.includes(pattern.fields[slot]!))),
    );
    const shown = new Set(
      linePatterns.flatMap(({ pattern }, i) => [...this.fields[i]!].map((f) => pattern.fields[f]!)),
    );
    this.hidden = names.filter((name) => !shown.has(name));
    this.linePatterns = linePatterns.map((linePattern, i) => {
      const ignored = this.fields[i]!;
      if (ignored.size === 0) return linePattern;
      return { ...linePattern, template: withoutFields(linePattern.template, [...ignored]) };
    });
  }

  /** Whether the output of a line pattern shows an ignored field. */
  isShownBy(linePattern: number): boolean {
    return this.fields[linePattern]!.size > 0;
  }
}
