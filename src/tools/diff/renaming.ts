// Which ids of one run stand for which ids of another: the values of aliases, in which runs of the same work differ.

import type { NumberOfValue, ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList, PairNumbers } from "../../text/collections/numbers.ts";
import type { BySide } from "./difference.ts";
import { type EditScript, editScript } from "./edit-script/edit-script.ts";

/** The values that aliases stand for, in both logs. Fields of one name share their values. */
export class AliasedValues implements ValueNumbers {
  private readonly values = new Interner();
  /** The index of each value's field. */
  private readonly fields = new NumberList();
  private readonly fieldIndexes = new Map<string, number>();

  of(field: string): NumberOfValue {
    const { values, fields, fieldIndexes } = this;
    const { store } = values;
    const index = fieldIndexes.get(field) ?? fieldIndexes.size;
    fieldIndexes.set(field, index);
    // No name of a field has a line end.
    const prefix = Buffer.from(`${index}\n`);
    return (bytes, from, to) => {
      const length = prefix.length + to - from;
      store.reserve(length);
      copyBytes(prefix, 0, prefix.length, store.block, store.at);
      copyBytes(bytes, from, to, store.block, store.at + prefix.length);
      const value = values.internReserved(length);
      if (value === fields.length) fields.push(index);
      return value + 1;
    };
  }

  fieldOf(value: number): number {
    return this.fields.at(value);
  }
}

/** The numbers that the aliases of a log, or of a group, have in outputs. */
export type ShownNumbers = ReturnType<typeof shownNumbers>;

/** `numbers[i]` is the number of `values[i]`. */
export function shownNumbers(values: Uint32Array, numbers: Uint32Array, all: AliasedValues) {
  // Most groups are not shown.
  let made: Map<number, number> | undefined;
  const table = (): Map<number, number> => {
    made ??= new Map(Array.from(values, (value, i) => [value, numbers[i]!]));
    return made;
  };
  return {
    of: (value: number): number | undefined => table().get(value),

    /** Gives a value that was not compared the next number of its field. */
    add: (value: number): number => {
      const field = all.fieldOf(value);
      let number = 1;
      for (const [other, taken] of table()) if (all.fieldOf(other) === field) number = Math.max(number, taken + 1);
      table().set(value, number);
      return number;
    },
  };
}

/** Means no value, in lists of numbers of values. */
export const NO_VALUE = 0xffffffff;

/** The lines of one log, or of one group, and the values that their aliases stand for, all as numbers. */
export interface AliasedLines {
  /** The key of each line without its values. Both logs share these numbers. */
  readonly bareKeys: Uint32Array;
  /** Line i has `values` from `starts[i]` up to `starts[i + 1]`. Lines with equal bare keys have equally many. */
  readonly starts: Uint32Array;
  /** Each log numbers its values from 0, in the order in which they first occur. */
  readonly values: Uint32Array;
  /** The field of each value. Both logs share these numbers. Only values of one field can stand for each other. */
  readonly fields: Uint32Array;
}

interface NumberedLines extends BySide<Uint32Array> {
  readonly classes: number;
}

/** Which value of the new log stands for which value of the old one: one to one. Some stand for none. */
export class Renaming {
  /** For each value of the old log, the value of the new one, or `NO_VALUE`, and for each of the new log. */
  readonly partners: Uint32Array;
  readonly owners: Uint32Array;

  constructor({ old, new: next }: BySide<AliasedLines>) {
    this.partners = new Uint32Array(old.fields.length).fill(NO_VALUE);
    this.owners = new Uint32Array(next.fields.length).fill(NO_VALUE);
  }

  pair(old: number, next: number): void {
    this.partners[old] = next;
    this.owners[next] = old;
  }

  separate(old: number, next: number): void {
    this.partners[old] = NO_VALUE;
    this.owners[next] = NO_VALUE;
  }

  take({ partners }: Renaming, keeps: (old: number) => boolean = () => true): this {
    for (const [old, next] of partners.entries()) if (next !== NO_VALUE && keeps(old)) this.pair(old, next);
    return this;
  }

