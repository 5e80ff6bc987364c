import { PairNumbers } from "../../text/collections/numbers.ts";
import { type ComparisonTools, diffInOrder } from "./aligned.ts";
import type { ComparisonKeys } from "./comparison-keys.ts";
import type { ComparisonItem, ComparisonLine, GroupIds, WholeGroup } from "./difference.ts";
import { countSameInOrder, hunksOf } from "./hunks.ts";
import { NO_GROUP } from "./key-writer.ts";
import { LineGroups } from "./line-groups.ts";
import type { LineSequence } from "./line-sequence.ts";
import { type Grouped, Partners } from "./partners.ts";
import { type SequencePair, SequencePairs } from "./sequence-pairs.ts";
import type { Side, UnequalLines } from "./side.ts";
import { countSameUnordered, diffCounts, sameCounts } from "./unordered.ts";

/** Two groups to compare, as line indexes. One side is undefined if the other log's group has no partner. */
interface GroupPair {
  readonly ids: GroupIds<Buffer> | undefined;
  readonly old: Uint32Array | undefined;
  readonly next: Uint32Array | undefined;
}

/** The groups of two logs, and which of them are compared with each other. */
export class GroupedLogs {
  private readonly old: Side;
  private readonly next: Side;
  private readonly keys: ComparisonKeys;
  private readonly isOrdered: boolean;
  private readonly oldGroups: LineGroups;
  private readonly newGroups: LineGroups;
  private readonly partners: Partners;

  /** `isOrdered` says whether the order of the lines in a group counts. */
  constructor(old: Side, next: Side, keys: ComparisonKeys, isOrdered: boolean) {
    this.old = old;
    this.next = next;
    this.keys = keys;
    this.isOrdered = isOrdered;
    this.oldGroups = new LineGroups(old.groups.values(), keys.groups);
    this.newGroups = new LineGroups(next.groups.values(), keys.groups);
    const numbers = new PairNumbers();
    this.partners = new Partners(
      grouped(old, this.oldGroups, keys, numbers),
      grouped(next, this.newGroups, keys, numbers),
      keys.groups,
      keys.table,
      isOrdered,
    );
  }

  /**
   * Yields the differences between the groups of two logs, in the order of the old log's groups. Added groups come
   * last.
   */
  *differences(tools: ComparisonTools): Generator<ComparisonItem<Buffer>> {
    const sequences = this.sequences();
    for (const { ids, old, next } of this.pairs()) {
      if (next === undefined) yield wholeGroup("removed_group", ids!, sequences.single(this.old, old!));
      else if (old === undefined) yield wholeGroup("added_group", ids!, sequences.single(this.next, next));
      else yield* this.pairDifferences(sequences.pair(old, next), ids, tools);
    }
  }

  /** How many lines of either log have an equal line in the other. Marks all others. */
  countSame(unequal: UnequalLines): number {
    const sequences = this.sequences();
    let same = 0;
    for (const { old, next } of this.pairs()) {
      if (old === undefined || next === undefined) {
        for (const line of old ?? []) unequal.old[line] = 1;
        for (const line of next ?? []) unequal.next[line] = 1;
      } else {
        const count = this.isOrdered ? countSameInOrder : countSameUnordered;
        same += count(sequences.pair(old, next), this.keys.table, unequal);
      }
    }
    return same;
  }

  private sequences(): SequencePairs {
    return new SequencePairs(this.old, this.next, this.keys, this.isOrdered);
  }

  private *pairDifferences(
    pair: SequencePair,
    ids: GroupIds<Buffer> | undefined,
    tools: ComparisonTools,
  ): Generator<ComparisonItem<Buffer>> {
    if (this.isOrdered) {
      const hunks = [...hunksOf(pair, this.keys.table)];
      if (hunks.length === 0) {
        tools.tally.same += pair.old.keys.length;
        return;
      }
      const removed = hunks.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0);
      yield* diffInOrder(pair, hunks, withAlike(ids, pair, pair.old.keys.length - removed), tools);
      return;
    }
    yield* diffCounts(pair, withAlike(ids, pair, sameCounts(pair, this.keys.table)), tools);
  }

  private *pairs(): Generator<GroupPair> {
    const { oldGroups, newGroups, partners, keys } = this;
    for (const group of oldGroups.order.values()) {
      const lines = oldGroups.lines(group);
      const partner = partners.of(group);
      if (partner === undefined) {
        yield { ids: { old: keys.id(group), new: undefined, alike: undefined }, old: lines, next: undefined };
      } else {
        const ids = group === NO_GROUP ? undefined : { old: keys.id(group), new: keys.id(partner), alike: undefined };
        yield { ids, old: lines, next: newGroups.lines(partner) };
      }
    }
    for (const group of newGroups.order.values()) {
      const next = newGroups.lines(group);
      if (!partners.isTaken(group)) {
        yield { ids: { old: undefined, new: keys.id(group), alike: undefined }, old: undefined, next };
      } else if (group === NO_GROUP && oldGroups.size(group) === 0) {
        yield { ids: undefined, old: oldGroups.lines(group), next };
      }
    }
  }
}

/** The groups of a log, with the keys by which they are paired. */
function grouped(side: Side, grouping: LineGroups, { hasAliases }: ComparisonKeys, numbers: PairNumbers): Grouped {
  const bareKeys = side.keys.values();
  if (!hasAliases) return { grouping, bareKeys, keys: bareKeys };
  const keys = new Uint32Array(bareKeys.length);
  for (const group of grouping.order.values()) {
    const values = new Map<number, number>();
    for (const line of grouping.lines(group)) {
      let key = numbers.of(bareKeys[line]!, 0);
      for (let at = side.valuesFrom(line); at < side.valueEnds.at(line); at++) {
        const value = side.values.at(at);
        const number = values.get(value) ?? values.size + 1;
        values.set(value, number);
        key = numbers.of(key, number);
      }
      keys[line] = key;
    }
  }
  return { grouping, bareKeys, keys };
}

/** The ids of two groups that have `lines` equal lines. */
function withAlike(
  ids: GroupIds<Buffer> | undefined,
  { old, next }: SequencePair,
  lines: number,
): GroupIds<Buffer> | undefined {
  const isById = ids === undefined || ids.old!.equals(ids.new!);
  return isById ? ids : { ...ids, alike: { lines, of: Math.max(old.keys.length, next.keys.length) } };
}

function wholeGroup(
  kind: WholeGroup<Buffer>["kind"],
  group: GroupIds<Buffer>,
  lines: LineSequence,
): WholeGroup<Buffer> {
  const count = lines.keys.length;
  const read = function* (): Generator<ComparisonLine<Buffer>> {
    for (let i = 0; i < count; i++) yield lines.line(i);
  };
  return { kind, group, count, lines: { [Symbol.iterator]: read } };
}
