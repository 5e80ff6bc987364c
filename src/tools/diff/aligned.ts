import type { ComparisonDifference, ComparisonItem, ComparisonSame, GroupIds } from "./difference.ts";
import type { Hunk } from "./edit-script/edit-script.ts";
import type { FieldComparison } from "./field-comparison.ts";
import type { KeyTable } from "./key-table.ts";
import { isChange, pairsOf, type Stretch } from "./pairing.ts";
import type { SequencePair } from "./sequence-pairs.ts";

/** What every way of comparing needs: in order, in groups, or by counting. */
export interface ComparisonTools {
  readonly keys: KeyTable;
  readonly fields: FieldComparison;
  /** The maximum number of equal lines to yield before and after a difference. */
  readonly context: number;
  /** Updated as differences are found. */
  readonly tally: Tally;
}

/** The number of lines of either log that have an equal line in the other so far. */
interface Tally {
  same: number;
}

/**
 * Yields the differences between two sequences of lines, in order, with context, and adds the equal lines to the tally.
 * `hunks` are those of the two sequences.
 */
export function* diffInOrder(
  { old, next }: SequencePair,
  hunks: Iterable<Hunk>,
  group: GroupIds<Buffer> | undefined,
  tools: ComparisonTools,
): Generator<ComparisonItem<Buffer>> {
  const { context, tally } = tools;
  const sameLines = function* (oldFrom: number, newFrom: number, count: number): Generator<ComparisonSame<Buffer>> {
    for (let i = 0; i < count; i++) {
      yield { kind: "same", group, old: old.line(oldFrom + i), new: next.line(newFrom + i) };
    }
  };
  let [oldAt, newAt] = [0, 0];
  let isFirst = true;
  for (const hunk of hunks) {
    const shared = hunk.oldFrom - oldAt;
    const after = isFirst ? 0 : Math.min(context, shared);
    const before = Math.min(context, shared - after);
    yield* sameLines(oldAt, newAt, after);
    if (!isFirst && shared > after + before) yield { kind: "gap", group };
    yield* sameLines(hunk.oldFrom - before, hunk.newFrom - before, before);
    tally.same += shared;
    yield* differencesInHunk(
      old.stretch(hunk.oldFrom, hunk.oldTo, tools.keys),
      next.stretch(hunk.newFrom, hunk.newTo, tools.keys),
      group,
      tools,
    );
    [oldAt, newAt, isFirst] = [hunk.oldTo, hunk.newTo, false];
  }
  const rest = old.keys.length - oldAt;
  tally.same += rest;
  if (!isFirst) yield* sameLines(oldAt, newAt, Math.min(context, rest));
}

/**
 * Yields the lines of a hunk in order: pairs of lines that changed, and between them the lines that only one log has.
 */
function* differencesInHunk(
  removed: Stretch,
  added: Stretch,
  group: GroupIds<Buffer> | undefined,
  { fields }: ComparisonTools,
): Generator<ComparisonDifference<Buffer>> {
  const rest = { old: 0, new: 0 };
  const upTo = function* (i: number, j: number): Generator<ComparisonDifference<Buffer>> {
    while (rest.old < i) yield { kind: "removed", group, old: removed.line(rest.old++) };
    while (rest.new < j) yield { kind: "added", group, new: added.line(rest.new++) };
  };
  for (const { i, j } of pairsOf(removed, added, fields)) {
    const [oldLine, newLine] = [removed.line(i), added.line(j)];
    const comparison = fields.compare(oldLine, newLine);
    if (rest.old < i || rest.new < j) yield* upTo(i, j);
    if (isChange(comparison)) {
      yield { kind: "changed", group, old: oldLine, new: newLine, fields: comparison.changes };
    } else {
      yield { kind: "removed", group, old: oldLine };
      yield { kind: "added", group, new: newLine };
    }
    [rest.old, rest.new] = [i + 1, j + 1];
  }
  yield* upTo(removed.length, added.length);
}