  /**
   * The keys of the lines if the values of each pair are equal. Old values without a partner equal no other if they are
   * below `decided`. All others without one are equal to each other, as if the best partners were found for them.
   */
  keys(logs: BySide<AliasedLines>, decided = this.partners.length): NumberedLines {
    const { partners, owners } = this;
    const pairs = new PairNumbers();
    const keysOf = ({ bareKeys, starts, values }: AliasedLines, labels: Uint32Array): Uint32Array =>
      bareKeys.map((bareKey, i) => {
        // The second number of a pair is 0 for bare keys alone, so that a bare key equals no other number.
        let key = pairs.of(bareKey, 0);
        for (let at = starts[i]!; at < starts[i + 1]!; at++) key = pairs.of(key, 1 + labels[values[at]!]!);
        return key;
      });
    const old = keysOf(
      logs.old,
      partners.map((next, value) => (next === NO_VALUE && value >= decided ? 0 : 1 + value)),
    );
    const next = keysOf(
      logs.new,
      owners.map((value) => (value === NO_VALUE ? 0 : 1 + value)),
    );
    return { old, new: next, classes: pairs.size };
  }
}

/** All searches of a comparison together may read `MIN_EFFORT` lines, or all lines `PASSES` times if that is more. */
const MIN_EFFORT = 4_000_000;
const PASSES = 32;

/** How often a search may read its lines in any case. */
const MIN_PASSES = 32;

/** What reading two empty logs costs, in lines. */
const COST_OF_EMPTY_LOGS = 30;

/** This many steps of aligning lines cost as much as reading a line. */
const STEPS_PER_LINE = 48;

/** How often lines are aligned again with the pairs that the last alignment has shown. */
const REFINEMENTS = 3;

/** Up to this many open values of each log are paired in all ways that may be better. */
const MAX_VALUES = 10;
const MAX_BRANCHES = 4000;

/** Of more values, those of lines that differ are open, if these lines are no more than this. */
const MAX_OPEN_LINES = 256;

/** What the searches of one comparison may still cost, in lines. */
interface Effort {
  lines: number;
}

export function effortFor(lineCount: number): Effort {
  return { lines: Math.max(MIN_EFFORT, PASSES * lineCount) };
}

/**
 * Finds out which values of the new log stand for which values of the old one, so that few lines differ
 * (docs/explanation/differences.md). `same` has the values with equal texts.
 */
