import { NumberLists } from "../../text/collections/numbers.ts";
import { additionalLines, type OneLog } from "./additional-lines.ts";
import type {
  BySide,
  ChangedCount,
  Count,
  Counts,
  FieldChange,
  GroupIds,
  Occurrences,
  SideName,
} from "./difference.ts";
import { type DiffTools, denseKeys, fieldChanges } from "./in-order.ts";
import { type KeyTable, NO_TEMPLATE } from "./line-keys.ts";
import type { Lines } from "./side.ts";

const NONE = -1;
const SEVERAL = -2;

/** Among the keys of one template, the only key that each log has more often; or NONE, or SEVERAL. */
type SoleKeys = Record<SideName, number>;

/** The lines of both logs by dense keys. */
function linesByKey({ old, new: next }: BySide<Lines>, keys: KeyTable) {
  const dense = denseKeys(old.keys, next.keys, keys.size);
  const { classes } = dense;
  const byKey = (keys: Uint32Array): NumberLists =>
    new NumberLists(classes, (take) => {
      for (let i = 0; i < keys.length; i++) take(keys[i]!, i);
    });
  return { dense, olds: byKey(dense.old), news: byKey(dense.new) };
}

/** How many lines of either log have an equal line in the other. Marks all others, if there are marks. */
export function countSameUnordered(pair: BySide<Lines>, keys: KeyTable, unequal?: BySide<Uint8Array>): number {
  const { dense, olds, news } = linesByKey(pair, keys);
  let same = 0;
  for (let key = 0; key < dense.classes; key++) {
    const both = Math.min(olds.length(key), news.length(key));
    same += both;
    if (unequal === undefined) continue;
    for (let i = both; i < olds.length(key); i++) pair.old.mark(olds.at(key, i), unequal.old);
    for (let j = both; j < news.length(key); j++) pair.new.mark(news.at(key, j), unequal.new);
  }
  return same;
}

/** The lines that one log has more often than the other, in the order in which they first occur, the old ones first. */
export function* diffCounts(
  pair: BySide<Lines>,
  group: GroupIds<Buffer> | undefined,
  { keys, tally, rereading }: DiffTools,
): Generator<Count<Buffer> | ChangedCount<Buffer>> {
  const { table } = keys;
  const { dense, olds, news } = linesByKey(pair, table);
  const templateOf = (key: number): number => table.template(dense.keyOf(key));
  const isEmpty = (key: number): boolean => table.text(dense.keyOf(key)).length === 0;
  const surplus = (key: number): number => news.length(key) - olds.length(key);
  const soleKeys = new Map<number, SoleKeys>();
  for (let key = 0; key < dense.classes; key++) {
    tally.same += Math.min(olds.length(key), news.length(key));
    if (surplus(key) !== 0) addKey(soleKeys, templateOf(key), key, surplus(key) < 0 ? "old" : "new");
  }

  const occurrences = (lines: Lines, lists: NumberLists, key: number): Occurrences<Buffer> => {
    const count = lists.length(key);
    return { count, first: count === 0 ? undefined : lines.line(lists.at(key, 0)) };
  };
  const counts = (key: number): Counts<Buffer> => {
    const found = { old: occurrences(pair.old, olds, key), new: occurrences(pair.new, news, key) };
    if (found.old.count === 0 || found.new.count === 0) return found;
    if (found.old.count + found.new.count > rereading.left) {
      const among = Math.max(found.old.count, found.new.count);
      return { ...found, additional: { lines: [], count: Math.abs(surplus(key)), among, evidence: undefined } };
    }
    rereading.left -= found.old.count + found.new.count;
    const old: OneLog = { lines: pair.old, keys: dense.old, byKey: olds, indexes: [...olds.of(key)] };
    const next: OneLog = { lines: pair.new, keys: dense.new, byKey: news, indexes: [...news.of(key)] };
    const logs = surplus(key) < 0 ? { more: old, fewer: next } : { more: next, fewer: old };
    return { ...found, additional: additionalLines(logs, isEmpty) };
  };
  const changes = ({ old, new: next }: SoleKeys): readonly FieldChange<Buffer>[] => {
    if (old < 0 || next < 0) return [];
    // Where one log has a hundred lines more and the other one only one, most have become nothing.
    if (-surplus(old) !== surplus(next)) return [];
    return fieldChanges(pair.old.line(olds.at(old, 0)), pair.new.line(news.at(next, 0)), keys);
  };
  const isDone = new Uint8Array(dense.classes);
  for (const inTurn of [dense.old, dense.new]) {
    for (let i = 0; i < inTurn.length; i++) {
      const key = inTurn[i]!;
      if (isDone[key] === 1) continue;
      isDone[key] = 1;
      if (surplus(key) === 0) continue;
      const only = soleKeys.get(templateOf(key));
      const changed = only === undefined ? [] : changes(only);
      if (changed.length === 0) {
        yield { kind: "count", group, ...counts(key) };
      } else {
        yield { kind: "changed_count", group, fields: changed, was: counts(only!.old), became: counts(only!.new) };
        isDone[only!.old] = isDone[only!.new] = 1;
      }
    }
  }
}

function addKey(soleKeys: Map<number, SoleKeys>, template: number, key: number, log: SideName): void {
  if (template === NO_TEMPLATE) return;
  const only = soleKeys.get(template) ?? { old: NONE, new: NONE };
  only[log] = only[log] === NONE ? key : SEVERAL;
  soleKeys.set(template, only);
}
