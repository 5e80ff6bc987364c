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
export class ShownNumbers {
  private readonly values: Uint32Array;
  private readonly numbers: Uint32Array;
  private readonly all: AliasedValues;
  /** Most groups are not shown. */
  private made: Map<number, number> | undefined;

  /** `numbers[i]` is the number of `values[i]`. */
  constructor(values: Uint32Array, numbers: Uint32Array, all: AliasedValues) {
    this.values = values;
    this.numbers = numbers;
    this.all = all;
  }

  of(value: number): number | undefined {
    return this.table.get(value);
  }

  /** Gives a value that was not compared the next number of its field. */
  add(value: number): number {
    const { all, table } = this;
    const field = all.fieldOf(value);
    let number = 1;
    for (const [other, taken] of table) if (all.fieldOf(other) === field) number = Math.max(number, taken + 1);
    table.set(value, number);
    return number;
  }

  private get table(): Map<number, number> {
    this.made ??= new Map(Array.from(this.values, (value, i) => [value, this.numbers[i]!]));
    return this.made;
  }
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
export interface Effort {
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
  const search = new Search(logs, same, isOrdered, effort);
  search.pairByVotes();
  search.tryAll();
  return search.best;
}

class Search {
  best: Renaming;
  private differing: number;
  /** The least number of lines that differ, whatever the renaming. */
  private bound: number;
  private readonly logs: BySide<AliasedLines>;
  private readonly same: Renaming;
  private readonly isOrdered: boolean;
  private readonly effort: Effort;
  private readonly cost: number;
  /** The effort at which the search ends. */
  private minEffort: number;

  constructor(logs: BySide<AliasedLines>, same: Renaming, isOrdered: boolean, effort: Effort) {
    const [olds, news] = [logs.old.bareKeys.length, logs.new.bareKeys.length];
    this.logs = logs;
    this.same = this.best = same;
    this.isOrdered = isOrdered;
    this.effort = effort;
    this.cost = COST_OF_EMPTY_LOGS + olds + news;
    this.minEffort = Math.min(0, effort.lines - MIN_PASSES * this.cost);
    this.differing = this.bound = this.count(same.keys(logs));
    if (this.bound > Math.abs(olds - news)) this.bound = this.count(new Renaming(logs).keys(logs, 0));
  }

  private get isDone(): boolean {
    return this.differing <= this.bound || this.effort.lines - this.cost < this.minEffort;
  }

  private count(keys: NumberedLines): number {
    if (this.isOrdered) return this.align(keys).differences;
    this.effort.lines -= this.cost;
    const counts = new Int32Array(keys.classes);
    for (const key of keys.old) counts[key]!++;
    for (const key of keys.new) counts[key]!--;
    return counts.reduce((sum, count) => sum + Math.abs(count), 0);
  }

  private align({ old, new: next, classes }: NumberedLines): EditScript {
    const script = editScript(old, next, classes);
    this.effort.lines -= COST_OF_EMPTY_LOGS + old.length + next.length + script.steps / STEPS_PER_LINE;
    return script;
  }

  /** Pairs values by the votes of lines that are aligned: beside the pairs of `same`, and without regard to these. */
  pairByVotes(): void {
    const { logs, same } = this;
    const none = new Renaming(logs);
    for (const start of same.partners.some((partner) => partner !== NO_VALUE) ? [same, none] : [none]) {
      let voted = start;
      for (let round = 0; round <= REFINEMENTS && !this.isDone; round++) {
        voted = this.voted(voted.keys(logs, 0), start);
        if (this.isDone) return;
        const differing = this.count(voted.keys(logs));
        if (differing < this.differing) [this.differing, this.best] = [differing, voted];
      }
    }
  }

  /** The pairs of `start`, and those that stand at the same places of the lines that are aligned by these keys. */
  private voted(keys: NumberedLines, start: Renaming): Renaming {
    const { old, new: next } = this.logs;
    const pairs = new PairNumbers();
    const votes = new NumberList();
    for (const [i, j] of this.align(keys).pairs()) {
      for (let at = old.starts[i]!, other = next.starts[j]!; at < old.starts[i + 1]!; at++, other++) {
        const pair = pairs.of(old.values[at]!, next.values[other]!);
        if (pair === votes.length) votes.push(0);
        votes.set(pair, votes.at(pair) + 1);
      }
    }
    // Of pairs with equally many votes, those with equal texts come first, then those that were seen first.
    const isSame = (pair: number): boolean => this.same.partners[pairs.first(pair)] === pairs.second(pair);
    const rank = votes.values().map((count, pair) => 2 * count + Number(isSame(pair)));
    const renaming = new Renaming(this.logs).take(start);
    for (const pair of Uint32Array.from(rank.keys()).sort((a, b) => rank[b]! - rank[a]! || a - b)) {
      const [value, other] = [pairs.first(pair), pairs.second(pair)];
      if (renaming.partners[value] === NO_VALUE && renaming.owners[other] === NO_VALUE) renaming.pair(value, other);
    }
    return renaming;
  }

  /**
   * Tries all renamings of the open values if these are few. A branch is left as soon as too many lines differ in it,
   * even with all undecided values counted as equal.
   */
  tryAll(): void {
    const { logs, best } = this;
    const [olds, news] = this.openValues();
    if (Math.max(olds.length, news.length) > MAX_VALUES) return;
    this.minEffort = Math.max(this.minEffort, this.effort.lines - MAX_BRANCHES * this.cost);
    const renaming = new Renaming(logs).take(best, (value) => !olds.includes(value));
    const decide = (i: number): void => {
      if (this.isDone) return;
      const value = olds[i] ?? logs.old.fields.length;
      const differing = this.count(renaming.keys(logs, value));
      if (differing >= this.differing) return;
      if (i === olds.length) {
        this.differing = differing;
        this.best = new Renaming(logs).take(renaming);
        return;
      }
      // The partner so far comes first: the better the first renamings are, the sooner other branches are left.
      const first = Math.max(news.indexOf(best.partners[value]!), 0);
      for (const other of [...news.slice(first), ...news.slice(0, first)]) {
        if (renaming.owners[other] !== NO_VALUE || logs.old.fields[value] !== logs.new.fields[other]) continue;
        renaming.pair(value, other);
        decide(i + 1);
        renaming.separate(value, other);
      }
      decide(i + 1);
    };
    decide(0);
  }

  /**
   * The values of each log that may have other partners in a better renaming: all if they are few. Of many, if order
   * counts and few lines differ, those at these lines, and their partners.
   */
  private openValues(): [olds: Uint32Array, news: Uint32Array] {
    const { logs, best } = this;
    const { partners, owners } = best;
    const areFew = Math.max(partners.length, owners.length) <= MAX_VALUES;
    if (areFew || !this.isOrdered || this.isDone || this.differing > MAX_OPEN_LINES)
      return [Uint32Array.from(partners.keys()), Uint32Array.from(owners.keys())];
    const { removed, added } = this.align(best.keys(logs));
    const olds = valuesAtMarks(logs.old, removed);
    const news = valuesAtMarks(logs.new, added);
    for (const [value, partner] of partners.entries()) {
      if (partner === NO_VALUE || !(olds.has(value) || news.has(partner))) continue;
      olds.add(value);
      news.add(partner);
    }
    return [Uint32Array.from(olds).sort(), Uint32Array.from(news).sort()];
  }
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
