import { type ComparisonTools, diffInOrder } from "./aligned.ts";
import { type ComparisonKeys, NO_GROUP } from "./comparison-keys.ts";
import type { ComparedLine, Difference, EqualLine, GroupIds, OmittedLines, WholeGroup } from "./difference.ts";
import { countSameInOrder } from "./hunks.ts";
import { LineGroups } from "./line-groups.ts";
import { LineSequence } from "./line-sequence.ts";
import { Partners } from "./partners.ts";
import type { Side } from "./side.ts";
import type { UnequalLines } from "./unequal-lines.ts";

/** Two groups to compare, as line indexes. One side is undefined if the other log's group has no partner. */
interface GroupPair {
  readonly ids: GroupIds | undefined;
  readonly old: Uint32Array | undefined;
  readonly next: Uint32Array | undefined;
}

/**
 * Yields the differences between the groups of two logs, in the order of the old log's groups. Added groups come last.
 */
export function* diffGroups(
  old: Side,
  next: Side,
  tools: ComparisonTools,
): Generator<Difference | EqualLine | OmittedLines> {
  for (const { ids, old: oldLines, next: newLines } of groupPairs(old, next, tools.keys)) {
    if (newLines === undefined) yield wholeGroup("removed_group", ids!, old, oldLines!);
    else if (oldLines === undefined) yield wholeGroup("added_group", ids!, next, newLines);
    else yield* diffInOrder(new LineSequence(old, oldLines), new LineSequence(next, newLines), ids, tools);
  }
}

/** How many lines of either log have an equal line in the other. Marks all others. */
export function countSameInGroups(old: Side, next: Side, keys: ComparisonKeys, unequal: UnequalLines): number {
  let same = 0;
  for (const { old: oldLines, next: newLines } of groupPairs(old, next, keys)) {
    if (oldLines === undefined || newLines === undefined) {
      for (const line of oldLines ?? []) unequal.old[line] = 1;
      for (const line of newLines ?? []) unequal.next[line] = 1;
      continue;
    }
    const [olds, news] = [new LineSequence(old, oldLines).keys, new LineSequence(next, newLines).keys];
    same += countSameInOrder(olds, news, keys, ({ oldFrom, oldTo, newFrom, newTo }) => {
      for (const line of oldLines.subarray(oldFrom, oldTo)) unequal.old[line] = 1;
      for (const line of newLines.subarray(newFrom, newTo)) unequal.next[line] = 1;
    });
  }
  return same;
}

function* groupPairs(old: Side, next: Side, keys: ComparisonKeys): Generator<GroupPair> {
  const oldGroups = new LineGroups(old.groups.values(), keys.groups);
  const newGroups = new LineGroups(next.groups.values(), keys.groups);
  const partners = new Partners(
    { grouping: oldGroups, keys: old.keys.values() },
    { grouping: newGroups, keys: next.keys.values() },
    keys,
  );
  for (const group of oldGroups.order.values()) {
    const lines = oldGroups.lines(group);
    const partner = partners.of(group);
    if (partner === undefined) {
      yield { ids: { old: keys.id(group), new: undefined }, old: lines, next: undefined };
    } else {
      const ids = group === NO_GROUP ? undefined : { old: keys.id(group), new: keys.id(partner) };
      yield { ids, old: lines, next: newGroups.lines(partner) };
    }
  }
  for (const group of newGroups.order.values()) {
    const lines = newGroups.lines(group);
    if (!partners.isTaken(group)) yield { ids: { old: undefined, new: keys.id(group) }, old: undefined, next: lines };
    else if (group === NO_GROUP && oldGroups.size(group) === 0)
      yield { ids: undefined, old: oldGroups.lines(group), next: lines };
  }
}

function wholeGroup(kind: WholeGroup["kind"], group: GroupIds, side: Side, lines: Uint32Array): WholeGroup {
  const read = function* (): Generator<ComparedLine> {
    for (const line of lines) yield side.line(line);
  };
  return { kind, group, count: lines.length, lines: { [Symbol.iterator]: read } };
}
