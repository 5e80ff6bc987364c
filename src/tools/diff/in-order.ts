import type {
  BySide,
  ComparisonDifference,
  ComparisonItem,
  ComparisonSame,
  GroupIds,
  Occurrences,
} from "./difference.ts";
import { editScript, type Hunk } from "./edit-script/edit-script.ts";
import { denseKeys, type KeyTable } from "./key-table.ts";
import type { LineKeys } from "./line-keys.ts";
import type { Lines } from "./lines.ts";
import { fieldChanges, pairsOf } from "./pairing.ts";

/** What every way of comparing needs: in order, in groups, or by counting. */
export interface DiffTools {
  readonly keys: LineKeys;
  /** The maximum number of equal lines to yield before and after a difference. */
  readonly context: number;
  /** The number of lines of either log that have an equal line in the other so far. */
  readonly tally: { same: number };
  /** How many lines may still be read again to find out which are additional. */
  readonly rereading: { left: number };
  /** Whether empty lines that one log has more often are one difference, wherever they are. */
  readonly joinsEmptyLines: boolean;
}

/**
 * Yields the differences between lines of two logs, in order, with context, and adds the equal lines to the tally.
 * Empty lines that are joined are the last difference.
 */
export function* diffInOrder(
  { old, new: next }: BySide<Lines>,
  hunks: Iterable<Hunk>,
  group: GroupIds<Buffer> | undefined,
  tools: DiffTools,
): Generator<ComparisonItem<Buffer>> {
  const { context, tally } = tools;
  const empty = tools.joinsEmptyLines ? tools.keys.table.emptyLineKey : undefined;
  const emptyLines = { old: occurrencesOf(old, empty), new: occurrencesOf(next, empty) };
  const hasMoreEmpty = emptyLines.old.count !== emptyLines.new.count;
  const shownOf = (lines: Lines): Lines => (hasMoreEmpty ? lines.without(empty!) : lines);
  const sameLines = function* (oldFrom: number, newFrom: number, count: number): Generator<ComparisonSame<Buffer>> {
    for (let i = 0; i < count; i++) {
      yield { kind: "same", group, old: old.line(oldFrom + i), new: next.line(newFrom + i) };
    }
  };
  let [oldAt, newAt] = [0, 0];
  let isFirst = true;
  // Whether lines that only differ in empty ones came since the last difference.
  let isApart = false;
  for (const hunk of hunks) {
    const removed = shownOf(old.slice(hunk.oldFrom, hunk.oldTo));
    const added = shownOf(next.slice(hunk.newFrom, hunk.newTo));
    const isShown = removed.length + added.length > 0;
    const shared = hunk.oldFrom - oldAt;
    const after = isFirst || isApart ? 0 : Math.min(context, shared);
    const before = isShown ? Math.min(context, shared - after) : 0;
    yield* sameLines(oldAt, newAt, after);
    if (isShown && !isFirst && (isApart || shared > after + before)) yield { kind: "gap", group };
    yield* sameLines(hunk.oldFrom - before, hunk.newFrom - before, before);
    tally.same += shared;
    yield* differencesInHunk(removed, added, group, tools.keys);
    [oldAt, newAt, isFirst, isApart] = [hunk.oldTo, hunk.newTo, isFirst && !isShown, !isShown];
  }
  const rest = old.keys.length - oldAt;
  tally.same += rest;
  if (!isFirst && !isApart) yield* sameLines(oldAt, newAt, Math.min(context, rest));
  if (hasMoreEmpty) yield { kind: "count", group, ...emptyLines };
}

/** How many lines have a key, if there is one, and the first of them. */
function occurrencesOf(lines: Lines, key: number | undefined): Occurrences<Buffer> {
  const first = key === undefined ? -1 : lines.keys.indexOf(key);
  if (first === -1) return { count: 0, first: undefined };
  const count = lines.keys.reduce((sum, own) => sum + Number(own === key), 0);
  return { count, first: lines.line(first) };
}

/**
 * Yields the lines of a hunk in order: pairs of lines that changed, and between them the lines that only one log has.
 */
function* differencesInHunk(
  removed: Lines,
  added: Lines,
  group: GroupIds<Buffer> | undefined,
  keys: LineKeys,
): Generator<ComparisonDifference<Buffer>> {
  const rest = { old: 0, new: 0 };
  const upTo = function* (i: number, j: number): Generator<ComparisonDifference<Buffer>> {
    while (rest.old < i) yield { kind: "removed", group, old: removed.line(rest.old++) };
    while (rest.new < j) yield { kind: "added", group, new: added.line(rest.new++) };
  };
  for (const { i, j } of pairsOf(removed, added, keys)) {
    const [old, next] = [removed.line(i), added.line(j)];
    const fields = fieldChanges(old, next, keys);
    if (rest.old < i || rest.new < j) yield* upTo(i, j);
    if (fields.length > 0) {
      yield { kind: "changed", group, fields, old, new: next };
    } else {
      yield { kind: "removed", group, old };
      yield { kind: "added", group, new: next };
    }
    [rest.old, rest.new] = [i + 1, j + 1];
  }
  yield* upTo(removed.length, added.length);
}

/**
 * The maximal runs of lines that differ between lines of two logs. Swapping the logs swaps removed and added
 * lines, and changes nothing else.
 */
export function hunksOf({ old: { keys: old }, new: { keys: next } }: BySide<Lines>, keys: KeyTable): Iterable<Hunk> {
  if (old.length === next.length && old.every((key, i) => key === next[i])) return [];
  const dense = denseKeys(old, next, keys.size);
  // Keys are numbered as they are seen, the old log's first. Swapping the logs changes the numbers, but not this order.
  const byBytes = (a: number, b: number): number => keys.text(dense.keyOf(a)).compare(keys.text(dense.keyOf(b)));
  const script = editScript(dense.old, dense.new, dense.classes, byBytes);
  return { [Symbol.iterator]: () => script.hunks() };
}

/** How many lines of either log are in no hunk. Marks all others, if there are marks. */
export function countSameInOrder(pair: BySide<Lines>, hunks: Iterable<Hunk>, unequal?: BySide<Uint8Array>): number {
  let same = pair.old.length;
  for (const { oldFrom, oldTo, newFrom, newTo } of hunks) {
    same -= oldTo - oldFrom;
    if (unequal === undefined) continue;
    for (let i = oldFrom; i < oldTo; i++) pair.old.mark(i, unequal.old);
    for (let j = newFrom; j < newTo; j++) pair.new.mark(j, unequal.new);
  }
  return same;
}
