import { equalBytes } from "../collections/equal-bytes.ts";
import type { Correlation } from "../correlation.ts";
import type { Rule } from "../rules/rule.ts";
import type { FieldChange } from "./difference.ts";
import type { CapturedLine } from "./side.ts";

/** How two lines of one shape compare. */
export interface Likeness {
  /** How many of the fields that the outputs show have captured the same, an id that is left open not counted. */
  readonly equal: number;
  readonly changes: readonly FieldChange[];
}

/** Compares the fields that the outputs of two lines of one shape show. */
export class FieldComparison {
  private readonly rules: readonly Rule[];
  private readonly correlation: Correlation | undefined;

  constructor(rules: readonly Rule[], correlation: Correlation | undefined) {
    this.rules = rules;
    this.correlation = correlation;
  }

  /** The names of fields to group by that no rule has. */
  get unknown(): readonly string[] {
    return this.correlation?.unknown ?? [];
  }

  compare(old: CapturedLine, now: CapturedLine): Likeness {
    const [was, is] = [this.rules[old.winner]!, this.rules[now.winner]!];
    const changes: FieldChange[] = [];
    let equal = 0;
    const slots = was.template.slots;
    for (let i = 0; i < slots.length; i++) {
      const [oldSlot, newSlot] = [slots[i]!, is.template.slots[i]!];
      if (this.holdsId(old, oldSlot) && this.holdsId(now, newSlot)) continue;
      if (areEqual(old, oldSlot, now, newSlot)) equal++;
      else
        changes.push({
          name: nameOf(was, oldSlot, is, newSlot),
          old: valueOf(old, oldSlot),
          new: valueOf(now, newSlot),
        });
    }
    return { equal, changes };
  }

  /** Whether a field holds its line's id. */
  private holdsId(line: CapturedLine, field: number): boolean {
    if (this.correlation === undefined || !this.correlation.candidates(line.winner).includes(field)) return false;
    const idField = this.correlation.idField(line.winner, line.bounds);
    return idField !== -1 && areEqual(line, field, line, idField);
  }
}

function nameOf(was: Rule, oldSlot: number, is: Rule, newSlot: number): string {
  const [before, after] = [was.pattern.fields[oldSlot]!, is.pattern.fields[newSlot]!];
  return before === after ? before : `${before}/${after}`;
}

function valueOf({ original, bounds }: CapturedLine, field: number): Buffer {
  return original.subarray(bounds[2 * field]!, bounds[2 * field + 1]!);
}

function areEqual(a: CapturedLine, aField: number, b: CapturedLine, bField: number): boolean {
  const [from, to] = [a.bounds[2 * aField]!, a.bounds[2 * aField + 1]!];
  const other = b.bounds[2 * bField]!;
  const length = b.bounds[2 * bField + 1]! - other;
  return to - from === length && equalBytes(a.original, from, b.original, other, length);
}
