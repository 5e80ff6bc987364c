import { Numbering } from "./aliased-values.ts";
import type { ComparisonKeys } from "./comparison-keys.ts";
import { LineSequence } from "./line-sequence.ts";
import { type AliasedLines, NO_VALUE } from "./renaming/aliased-lines.ts";
import { Effort } from "./renaming/best-renaming.ts";
import { findRenaming } from "./renaming/find-renaming.ts";
import { Renaming } from "./renaming/renaming.ts";
import type { Side } from "./side.ts";

/** Lines with the values of their aliases, which have numbers of their own here. */
interface LocalLines extends AliasedLines {
  /** The values by these numbers. */
  readonly all: Uint32Array;
}

/** Two sequences of lines to compare. */
export interface SequencePair {
  readonly old: LineSequence;
  readonly next: LineSequence;
}

/**
 * Makes pairs of line sequences, of which each line has its final key. Aliases get numbers such that few lines of the
 * two sequences differ: a value of the new log has the number of the old value that it stands for.
 */
export class SequencePairs {
  private readonly old: Side;
  private readonly next: Side;
  private readonly keys: ComparisonKeys;
  private readonly isOrdered: boolean;
  /** Shared by all pairs, so that many that differ do not take longer than one. */
  private readonly effort: Effort;
  /** For each value of both logs, its number in the current lines, or `NO_VALUE`. */
  private readonly local: Uint32Array;
  private readonly otherLocal: Uint32Array;

  /** `isOrdered` says whether the order of lines counts. */
  constructor(old: Side, next: Side, keys: ComparisonKeys, isOrdered: boolean) {
    this.old = old;
    this.next = next;
    this.keys = keys;
    this.isOrdered = isOrdered;
    this.effort = new Effort(old.keys.length + next.keys.length);
    this.local = new Uint32Array(keys.values.count).fill(NO_VALUE);
    this.otherLocal = this.local.slice();
  }

  /** Pairs lines of the old log with lines of the new one, given by their indexes; by default all lines. */
  pair(oldIndexes?: Uint32Array, newIndexes?: Uint32Array): SequencePair {
    const { old, next, local, otherLocal } = this;
    if (!this.keys.hasAliases) {
      return {
        old: new LineSequence(old, oldIndexes, bareKeys(old, oldIndexes), undefined),
        next: new LineSequence(next, newIndexes, bareKeys(next, newIndexes), undefined),
      };
    }
    const fieldOf = (value: number): number => this.keys.values.fieldOf(value);
    const logs = {
      old: localLines(old, oldIndexes, local, fieldOf),
      next: localLines(next, newIndexes, otherLocal, fieldOf),
    };
    const renaming = this.renamingOf(logs);
    forget(logs.old, local);
    forget(logs.next, otherLocal);
    if (renaming === undefined) {
      // Nothing of these lines is shown, so they need no numbers.
      return {
        old: new LineSequence(old, oldIndexes, logs.old.bareKeys, undefined),
        next: new LineSequence(next, newIndexes, logs.next.bareKeys, undefined),
      };
    }
    const numbers = this.numbersOf(logs, renaming);
    return {
      old: this.sequence(old, oldIndexes, logs.old, numbers.old),
      next: this.sequence(next, newIndexes, logs.next, numbers.next),
    };
  }

  /** The lines of a group that is not compared with any other. */
  single(side: Side, indexes: Uint32Array): LineSequence {
    if (!this.keys.hasAliases) return new LineSequence(side, indexes, bareKeys(side, indexes), undefined);
    const lines = localLines(side, indexes, this.local, (value) => this.keys.values.fieldOf(value));
    forget(lines, this.local);
    const { old } = this.numbersOf({ old: lines, next: lines }, inOrder(lines.count));
    return this.sequence(side, indexes, lines, old);
  }

  /** Which new value stands for which old one; undefined if the lines are equal without a renaming. */
  private renamingOf(logs: { readonly old: LocalLines; readonly next: LocalLines }): Renaming | undefined {
    const { old, next } = logs;
    if (areEqual(old.bareKeys, next.bareKeys) && areEqual(old.values, next.values)) return undefined;
    const same = new Renaming(old.count, next.count);
    for (const [value, global] of old.all.entries()) {
      const other = this.otherLocal[global]!;
      if (other !== NO_VALUE) same.tryPair(value, other);
    }
    return findRenaming(logs, same, this.isOrdered, this.effort);
  }

  /** The numbers of the values: for each field, those of the old lines in order, then those of other new values. */
  private numbersOf(
    { old, next }: { readonly old: LocalLines; readonly next: LocalLines },
    { partners }: Renaming,
  ): { old: Uint32Array; next: Uint32Array } {
    const { values } = this.keys;
    const counts: number[] = [];
    const nextNumber = (value: number): number => {
      const field = values.fieldOf(value);
      counts[field] = (counts[field] ?? 0) + 1;
      return counts[field];
    };
    const oldNumbers = old.all.map(nextNumber);
    const newNumbers = new Uint32Array(next.count);
    for (let value = 0; value < partners.length; value++) {
      if (partners[value] !== NO_VALUE) newNumbers[partners[value]!] = oldNumbers[value]!;
    }
    for (let value = 0; value < next.count; value++) {
      if (newNumbers[value] === 0) newNumbers[value] = nextNumber(next.all[value]!);
    }
    return { old: oldNumbers, next: newNumbers };
  }

  private sequence(
    side: Side,
    indexes: Uint32Array | undefined,
    { bareKeys, starts, values, all }: LocalLines,
    numbers: Uint32Array,
  ): LineSequence {
    const keys = bareKeys.slice();
    const own: number[] = [];
    for (let i = 0; i < keys.length; i++) {
      if (starts[i] === starts[i + 1]) continue;
      own.length = 0;
      for (let at = starts[i]!; at < starts[i + 1]!; at++) own.push(numbers[values[at]!]!);
      keys[i] = this.keys.table.numbered(bareKeys[i]!, own);
    }
    return new LineSequence(side, indexes, keys, new Numbering(all, numbers, this.keys.values));
  }
}

function bareKeys(side: Side, indexes: Uint32Array | undefined): Uint32Array {
  return indexes === undefined ? side.keys.values() : indexes.map((i) => side.keys.at(i));
}

/** The lines with their values numbered in the order in which they first occur. `local` must know none of them. */
function localLines(
  side: Side,
  indexes: Uint32Array | undefined,
  local: Uint32Array,
  fieldOf: (value: number) => number,
): LocalLines {
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
      if (local[value] === NO_VALUE) {
        local[value] = all.length;
        all.push(value);
      }
      values[at] = local[value]!;
    }
  }
  return {
    bareKeys: keys,
    starts,
    values,
    count: all.length,
    fields: Uint32Array.from(all, fieldOf),
    all: Uint32Array.from(all),
  };
}

/** Makes `local` forget the values of some lines. */
function forget({ all }: LocalLines, local: Uint32Array): void {
  for (const value of all) local[value] = NO_VALUE;
}

/** Pairs the first values of both logs, the second ones, and so on. */
function inOrder(count: number): Renaming {
  const renaming = new Renaming(count, count);
  for (let value = 0; value < count; value++) renaming.tryPair(value, value);
  return renaming;
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}
