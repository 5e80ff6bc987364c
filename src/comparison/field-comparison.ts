import { equalBytes } from "../collections/byte-ranges.ts";
import type { Correlation } from "../normalization/correlation.ts";
import type { LineKind } from "../normalization/rulebook.ts";
import { type Shown, Transforming } from "../normalization/transforming.ts";
import type { FieldChange } from "./difference.ts";
import { type Forms, type LogName, NO_SHAPE } from "./forms.ts";
import type { SideLine } from "./side.ts";

/** How two lines compare. If their rules are of different shapes, nothing is equal and nothing has changed. */
export interface Likeness {
  /** How many of the fields that the outputs show have captured the same, their ids not counted. */
  readonly equal: number;
  readonly changes: readonly FieldChange[];
}

/** What the fields of a line captured, and what the output shows of it. */
interface CapturedLine {
  kind: number;
  readonly captured: { readonly sources: Buffer[]; readonly bounds: number[] };
  shown: Shown;
}

function noLine(): CapturedLine {
  const captured = { sources: [], bounds: [] };
  return { kind: -1, captured, shown: captured };
}

/** Two fields, of two lines whose rules are of one shape, that stand at the same place of the outputs. */
interface Opposite {
  readonly old: number;
  readonly now: number;
  readonly name: string;
}

/** Compares the fields that the outputs of two lines of one shape show. */
export class FieldComparison {
  private readonly kinds: readonly LineKind[];
  private readonly correlation: Correlation | undefined;
  private readonly forms: Forms;
  /** Used for line after line, as there may be millions. */
  private readonly old = noLine();
  private readonly now = noLine();
  /** By the kind of line. */
  private readonly transformings = {
    old: new Map<number, Transforming | undefined>(),
    new: new Map<number, Transforming | undefined>(),
  };
  /** By both kinds. */
  private readonly opposites = new Map<number, readonly Opposite[]>();

  constructor(kinds: readonly LineKind[], correlation: Correlation | undefined, forms: Forms) {
    this.kinds = kinds;
    this.correlation = correlation;
    this.forms = forms;
  }

  /** Two lines field by field. What both hold as their ids is not compared: it differs wherever the runs do not share ids. */
  compare(oldLine: SideLine, newLine: SideLine): Likeness {
    const opposites = this.oppositesOf(oldLine.kind, newLine.kind);
    if (opposites.length === 0) return { equal: 0, changes: [] };
    const { old, now } = this;
    this.capture(oldLine, "old", old);
    this.capture(newLine, "new", now);
    const changes: FieldChange[] = [];
    let equal = 0;
    for (const { old: oldSlot, now: newSlot, name } of opposites) {
      if (this.holdsId(old, oldSlot) && this.holdsId(now, newSlot)) continue;
      if (areEqual(old.shown, oldSlot, now.shown, newSlot)) equal++;
      else changes.push({ name, old: shownBy(old, oldSlot), new: shownBy(now, newSlot) });
    }
    return { equal, changes };
  }

  private capture({ matched, kind }: SideLine, log: LogName, captures: CapturedLine): void {
    const { captured } = captures;
    captures.kind = kind;
    const bounds = this.forms.captures.of(kind, matched) ?? [];
    for (let i = 0; i < bounds.length; i++) captured.bounds[i] = bounds[i]!;
    for (let i = 0; 2 * i < bounds.length; i++) captured.sources[i] = matched;
    captures.shown = this.transformingOf(kind, log)?.transform(matched, captured.bounds) ?? captured;
  }

  private transformingOf(kind: number, log: LogName): Transforming | undefined {
    const known = this.transformings[log];
    if (!known.has(kind))
      known.set(
        kind,
        Transforming.of(this.kinds[kind]!, () => this.forms.aliases[log]),
      );
    return known.get(kind);
  }

  /** The fields that stand opposite each other; each pair once, though templates may show it at several places. */
  private oppositesOf(old: number, now: number): readonly Opposite[] {
    // Lines of one form may be won by rules of several shapes, or by none.
    const shape = this.forms.shapeOfKind(old);
    if (shape === NO_SHAPE || shape !== this.forms.shapeOfKind(now)) return [];
    const { kinds } = this;
    const key = old * kinds.length + now;
    let opposites = this.opposites.get(key);
    if (opposites === undefined) {
      const [was, is] = [kinds[old]!, kinds[now]!];
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
  private holdsId(captures: CapturedLine, field: number): boolean {
    if (this.correlation === undefined || !this.correlation.candidates(captures.kind).includes(field)) return false;
    const { captured } = captures;
    const idField = this.correlation.idField(captures.kind, captured.bounds);
    return idField !== -1 && areEqual(captured, field, captured, idField);
  }
}

function nameOf(was: LineKind, oldSlot: number, is: LineKind, newSlot: number): string {
  // A slot beyond the fields is the line itself.
  const [before, after] = [was.pattern.fields[oldSlot] ?? "line", is.pattern.fields[newSlot] ?? "line"];
  return before === after ? before : `${before}/${after}`;
}

/** A copy where it was transformed: the next line is transformed in the same place. */
function shownBy({ shown, captured }: CapturedLine, field: number): Buffer {
  const text = shown.sources[field]!.subarray(shown.bounds[2 * field]!, shown.bounds[2 * field + 1]!);
  return shown === captured ? text : Buffer.from(text);
}

function areEqual(a: Shown, aField: number, b: Shown, bField: number): boolean {
  const [from, to] = [a.bounds[2 * aField]!, a.bounds[2 * aField + 1]!];
  const other = b.bounds[2 * bField]!;
  const length = b.bounds[2 * bField + 1]! - other;
  return to - from === length && equalBytes(a.sources[aField]!, from, b.sources[bField]!, other, length);
}
