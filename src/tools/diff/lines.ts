import type { FieldCapture } from "../../run/record-builder.ts";
import type { BySide } from "./difference.ts";
import type { LineKeys } from "./line-keys.ts";
import { Effort, findRenaming } from "./renaming/find-renaming.ts";
import { type AliasedLines, NO_VALUE, Renaming } from "./renaming/renaming.ts";
import { ShownNumbers } from "./shown-aliases.ts";
import type { Side, SideLine } from "./side.ts";

/** Up to this many lines are read once and kept. Longer stretches are read again for each use. */
const MAX_KEPT_LINES = 400;

/** Lines of one side that are compared with lines of the other, with their final keys. */
export class Lines {
  readonly keys: Uint32Array;
  private readonly side: Side;
  /** The indexes of the lines; undefined for all lines of the side. */
  private readonly indexes: Uint32Array | undefined;
  /** Which of the lines is the first one. */
  private readonly from: number;
  private readonly numbering: ShownNumbers | undefined;
  private readonly kept: SideLine[] | undefined;

  /** The aliases of the lines have the numbers of the numbering. */
  constructor(
    side: Side,
    indexes: Uint32Array | undefined,
    keys: Uint32Array,
    numbering: ShownNumbers | undefined,
    from = 0,
    isKept = false,
  ) {
    this.side = side;
    this.indexes = indexes;
    this.keys = keys;
    this.numbering = numbering;
    this.from = from;
    this.kept = isKept ? [] : undefined;
  }

  get length(): number {
    return this.keys.length;
  }

  line(i: number): SideLine {
    const kept = this.kept?.[i];
    if (kept !== undefined) return kept;
    const line = this.side.line(this.indexOf(i), this.keys[i]!, this.numbering);
    if (this.kept !== undefined) this.kept[i] = line;
    return line;
  }

  /** See `Side.hidden`. */
  hidden(i: number): readonly FieldCapture<Buffer>[] {
    return this.side.hidden(this.indexOf(i));
  }

  /** Sets the mark of a line to 1. `marks` has one for each line of the side. */
  mark(i: number, marks: Uint8Array): void {
    marks[this.indexOf(i)] = 1;
  }

  /** The lines from `from` up to, but not including, `to`. */
  slice(from: number, to: number): Lines {
    const isKept = to - from <= MAX_KEPT_LINES;
    return new Lines(this.side, this.indexes, this.keys.subarray(from, to), this.numbering, this.from + from, isKept);
  }

  /** The lines that do not have a key. */
  without(key: number): Lines {
    const others = Array.from(this.keys.keys()).filter((i) => this.keys[i] !== key);
    if (others.length === this.keys.length) return this;
    const indexes = Uint32Array.from(others, (i) => this.indexOf(i));
    const keys = Uint32Array.from(others, (i) => this.keys[i]!);
    return new Lines(this.side, indexes, keys, this.numbering, 0, this.kept !== undefined);
  }

  private indexOf(i: number): number {
    return this.indexes === undefined ? this.from + i : this.indexes[this.from + i]!;
  }
}

/** Lines with the values of their aliases, which have numbers of their own here. */
interface LocalLines extends AliasedLines {
  /** The values by these numbers. */
  readonly all: Uint32Array;
}

/**
 * Makes pairs of lines with their final keys. Aliases get numbers such that few lines of the two differ: a value of the
 * new log has the number of the old value that it stands for.
 */
export class LineNumberer {
  private readonly sides: BySide<Side>;
  private readonly keys: LineKeys;
  private readonly isOrdered: boolean;
  /** Shared by all pairs, so that many that differ do not take longer than one. */
  private readonly effort: Effort;
  /** For each value of both logs, its number in the current lines, or `NO_VALUE`. */
  private readonly local: Uint32Array;
  private readonly otherLocal: Uint32Array;

  /** `isOrdered` says whether the order of lines counts. */
  constructor(sides: BySide<Side>, keys: LineKeys, isOrdered: boolean) {
    this.sides = sides;
    this.keys = keys;
    this.isOrdered = isOrdered;
    this.effort = new Effort(sides.old.keys.length + sides.new.keys.length);
    this.local = new Uint32Array(keys.values.count).fill(NO_VALUE);
    this.otherLocal = this.local.slice();
  }

