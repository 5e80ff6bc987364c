import type { FieldCapture } from "../../run/record-builder.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { BySide } from "./difference.ts";
import type { LineKeys } from "./line-keys.ts";
import { type AliasedLines, type Effort, effortFor, findRenaming, NO_VALUE, Renaming } from "./renaming.ts";
import { ShownNumbers } from "./shown-lines.ts";
import type { Side, SideLine } from "./side.ts";

/** Up to this many lines are read once and kept. Longer stretches are read again for each use. */
const MAX_KEPT_LINES = 400;

/** Room for the values of a group: there may be many groups. */
const INITIAL_VALUES = 16;

/** Lines of one side that are compared with lines of the other, with their final keys. */
export class Lines {
  readonly keys: Uint32Array;
  private readonly side: Side;
  /** The index of the first line or, if they do not follow each other in the side, the indexes of all. */
  private readonly indexes: number | Uint32Array;
  private readonly numbering: ShownNumbers | undefined;
  private readonly kept: SideLine[] | undefined;

  /** The aliases of the lines have the numbers of the numbering. */
  constructor(side: Side, indexes: number | Uint32Array, keys: Uint32Array, numbering?: ShownNumbers, isKept = false) {
    this.side = side;
    this.indexes = indexes;
    this.keys = keys;
    this.numbering = numbering;
    this.kept = isKept ? [] : undefined;
  }

  get length(): number {
    return this.keys.length;
  }

  line(i: number): SideLine {
    const line = this.kept?.[i] ?? this.side.line(this.indexOf(i), this.keys[i]!, this.numbering);
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
    const { indexes, keys, numbering } = this;
    const own = typeof indexes === "number" ? indexes + from : indexes.subarray(from, to);
    return new Lines(this.side, own, keys.subarray(from, to), numbering, to - from <= MAX_KEPT_LINES);
  }

  without(key: number): Lines {
    const others = Array.from(this.keys.keys()).filter((i) => this.keys[i] !== key);
    if (others.length === this.keys.length) return this;
    const indexes = Uint32Array.from(others, (i) => this.indexOf(i));
    const keys = Uint32Array.from(others, (i) => this.keys[i]!);
    return new Lines(this.side, indexes, keys, this.numbering, this.kept !== undefined);
  }

  private indexOf(i: number): number {
    return typeof this.indexes === "number" ? this.indexes + i : this.indexes[i]!;
  }
}

/** Lines with the values of their aliases, which have numbers of their own here. */
interface LocalLines extends AliasedLines {
  /** These numbers, by the values, in their order. */
  readonly numbers: ReadonlyMap<number, number>;
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

  constructor(sides: BySide<Side>, keys: LineKeys, isOrdered: boolean) {
    this.sides = sides;
    this.keys = keys;
    this.isOrdered = isOrdered;
    this.effort = effortFor(sides.old.bareKeys.length + sides.new.bareKeys.length);
  }

  /** Lines of the old log and lines of the new one, given by their indexes; by default all lines. */
  pair(oldIndexes?: Uint32Array, newIndexes?: Uint32Array): BySide<Lines> {
    const { old, new: next } = this.sides;
    const bare = { old: bareLines(old, oldIndexes), new: bareLines(next, newIndexes) };
    if (!this.keys.hasAliases) return bare;
    const [olds, news] = [this.localLines(old, oldIndexes), this.localLines(next, newIndexes)];
    // Nothing of lines that are equal without a renaming is shown, so they need no numbers.
    if (areEqual(olds.bareKeys, news.bareKeys) && areEqual(olds.values, news.values)) return bare;
    const logs = { old: olds, new: news };
    const same = new Renaming(logs);
    for (const [value, number] of olds.numbers) {
      const other = news.numbers.get(value);
      if (other !== undefined) same.pair(number, other);
    }
    const { owners } = findRenaming(logs, same, this.isOrdered, this.effort);
    const nextNumber = this.counter();
    const oldNumbers = Uint32Array.from(olds.numbers.keys(), nextNumber);
    const newNumbers = Uint32Array.from(news.numbers.keys(), (value, i) =>
      owners[i] === NO_VALUE ? nextNumber(value) : oldNumbers[owners[i]!]!,
    );
    return {
      old: this.numbered(old, oldIndexes, olds, oldNumbers),
      new: this.numbered(next, newIndexes, news, newNumbers),
    };
  }

  /** The lines of a group that is not compared with any other. */
  single(side: Side, indexes: Uint32Array): Lines {
    if (!this.keys.hasAliases) return bareLines(side, indexes);
    const lines = this.localLines(side, indexes);
    return this.numbered(side, indexes, lines, Uint32Array.from(lines.numbers.keys(), this.counter()));
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
    { bareKeys, starts, values, numbers: all }: LocalLines,
    numbers: Uint32Array,
  ): Lines {
    const { table, values: aliased } = this.keys;
    const keys = bareKeys.map((key, i) => {
      const own = values.subarray(starts[i], starts[i + 1]);
      return own.length === 0
        ? key
        : table.numbered(
            key,
            Array.from(own, (value) => numbers[value]!),
          );
    });
    return new Lines(side, indexes ?? 0, keys, new ShownNumbers(Uint32Array.from(all.keys()), numbers, aliased));
  }

  /** The lines with their values numbered in the order in which they first occur. */
  private localLines(side: Side, indexes: Uint32Array | undefined): LocalLines {
    const { keys } = bareLines(side, indexes);
    const starts = new Uint32Array(keys.length + 1);
    const values = new NumberList(INITIAL_VALUES);
    const numbers = new Map<number, number>();
    for (let i = 0; i < keys.length; i++) {
      const line = indexes?.[i] ?? i;
      for (let at = side.valuesFrom(line); at < side.valueEnds.at(line); at++) {
        const value = side.values.at(at);
        const number = numbers.get(value) ?? numbers.size;
        numbers.set(value, number);
        values.push(number);
      }
      starts[i + 1] = values.length;
    }
    const fields = Uint32Array.from(numbers.keys(), (value) => this.keys.values.fieldOf(value));
    return { bareKeys: keys, starts, values: values.values(), fields, numbers };
  }
}

function bareLines(side: Side, indexes: Uint32Array | undefined): Lines {
  const keys = indexes === undefined ? side.bareKeys.values() : indexes.map((i) => side.bareKeys.at(i));
  return new Lines(side, indexes ?? 0, keys);
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}
