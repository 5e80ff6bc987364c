import { aligned } from "./aligned.ts";
import type { ComparisonTools } from "./comparison-tools.ts";
import type { ComparedLine, Difference, Gap, GroupIds, Same, WholeGroup } from "./difference.ts";
import { NO_GROUP } from "./forms.ts";
import { Grouping } from "./grouping.ts";
import { Partners } from "./partners.ts";
import { Sequence } from "./sequence.ts";
import type { Side } from "./side.ts";

/** What differs between the groups of two logs, in the order of the old log's groups. Those of the new log alone come last. */
export function* grouped(old: Side, now: Side, tools: ComparisonTools): Generator<Difference | Same | Gap> {
  const { forms, tally } = tools;
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
      tally.onlyOld += lines.length;
      yield wholeGroup("removed group", { old: forms.id(group), new: undefined }, old, lines);
    } else {
      const ids = group === NO_GROUP ? undefined : { old: forms.id(group), new: forms.id(partner) };
      yield* aligned(new Sequence(old, lines), new Sequence(now, newGroups.lines(partner)), ids, tools);
    }
  }
  for (const group of newGroups.order.values()) {
    const lines = newGroups.lines(group);
    if (!partners.isTaken(group)) {
      tally.onlyNew += lines.length;
      yield wholeGroup("added group", { old: undefined, new: forms.id(group) }, now, lines);
    } else if (group === NO_GROUP && oldGroups.size(group) === 0) {
      yield* aligned(new Sequence(old, oldGroups.lines(group)), new Sequence(now, lines), undefined, tools);
    }
  }
}

function wholeGroup(kind: WholeGroup["kind"], group: GroupIds, side: Side, lines: Uint32Array): WholeGroup {
  const read = function* (): Generator<ComparedLine> {
    for (const line of lines) yield side.line(line);
  };
  return { kind, group, length: lines.length, lines: { [Symbol.iterator]: read } };
}
