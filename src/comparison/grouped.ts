import { aligned } from "./aligned.ts";
import { type ComparisonKeys, NO_GROUP } from "./comparison-keys.ts";
import type { ComparisonTools } from "./comparison-tools.ts";
import type { ComparedLine, Difference, Gap, GroupIds, Same, WholeGroup } from "./difference.ts";
import { Grouping } from "./grouping.ts";
import { sameIn } from "./hunks.ts";
import { LineSequence } from "./line-sequence.ts";
import { Partners } from "./partners.ts";
import type { Side } from "./side.ts";

/** The lines of a group in either log, by their indexes; undefined where the log has nothing to compare. */
interface GroupPair {
  readonly ids: GroupIds | undefined;
  readonly old: Uint32Array | undefined;
  readonly now: Uint32Array | undefined;
}

/** What differs between the groups of two logs, in the order of the old log's groups. Those of the new log alone come last. */
export function* grouped(old: Side, now: Side, tools: ComparisonTools): Generator<Difference | Same | Gap> {
  for (const { ids, old: oldLines, now: newLines } of groupPairs(old, now, tools.forms)) {
    if (newLines === undefined) yield wholeGroup("removed_group", ids!, old, oldLines!);
    else if (oldLines === undefined) yield wholeGroup("added_group", ids!, now, newLines);
    else yield* aligned(new LineSequence(old, oldLines), new LineSequence(now, newLines), ids, tools);
  }
}

/** How many lines of either log have one in the other. */
export function sameGrouped(old: Side, now: Side, forms: ComparisonKeys): number {
  let same = 0;
  for (const { old: oldLines, now: newLines } of groupPairs(old, now, forms)) {
    if (oldLines === undefined || newLines === undefined) continue;
    same += sameIn(new LineSequence(old, oldLines).forms, new LineSequence(now, newLines).forms, forms);
  }
  return same;
}

function* groupPairs(old: Side, now: Side, forms: ComparisonKeys): Generator<GroupPair> {
  const oldGroups = new Grouping(old.groups.values(), forms.groups);
  const newGroups = new Grouping(now.groups.values(), forms.groups);
  const partners = new Partners(
    { grouping: oldGroups, forms: old.forms.values() },
    { grouping: newGroups, forms: now.forms.values() },
    forms,
  );
  for (const group of oldGroups.order.values()) {
    const lines = oldGroups.lines(group);
    const partner = partners.of(group);
    if (partner === undefined) {
      yield { ids: { old: forms.id(group), new: undefined }, old: lines, now: undefined };
    } else {
      const ids = group === NO_GROUP ? undefined : { old: forms.id(group), new: forms.id(partner) };
      yield { ids, old: lines, now: newGroups.lines(partner) };
    }
  }
  for (const group of newGroups.order.values()) {
    const lines = newGroups.lines(group);
    if (!partners.isTaken(group)) yield { ids: { old: undefined, new: forms.id(group) }, old: undefined, now: lines };
    else if (group === NO_GROUP && oldGroups.size(group) === 0)
      yield { ids: undefined, old: oldGroups.lines(group), now: lines };
  }
}

function wholeGroup(kind: WholeGroup["kind"], group: GroupIds, side: Side, lines: Uint32Array): WholeGroup {
  const read = function* (): Generator<ComparedLine> {
    for (const line of lines) yield side.line(line);
  };
  return { kind, group, count: lines.length, lines: { [Symbol.iterator]: read } };
}