  /** Lines of the old log and lines of the new one, given by their indexes; by default all lines. */
  pair(oldIndexes?: Uint32Array, newIndexes?: Uint32Array): BySide<Lines> {
    const { old, new: next } = this.sides;
    if (!this.keys.hasAliases) return { old: bareLines(old, oldIndexes), new: bareLines(next, newIndexes) };
    const olds = this.localLines(old, oldIndexes, this.local);
    const news = this.localLines(next, newIndexes, this.otherLocal);
    const renaming = this.renamingOf(olds, news);
    forget(olds, this.local);
    forget(news, this.otherLocal);
    // Nothing of equal lines is shown, so they need no numbers.
    if (renaming === undefined) return { old: bareLines(old, oldIndexes), new: bareLines(next, newIndexes) };
    const nextNumber = this.counter();
    const oldNumbers = olds.all.map(nextNumber);
    const newNumbers = news.all.map((value, i) => {
      const owner = renaming.owners[i]!;
      return owner === NO_VALUE ? nextNumber(value) : oldNumbers[owner]!;
    });
    return {
      old: this.numbered(old, oldIndexes, olds, oldNumbers),
      new: this.numbered(next, newIndexes, news, newNumbers),
    };
  }

  /** The lines of a group that is not compared with any other. */
  single(side: Side, indexes: Uint32Array): Lines {
    if (!this.keys.hasAliases) return bareLines(side, indexes);
    const lines = this.localLines(side, indexes, this.local);
    forget(lines, this.local);
    return this.numbered(side, indexes, lines, lines.all.map(this.counter()));
  }

  /** Which new value stands for which old one; undefined if the lines are equal without a renaming. */
  private renamingOf(old: LocalLines, next: LocalLines): Renaming | undefined {
    if (areEqual(old.bareKeys, next.bareKeys) && areEqual(old.values, next.values)) return undefined;
    const same = new Renaming(old.count, next.count);
    for (const [value, global] of old.all.entries()) {
      const other = this.otherLocal[global]!;
      if (other !== NO_VALUE) same.pair(value, other);
    }
    return findRenaming({ old, new: next }, same, this.isOrdered, this.effort);
  }

  /** Gives each value the next number of its field. */
  private counter(): (value: number) => number {
    const counts: number[] = [];
    return (value) => {
      const field = this.keys.values.fieldOf(value);
      counts[field] = (counts[field] ?? 0) + 1;
      return counts[field];
    };
  }

  private numbered(
    side: Side,
    indexes: Uint32Array | undefined,
    { bareKeys, starts, values, all }: LocalLines,
    numbers: Uint32Array,
  ): Lines {
    const keys = bareKeys.slice();
    const own: number[] = [];
    for (let i = 0; i < keys.length; i++) {
      if (starts[i] === starts[i + 1]) continue;
      own.length = 0;
      for (let at = starts[i]!; at < starts[i + 1]!; at++) own.push(numbers[values[at]!]!);
      keys[i] = this.keys.table.numbered(bareKeys[i]!, own);
    }
    return new Lines(side, indexes, keys, new ShownNumbers(all, numbers, this.keys.values));
  }

  /** The lines with their values numbered in the order in which they first occur. `local` must know none of them. */
  private localLines(side: Side, indexes: Uint32Array | undefined, local: Uint32Array): LocalLines {
    const keys = bareKeys(side, indexes);
    const starts = new Uint32Array(keys.length + 1);
    const indexOf = (i: number): number => indexes?.[i] ?? i;
    for (let i = 0; i < keys.length; i++) {
      const line = indexOf(i);
      starts[i + 1] = starts[i]! + side.valueEnds.at(line) - side.valuesFrom(line);
    }
    const values = new Uint32Array(starts[keys.length]!);
    const all: number[] = [];
    for (let i = 0, at = 0; i < keys.length; i++) {
      for (let from = side.valuesFrom(indexOf(i)); at < starts[i + 1]!; at++, from++) {
        const value = side.values.at(from);
        if (local[value] === NO_VALUE) local[value] = all.push(value) - 1;
        values[at] = local[value]!;
      }
    }
    const fields = Uint32Array.from(all, (value) => this.keys.values.fieldOf(value));
    return { bareKeys: keys, starts, values, count: all.length, fields, all: Uint32Array.from(all) };
  }
}

function bareLines(side: Side, indexes: Uint32Array | undefined): Lines {
  return new Lines(side, indexes, bareKeys(side, indexes), undefined);
}

function bareKeys(side: Side, indexes: Uint32Array | undefined): Uint32Array {
  return indexes === undefined ? side.keys.values() : indexes.map((i) => side.keys.at(i));
}

/** Makes `local` forget the values of some lines. */
function forget({ all }: LocalLines, local: Uint32Array): void {
  for (const value of all) local[value] = NO_VALUE;
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}