export function findRenaming(logs: BySide<AliasedLines>, same: Renaming, isOrdered: boolean, effort: Effort): Renaming {
  const { old, new: next } = logs;
  const cost = COST_OF_EMPTY_LOGS + old.bareKeys.length + next.bareKeys.length;
  /** The effort at which the search ends. */
  let minEffort = Math.min(0, effort.lines - MIN_PASSES * cost);

  const align = (keys: NumberedLines): EditScript => {
    const script = editScript(keys.old, keys.new, keys.classes);
    effort.lines -= cost + script.steps / STEPS_PER_LINE;
    return script;
  };
  /** How many lines differ. */
  const count = (keys: NumberedLines): number => {
    if (isOrdered) return align(keys).differences;
    effort.lines -= cost;
    const counts = new Int32Array(keys.classes);
    for (const key of keys.old) counts[key]!++;
    for (const key of keys.new) counts[key]!--;
    return counts.reduce((sum, own) => sum + Math.abs(own), 0);
  };

  let best = same;
  let differing = count(same.keys(logs));
  const isWorse = differing > Math.abs(old.bareKeys.length - next.bareKeys.length);
  /** The least number of lines that differ, whatever the renaming. */
  const bound = isWorse ? count(new Renaming(logs).keys(logs, 0)) : differing;
  const isDone = (): boolean => differing <= bound || effort.lines - cost < minEffort;

  /** The pairs of `start`, and those that stand at the same places of the lines that are aligned by these keys. */
  const vote = (keys: NumberedLines, start: Renaming): Renaming => {
    const pairs = new PairNumbers();
    const votes = new NumberList();
    for (const [i, j] of align(keys).pairs()) {
      for (let at = old.starts[i]!, other = next.starts[j]!; at < old.starts[i + 1]!; at++, other++) {
        const pair = pairs.of(old.values[at]!, next.values[other]!);
        if (pair === votes.length) votes.push(0);
        votes.set(pair, votes.at(pair) + 1);
      }
    }
    // Of pairs with equally many votes, those with equal texts come first, then those that were seen first.
    const isSame = (pair: number): boolean => same.partners[pairs.first(pair)] === pairs.second(pair);
    const rank = votes.values().map((own, pair) => 2 * own + Number(isSame(pair)));
    const renaming = new Renaming(logs).take(start);
    for (const pair of Uint32Array.from(rank.keys()).sort((a, b) => rank[b]! - rank[a]! || a - b)) {
      const [value, other] = [pairs.first(pair), pairs.second(pair)];
      if (renaming.partners[value] === NO_VALUE && renaming.owners[other] === NO_VALUE) renaming.pair(value, other);
    }
    return renaming;
  };

  const none = new Renaming(logs);
  const starts = same.partners.some((partner) => partner !== NO_VALUE) ? [same, none] : [none];
  for (const start of starts) {
    let voted = start;
    for (let round = 0; round <= REFINEMENTS && !isDone(); round++) {
      voted = vote(voted.keys(logs, 0), start);
      if (isDone()) break;
      const own = count(voted.keys(logs));
      if (own < differing) [differing, best] = [own, voted];
    }
  }

  // At last, all renamings of few values are tried. A branch is left as soon as too many lines differ in it, even with
  // all undecided values counted as equal.
  const start = best;
  const [olds, news] = openValues(logs, start, () =>
    isOrdered && !isDone() && differing <= MAX_OPEN_LINES ? align(start.keys(logs)) : undefined,
  );
  if (Math.max(olds.length, news.length) > MAX_VALUES) return best;
  minEffort = Math.max(minEffort, effort.lines - MAX_BRANCHES * cost);
  const renaming = new Renaming(logs).take(start, (value) => !olds.includes(value));
  const decide = (i: number): void => {
    if (isDone()) return;
    const value = olds[i] ?? old.fields.length;
    const own = count(renaming.keys(logs, value));
    if (own >= differing) return;
    if (i === olds.length) {
      [differing, best] = [own, new Renaming(logs).take(renaming)];
      return;
    }
    // The partner so far comes first: the better the first renamings are, the sooner other branches are left.
    const first = Math.max(news.indexOf(start.partners[value]!), 0);
    for (const other of [...news.slice(first), ...news.slice(0, first)]) {
      if (renaming.owners[other] !== NO_VALUE || old.fields[value] !== next.fields[other]) continue;
      renaming.pair(value, other);
      decide(i + 1);
      renaming.separate(value, other);
    }
    decide(i + 1);
  };
  decide(0);
  return best;
}

/**
 * The values of each log that may have other partners in a better renaming: all if they are few. Of many, those at the
 * lines that differ, and their partners, if `differences` has these lines.
 */
function openValues(
  logs: BySide<AliasedLines>,
  { partners, owners }: Renaming,
  differences: () => EditScript | undefined,
): [olds: Uint32Array, news: Uint32Array] {
  const areFew = Math.max(partners.length, owners.length) <= MAX_VALUES;
  const script = areFew ? undefined : differences();
  if (script === undefined) return [Uint32Array.from(partners.keys()), Uint32Array.from(owners.keys())];
  const olds = valuesAtMarks(logs.old, script.removed);
  const news = valuesAtMarks(logs.new, script.added);
  for (const [value, partner] of partners.entries()) {
    if (partner === NO_VALUE || !(olds.has(value) || news.has(partner))) continue;
    olds.add(value);
    news.add(partner);
  }
  return [Uint32Array.from(olds).sort(), Uint32Array.from(news).sort()];
}

/** The values in the lines that are marked, and in those beside them that could have been marked in their place. */
function valuesAtMarks({ bareKeys, starts, values }: AliasedLines, marks: Uint8Array): Set<number> {
  const found = new Set<number>();
  const isLike = (line: number, other: number): boolean => marks[other] === 1 && bareKeys[other] === bareKeys[line];
  for (const line of bareKeys.keys()) {
    if (marks[line] === 0 && !isLike(line, line - 1) && !isLike(line, line + 1)) continue;
    for (let at = starts[line]!; at < starts[line + 1]!; at++) found.add(values[at]!);
  }
  return found;
}
