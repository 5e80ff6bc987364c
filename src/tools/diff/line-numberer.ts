import { countDigits, MAX_DIGITS, NEWLINE, writeDigits } from "../../text/bytes/ascii.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { BySide } from "./difference.ts";
import { type KeyTable, type LineKeys, NUMBER_MARK } from "./line-keys.ts";
import { type AliasedLines, effortFor, findRenaming, NO_VALUE, Renaming, shownNumbers } from "./renaming.ts";
import { Lines, type Side } from "./side.ts";

/** Room for the values of a group: there may be many groups. */
const INITIAL_VALUES = 16;

/** Lines with the values of their aliases, which have numbers of their own here. */
interface LocalLines extends AliasedLines {
  readonly numbers: ReadonlyMap<number, number>;
}

/** Makes lines with their final keys: aliases get numbers such that few lines of a pair differ. */
export function lineNumberer(sides: BySide<Side>, keys: LineKeys, isOrdered: boolean) {
  // Shared by all pairs, so that many that differ do not take longer than one.
  const effort = effortFor(sides.old.bareKeys.length + sides.new.bareKeys.length);

  /** Gives each value the next number of its field. */
  const counter = (): ((value: number) => number) => {
    const counts: number[] = [];
    return (value) => {
      const field = keys.values.fieldOf(value);
      counts[field] = (counts[field] ?? 0) + 1;
      return counts[field];
    };
  };
  const numbered = (
    side: Side,
    indexes: Uint32Array | undefined,
    { bareKeys, starts, values, numbers: all }: LocalLines,
    numbers: Uint32Array,
  ): Lines => {
    const final = bareKeys.map((key, i) => {
      if (starts[i] === starts[i + 1]) return key;
      const own = Array.from(values.subarray(starts[i], starts[i + 1]), (value) => numbers[value]!);
      return numberedKey(keys.table, key, own);
    });
    return new Lines(side, indexes ?? 0, final, shownNumbers(Uint32Array.from(all.keys()), numbers, keys.values));
  };
  return {
    /** Lines of the old log and lines of the new one, given by their indexes; by default all lines. */
    pair: (oldIndexes?: Uint32Array, newIndexes?: Uint32Array): BySide<Lines> => {
      const { old, new: next } = sides;
      const bare = { old: bareLines(old, oldIndexes), new: bareLines(next, newIndexes) };
      if (!keys.hasAliases) return bare;
      const [olds, news] = [localLines(old, oldIndexes, keys), localLines(next, newIndexes, keys)];
      // Nothing of lines that are equal without a renaming is shown, so they need no numbers.
      if (areEqual(olds.bareKeys, news.bareKeys) && areEqual(olds.values, news.values)) return bare;
      const logs = { old: olds, new: news };
      const same = new Renaming(logs);
      for (const [value, number] of olds.numbers) {
        const other = news.numbers.get(value);
        if (other !== undefined) same.pair(number, other);
      }
      const { owners } = findRenaming(logs, same, isOrdered, effort);
      const nextNumber = counter();
      const oldNumbers = Uint32Array.from(olds.numbers.keys(), nextNumber);
      const newNumbers = Uint32Array.from(news.numbers.keys(), (value, i) =>
        owners[i] === NO_VALUE ? nextNumber(value) : oldNumbers[owners[i]!]!,
      );
      return {
        old: numbered(old, oldIndexes, olds, oldNumbers),
        new: numbered(next, newIndexes, news, newNumbers),
      };
    },
    /** The lines of a group that is not compared with any other. */
    single: (side: Side, indexes: Uint32Array): Lines => {
      if (!keys.hasAliases) return bareLines(side, indexes);
      const lines = localLines(side, indexes, keys);
      return numbered(side, indexes, lines, Uint32Array.from(lines.numbers.keys(), counter()));
    },
  };
}

/** The lines with their values numbered in the order in which they first occur. */
function localLines(side: Side, indexes: Uint32Array | undefined, { values: aliased }: LineKeys): LocalLines {
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
  const fields = Uint32Array.from(numbers.keys(), (value) => aliased.fieldOf(value));
  return { bareKeys: keys, starts, values: values.values(), fields, numbers };
}

function bareLines(side: Side, indexes: Uint32Array | undefined): Lines {
  const keys = indexes === undefined ? side.bareKeys.values() : indexes.map((i) => side.bareKeys.at(i));
  return new Lines(side, indexes ?? 0, keys);
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}

const NUMBER_SIGN = NUMBER_MARK.charCodeAt(1);

/** The key of a line with this bare key whose aliases have these numbers. */
export function numberedKey(table: KeyTable, bareKey: number, numbers: readonly number[]): number {
  const bare = table.bytes(bareKey);
  const { store } = table;
  store.reserve(bare.length + numbers.length * MAX_DIGITS);
  const { block, at } = store;
  let to = at;
  let count = 0;
  for (let i = 0; i < bare.length; i++) {
    // It begins a pair: a mark, or a line break of the output, which is doubled.
    const isPair = bare[i] === NEWLINE;
    if (isPair && bare[i + 1] === NUMBER_SIGN) {
      const number = numbers[count++]!;
      const end = to + countDigits(number);
      writeDigits(number, block, to, end);
      to = end;
      i++;
      continue;
    }
    block[to++] = bare[i]!;
    if (isPair) block[to++] = bare[++i]!;
  }
  if (count !== numbers.length)
    throw new Error("a key lacks the mark of a number: see `mayChangeNumber` of the transforms");
  return table.keyOf(to - at, table.template(bareKey));
}
