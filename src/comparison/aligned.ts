import type { ComparisonTools } from "./comparison-tools.ts";
import type { Difference, Gap, GroupIds, Same } from "./difference.ts";
import { hunksOf } from "./hunks.ts";
import type { LineSequence } from "./line-sequence.ts";
import { isChange, pairsOf, type Stretch } from "./pairing.ts";

/** What differs between two sequences of lines, in order, with lines around it that are the same. Counts into the tally. */
export function* aligned(
  old: LineSequence,
  next: LineSequence,
  group: GroupIds | undefined,
  tools: ComparisonTools,
): Generator<Difference | Same | Gap> {
  const { context, tally } = tools;
  const same = function* (oldFrom: number, newFrom: number, count: number): Generator<Same> {
    for (let i = 0; i < count; i++) {
      yield { kind: "same", group, old: old.line(oldFrom + i), new: next.line(newFrom + i) };
    }
  };
  let [oldAt, newAt] = [0, 0];
  let isFirst = true;
  for (const hunk of hunksOf(old.keys, next.keys, tools.keys)) {
    const shared = hunk.oldFrom - oldAt;
    const after = isFirst ? 0 : Math.min(context, shared);
    const before = Math.min(context, shared - after);
    yield* same(oldAt, newAt, after);
    if (!isFirst && shared > after + before) yield { kind: "gap", group };
    yield* same(hunk.oldFrom - before, hunk.newFrom - before, before);
    tally.same += shared;
    yield* changes(
      old.stretch(hunk.oldFrom, hunk.oldTo, tools.keys),
      next.stretch(hunk.newFrom, hunk.newTo, tools.keys),
      group,
      tools,
    );
    [oldAt, newAt, isFirst] = [hunk.oldTo, hunk.newTo, false];
  }
  const rest = old.keys.length - oldAt;
  tally.same += rest;
  if (!isFirst) yield* same(oldAt, newAt, Math.min(context, rest));
}

/** The lines of a hunk in order: those that changed as pairs, and between the pairs those that only one log has. */
function* changes(
  removed: Stretch,
  added: Stretch,
  group: GroupIds | undefined,
  { fields }: ComparisonTools,
): Generator<Difference> {
  const rest = { old: 0, new: 0 };
  const upTo = function* (i: number, j: number): Generator<Difference> {
    while (rest.old < i) yield { kind: "removed", group, old: removed.line(rest.old++) };
    while (rest.new < j) yield { kind: "added", group, new: added.line(rest.new++) };
  };
  for (const { i, j } of pairsOf(removed, added, fields)) {
    const [was, is] = [removed.line(i), added.line(j)];
    const likeness = fields.compare(was, is);
    if (rest.old < i || rest.new < j) yield* upTo(i, j);
    if (isChange(likeness)) {
      yield { kind: "changed", group, old: was, new: is, fields: likeness.changes };
    } else {
      yield { kind: "removed", group, old: was };
      yield { kind: "added", group, new: is };
    }
    [rest.old, rest.new] = [i + 1, j + 1];
  }
  yield* upTo(removed.length, added.length);
}
