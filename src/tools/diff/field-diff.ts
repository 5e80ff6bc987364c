import { FieldTransformer, type TransformedCaptures } from "../../run/field-transformer.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { equalBytes } from "../../text/bytes/copy.ts";
import type { FieldChange, SideName } from "./difference.ts";
import { NO_TEMPLATE } from "./key-table.ts";
import type { LineKeys } from "./line-keys.ts";
import type { SideLine } from "./side.ts";

/**
 * The fields that two lines share and those that differ. Both are empty if the templates of their rules differ in
 * literal text.
 */
export interface LineDiff {
  /** How many of the fields that the outputs show have equal values. Ids do not count. */
  readonly equal: number;
  readonly changes: readonly FieldChange<Buffer>[];
}

/** The captures of a line, and the values that its output shows. */
interface CapturedLine {
  linePattern: number;
  readonly captured: { readonly sources: Buffer[]; readonly bounds: number[] };
  shown: TransformedCaptures;
}

function noLine(): CapturedLine {
  const captured = { sources: [], bounds: [] };
  return { linePattern: -1, captured, shown: captured };
}

/** Two fields in the same slot of two templates with the same literal text. */
interface FieldPair {
  readonly old: number;
  readonly new: number;
  readonly name: string;
}

/** Compares the fields that the outputs of two lines show, if their templates have the same literal text. */
export class FieldDiff {
  private readonly linePatterns: readonly LinePattern[];
  private readonly keys: LineKeys;
  /** Reused for each pair of lines, because there may be millions. */
  private readonly old = noLine();
  private readonly next = noLine();
  private readonly transformers = {
    old: new Map<number, FieldTransformer | undefined>(),
    new: new Map<number, FieldTransformer | undefined>(),
  };
  private readonly fieldPairs = new Map<number, readonly FieldPair[]>();

  constructor(keys: LineKeys) {
    this.linePatterns = keys.ignored.linePatterns;
    this.keys = keys;
  }

  /**
   * Compares two lines field by field. Skips fields that hold the id of both lines: runs that share no ids always
   * differ there.
   */
  compare(oldLine: SideLine, newLine: SideLine): LineDiff {
    const fieldPairs = this.fieldPairsOf(oldLine.linePattern, newLine.linePattern);
    if (fieldPairs.length === 0) return { equal: 0, changes: [] };
    const { old, next } = this;
    this.capture(oldLine, "old", old);
    this.capture(newLine, "new", next);
    const changes: FieldChange<Buffer>[] = [];
    let equal = 0;
    for (const { old: oldSlot, new: newSlot, name } of fieldPairs) {
      if (this.holdsId(old, oldSlot) && this.holdsId(next, newSlot)) continue;
      if (areEqual(old.shown, oldSlot, next.shown, newSlot)) equal++;
      else changes.push({ name, old: shownBy(old, oldSlot), new: shownBy(next, newSlot) });
    }
    return { equal, changes };
  }

  private capture({ matched, linePattern, numbering }: SideLine, side: SideName, captures: CapturedLine): void {
    const { captured } = captures;
    this.keys.outputs.use(side, numbering);
    captures.linePattern = linePattern;
    const bounds = this.keys.captures.of(linePattern, matched) ?? [];
    for (let i = 0; i < bounds.length; i++) captured.bounds[i] = bounds[i]!;
    for (let i = 0; 2 * i < bounds.length; i++) captured.sources[i] = matched;
    captures.shown = this.transformerOf(linePattern, side)?.transform(matched, captured.bounds) ?? captured;
  }

  private transformerOf(linePattern: number, side: SideName): FieldTransformer | undefined {
    const known = this.transformers[side];
    if (!known.has(linePattern))
      known.set(linePattern, FieldTransformer.of(this.linePatterns[linePattern]!, this.keys.outputs.numbers));
    return known.get(linePattern);
  }

  /**
   * The pairs of fields in the same slots of the two templates. Returns each pair once, even if it is in several slots.
   */
  private fieldPairsOf(old: number, next: number): readonly FieldPair[] {
    // Lines with equal keys may be won by rules with different templates, or by none.
    const template = this.keys.templateOfPattern(old);
    if (template === NO_TEMPLATE || template !== this.keys.templateOfPattern(next)) return [];
    const { linePatterns } = this;
    const key = old * linePatterns.length + next;
    let fieldPairs = this.fieldPairs.get(key);
    if (fieldPairs === undefined) {
      const [oldPattern, nextPattern] = [linePatterns[old]!, linePatterns[next]!];
      const all = oldPattern.template.slots.map((slot, i): FieldPair => {
        const other = nextPattern.template.slots[i]!;
        return { old: slot, new: other, name: nameOf(oldPattern, slot, nextPattern, other) };
      });
      fieldPairs = [...new Map(all.map((one) => [`${one.old} ${one.new}`, one])).values()];
      this.fieldPairs.set(key, fieldPairs);
    }
    return fieldPairs;
  }

  private holdsId({ linePattern, captured }: CapturedLine, field: number): boolean {
    const { correlation } = this.keys;
    if (correlation === undefined || !correlation.candidates(linePattern).includes(field)) return false;
    const idField = correlation.idField(linePattern, captured.bounds);
    return idField !== -1 && areEqual(captured, field, captured, idField);
  }
}

function nameOf(oldPattern: LinePattern, oldSlot: number, nextPattern: LinePattern, newSlot: number): string {
  // The slot after the last field is the whole line.
  const [before, after] = [oldPattern.pattern.fields[oldSlot] ?? "line", nextPattern.pattern.fields[newSlot] ?? "line"];
  return before === after ? before : `${before}/${after}`;
}

/**
 * The value that the output shows. Copies it if it was transformed, because the next line is transformed in the same
 * memory.
 */
function shownBy({ shown, captured }: CapturedLine, field: number): Buffer {
  const text = shown.sources[field]!.subarray(shown.bounds[2 * field]!, shown.bounds[2 * field + 1]!);
  return shown === captured ? text : Buffer.from(text);
}

function areEqual(a: TransformedCaptures, aField: number, b: TransformedCaptures, bField: number): boolean {
  const [from, to] = [a.bounds[2 * aField]!, a.bounds[2 * aField + 1]!];
  const other = b.bounds[2 * bField]!;
  const length = b.bounds[2 * bField + 1]! - other;
  return to - from === length && equalBytes(a.sources[aField]!, from, b.sources[bField]!, other, length);
}
