import { equalBytes } from "../collections/byte-ranges.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { FieldTransformer, type Shown } from "../normalization/field-transformer.ts";
import type { LinePattern } from "../normalization/rulebook.ts";
import { type ComparisonKeys, type LogName, NO_SHAPE } from "./comparison-keys.ts";
import type { FieldChange } from "./difference.ts";
import type { SideLine } from "./side.ts";

/** How two lines compare. If their rules are of different shapes, nothing is equal and nothing has changed. */
export interface Likeness {
  /** How many of the fields that the outputs show have captured the same, their ids not counted. */
  readonly equal: number;
  readonly changes: readonly FieldChange[];
}

/** What the fields of a line captured, and what the output shows of it. */
interface CapturedLine {
  linePattern: number;
  readonly captured: { readonly sources: Buffer[]; readonly bounds: number[] };
  shown: Shown;
}

function noLine(): CapturedLine {
  const captured = { sources: [], bounds: [] };
  return { linePattern: -1, captured, shown: captured };
}

/** Two fields, of two lines whose rules are of one shape, that stand at the same place of the outputs. */
interface Opposite {
  readonly old: number;
  readonly next: number;
  readonly name: string;
}

/** Compares the fields that the outputs of two lines of one shape show. */
export class FieldComparison {
  private readonly linePatterns: readonly LinePattern[];
  private readonly correlation: Correlation | undefined;
  private readonly keys: ComparisonKeys;
  /** Used for line after line, as there may be millions. */
  private readonly old = noLine();
  private readonly next = noLine();
  /** By the kind of line. */
  private readonly transformings = {
    old: new Map<number, FieldTransformer | undefined>(),
    new: new Map<number, FieldTransformer | undefined>(),
  };
  /** By both kinds. */
  private readonly opposites = new Map<number, readonly Opposite[]>();

  constructor(linePatterns: readonly LinePattern[], correlation: Correlation | undefined, keys: ComparisonKeys) {
    this.linePatterns = linePatterns;
    this.correlation = correlation;
    this.keys = keys;
  }

  /** Two lines field by field. What both hold as their ids is not compared: it differs wherever the runs do not share ids. */
  compare(oldLine: SideLine, newLine: SideLine): Likeness {
    const opposites = this.oppositesOf(oldLine.linePattern, newLine.linePattern);
    if (opposites.length === 0) return { equal: 0, changes: [] };
    const { old, next } = this;
    this.capture(oldLine, "old", old);
    this.capture(newLine, "new", next);
    const changes: FieldChange[] = [];
    let equal = 0;
    for (const { old: oldSlot, next: newSlot, name } of opposites) {
      if (this.holdsId(old, oldSlot) && this.holdsId(next, newSlot)) continue;
      if (areEqual(old.shown, oldSlot, next.shown, newSlot)) equal++;
      else changes.push({ name, old: shownBy(old, oldSlot), new: shownBy(next, newSlot) });
    }
    return { equal, changes };
  }

  private capture({ matched, linePattern }: SideLine, log: LogName, captures: CapturedLine): void {
    const { captured } = captures;
    captures.linePattern = linePattern;
    const bounds = this.keys.captures.of(linePattern, matched) ?? [];
    for (let i = 0; i < bounds.length; i++) captured.bounds[i] = bounds[i]!;
    for (let i = 0; 2 * i < bounds.length; i++) captured.sources[i] = matched;
    captures.shown = this.transformingOf(linePattern, log)?.transform(matched, captured.bounds) ?? captured;
  }

  private transformingOf(linePattern: number, log: LogName): FieldTransformer | undefined {
    const known = this.transformings[log];
    if (!known.has(linePattern))
      known.set(
        linePattern,
        FieldTransformer.of(this.linePatterns[linePattern]!, () => this.keys.aliases[log]),
      );
    return known.get(linePattern);
  }

  /** The fields that stand opposite each other; each pair once, though templates may show it at several places. */
  private oppositesOf(old: number, next: number): readonly Opposite[] {
    // Lines of one form may be won by rules of several shapes, or by none.
    const shape = this.keys.shapeOfKind(old);
    if (shape === NO_SHAPE || shape !== this.keys.shapeOfKind(next)) return [];
    const { linePatterns } = this;
    const key = old * linePatterns.length + next;
    let opposites = this.opposites.get(key);
    if (opposites === undefined) {
      const [was, is] = [linePatterns[old]!, linePatterns[next]!];
      const all = was.template.slots.map((slot, i): Opposite => {
        const other = is.template.slots[i]!;
        return { old: slot, next: other, name: nameOf(was, slot, is, other) };
      });
      opposites = [...new Map(all.map((one) => [`${one.old} ${one.next}`, one])).values()];
      this.opposites.set(key, opposites);
    }
    return opposites;
  }

  /** Whether a field holds its line's id. */
  private holdsId(captures: CapturedLine, field: number): boolean {
    if (this.correlation === undefined || !this.correlation.candidates(captures.linePattern).includes(field))
      return false;
    const { captured } = captures;
    const idField = this.correlation.idField(captures.linePattern, captured.bounds);
    return idField !== -1 && areEqual(captured, field, captured, idField);
  }
}

function nameOf(was: LinePattern, oldSlot: number, is: LinePattern, newSlot: number): string {
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
