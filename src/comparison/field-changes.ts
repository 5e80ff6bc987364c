import { equalBytes } from "../collections/equal-bytes.ts";
import type { Correlation } from "../normalization/correlation.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { Rule } from "../rules/rule.ts";
import type { FieldChange } from "./difference.ts";
import { type Forms, NO_SHAPE } from "./forms.ts";
import type { WonLine } from "./side.ts";

/** How two lines compare; nothing is equal and nothing has changed if their rules are of different shapes. */
export interface Likeness {
  /** How many of the fields that the outputs show have captured the same, an id that is left open not counted. */
  readonly equal: number;
  readonly changes: readonly FieldChange[];
}

/** What the fields of a line captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]`. */
interface Captures {
  line: Buffer;
  winner: number;
  readonly bounds: number[];
}

/** Of two lines whose rules are of one shape, the fields that stand at the same place of the outputs. */
interface Opposite {
  readonly old: number;
  readonly now: number;
  readonly name: string;
}

/** Compares the fields that the outputs of two lines of one shape show. */
export class FieldComparison {
  private readonly rulebook: Rulebook;
  private readonly correlation: Correlation | undefined;
  private readonly forms: Forms;
  /** Made once, as there may be millions of lines. */
  private readonly old: Captures = { line: Buffer.alloc(0), winner: 0, bounds: [] };
  private readonly now: Captures = { line: Buffer.alloc(0), winner: 0, bounds: [] };
  /** By both rules. */
  private readonly opposites = new Map<number, readonly Opposite[]>();

  constructor(rulebook: Rulebook, correlation: Correlation | undefined, forms: Forms) {
    this.rulebook = rulebook;
    this.correlation = correlation;
    this.forms = forms;
  }

  /** The names of fields to group by that no rule has. */
  get unknown(): readonly string[] {
    return this.correlation?.unknown ?? [];
  }

  compare(oldLine: WonLine, newLine: WonLine): Likeness {
    const opposites = this.oppositesOf(oldLine.winner, newLine.winner);
    if (opposites.length === 0) return { equal: 0, changes: [] };
    const { old, now } = this;
    this.capture(oldLine, old);
    this.capture(newLine, now);
    const changes: FieldChange[] = [];
    let equal = 0;
    for (const { old: oldSlot, now: newSlot, name } of opposites) {
      if (this.holdsId(old, oldSlot) && this.holdsId(now, newSlot)) continue;
      if (areEqual(old, oldSlot, now, newSlot)) equal++;
      else changes.push({ name, old: capturedBy(old, oldSlot), new: capturedBy(now, newSlot) });
    }
    return { equal, changes };
  }

  private capture({ original, winner }: WonLine, captures: Captures): void {
    const { rules, matcher } = this.rulebook;
    matcher.match(original, 0, original.length);
    captures.line = original;
    captures.winner = winner;
    const count = 2 * rules[winner]!.pattern.fields.length;
    for (let i = 0; i < count; i++) captures.bounds[i] = matcher.bounds[i]!;
  }

  /** Each once, though the templates may show the same fields at several places. */
  private oppositesOf(old: number, now: number): readonly Opposite[] {
    // Lines of one form may be won by rules of several shapes, or by none.
    const shape = this.forms.shapeOfRule(old);
    if (shape === NO_SHAPE || shape !== this.forms.shapeOfRule(now)) return [];
    const { rules } = this.rulebook;
    const key = old * rules.length + now;
    let opposites = this.opposites.get(key);
    if (opposites === undefined) {
      const [was, is] = [rules[old]!, rules[now]!];
      const all = was.template.slots.map((slot, i): Opposite => {
        const other = is.template.slots[i]!;
        return { old: slot, now: other, name: nameOf(was, slot, is, other) };
      });
      opposites = [...new Map(all.map((one) => [`${one.old} ${one.now}`, one])).values()];
      this.opposites.set(key, opposites);
    }
    return opposites;
  }

  /** Whether a field holds its line's id. */
  private holdsId(captures: Captures, field: number): boolean {
    if (this.correlation === undefined || !this.correlation.candidates(captures.winner).includes(field)) return false;
    const idField = this.correlation.idField(captures.winner, captures.bounds);
    return idField !== -1 && areEqual(captures, field, captures, idField);
  }
}

function nameOf(was: Rule, oldSlot: number, is: Rule, newSlot: number): string {
  const [before, after] = [was.pattern.fields[oldSlot]!, is.pattern.fields[newSlot]!];
  return before === after ? before : `${before}/${after}`;
}

function capturedBy({ line, bounds }: Captures, field: number): Buffer {
  return line.subarray(bounds[2 * field]!, bounds[2 * field + 1]!);
}

function areEqual(a: Captures, aField: number, b: Captures, bField: number): boolean {
  const [from, to] = [a.bounds[2 * aField]!, a.bounds[2 * aField + 1]!];
  const other = b.bounds[2 * bField]!;
  const length = b.bounds[2 * bField + 1]! - other;
  return to - from === length && equalBytes(a.line, from, b.line, other, length);
}
