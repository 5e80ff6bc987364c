import type { ComparisonTools } from "./aligned.ts";
import { type ComparisonKeys, NO_TEMPLATE } from "./comparison-keys.ts";
import type { ChangedCount, Count, Counts, FieldChange, Occurrences } from "./difference.ts";
import { isChange } from "./pairing.ts";
import type { Side, SideLine } from "./side.ts";
import type { UnequalLines } from "./unequal-lines.ts";

const NONE = -1;
const SEVERAL = -2;

/** How often each key occurs in a log, and where it first does. */
class LineCounts {
  readonly counts: Uint32Array;
  private readonly firsts: Uint32Array;
  private readonly side: Side;

  constructor(side: Side, keys: number) {
    this.side = side;
    this.counts = new Uint32Array(keys);
    this.firsts = new Uint32Array(keys);
    for (const [i, key] of side.keys.values().entries()) if (this.counts[key]!++ === 0) this.firsts[key] = i;
  }

  first(key: number): SideLine | undefined {
    return this.counts[key] === 0 ? undefined : this.side.line(this.firsts[key]!);
  }

  occurrences(key: number): Occurrences {
    return { count: this.counts[key]!, first: this.first(key) };
  }
}

/** Among the keys of one template, the only key that each log has more often than the other; or NONE, or SEVERAL. */
interface SoleKeys {
  old: number;
  next: number;
}

/** How many lines of either log have an equal line in the other. Marks all others. */
export function countSameUnordered(old: Side, next: Side, { size }: ComparisonKeys, unequal: UnequalLines): number {
  const [olds, news] = [new LineCounts(old, size), new LineCounts(next, size)];
  const same = olds.counts.map((before, key) => Math.min(before, news.counts[key]!));
  markSurplus(old, same, unequal.old);
  markSurplus(next, same, unequal.next);
  return same.reduce((sum, count) => sum + count, 0);
}

/** Marks all lines but the first `same[key]` lines of each key. */
function markSurplus(side: Side, same: Uint32Array, marks: Uint8Array): void {
  const left = same.slice();
  for (const [i, key] of side.keys.values().entries()) {
    if (left[key]! > 0) left[key]!--;
    else marks[i] = 1;
  }
}

/**
 * Yields the lines that one log has more often than the other, in the order in which they first occur, the old log's
 * first.
 */
export function* diffCounts(
  old: Side,
  next: Side,
  { keys, fields, tally }: ComparisonTools,
): Generator<Count | ChangedCount> {
  const [olds, news] = [new LineCounts(old, keys.size), new LineCounts(next, keys.size)];
  const soleKeys = new Map<number, SoleKeys>();
  for (let key = 0; key < keys.size; key++) {
    const [before, after] = [olds.counts[key]!, news.counts[key]!];
    tally.same += Math.min(before, after);
    if (before !== after) addKey(soleKeys, keys.templateOfKey(key), key, before > after ? "old" : "next");
  }

  const counts = (key: number): Counts => ({ old: olds.occurrences(key), new: news.occurrences(key) });
  const changes = ({ old, next }: SoleKeys): readonly FieldChange[] => {
    if (old < 0 || next < 0) return [];
    const comparison = fields.compare(olds.first(old)!, news.first(next)!);
    return isChange(comparison) ? comparison.changes : [];
  };
  const paired = new Set<number>();
  // Keys are numbered in the order in which they were first seen.
  for (let key = 0; key < keys.size; key++) {
    if (olds.counts[key] === news.counts[key] || paired.has(key)) continue;
    const only = soleKeys.get(keys.templateOfKey(key));
    const changed = only === undefined ? [] : changes(only);
    if (changed.length === 0) {
      yield { kind: "count", ...counts(key) };
    } else {
      yield { kind: "changed_count", was: counts(only!.old), became: counts(only!.next), fields: changed };
      paired.add(only!.old).add(only!.next);
    }
  }
}

function addKey(soleKeys: Map<number, SoleKeys>, template: number, key: number, log: keyof SoleKeys): void {
  if (template === NO_TEMPLATE) return;
  const only = soleKeys.get(template) ?? { old: NONE, next: NONE };
  only[log] = only[log] === NONE ? key : SEVERAL;
  soleKeys.set(template, only);
}
