import { additionalLines, type OneLog } from "./additional-lines.ts";
import type { ChangedCount, Count, Counts, FieldChange, GroupIds, Occurrences, SideName } from "./difference.ts";
import type { DiffTools } from "./in-order.ts";
import { type DenseKeys, denseKeys, type KeyTable, NO_TEMPLATE } from "./key-table.ts";
import type { ComparedLines, Lines } from "./lines.ts";
import { isChange } from "./pairing.ts";
import type { SideLine, UnequalLines } from "./side.ts";

const NONE = -1;
const SEVERAL = -2;

/** How often each key occurs among some lines, and where it first does. */
class LineCounts {
  readonly counts: Uint32Array;
  readonly lines: Lines;
  private readonly firsts: Uint32Array;
  private readonly keys: Uint32Array;
  /** For each line the next one with its key, plus one. Made when it is first needed. */
  private nexts: Uint32Array | undefined;

  /** `keys` are the keys of the lines, below `classes`. */
  constructor(lines: Lines, keys: Uint32Array, classes: number) {
    this.lines = lines;
    this.keys = keys;
    this.counts = new Uint32Array(classes);
    this.firsts = new Uint32Array(classes);
    for (let i = 0; i < keys.length; i++) if (this.counts[keys[i]!]!++ === 0) this.firsts[keys[i]!] = i;
  }

  first(key: number): SideLine | undefined {
    return this.counts[key] === 0 ? undefined : this.lines.line(this.firsts[key]!);
  }

  occurrences(key: number): Occurrences<Buffer> {
    return { count: this.counts[key]!, first: this.first(key) };
  }

  /** The lines, with the indexes of those with a key. */
  with(key: number): OneLog {
    this.nexts ??= this.chain();
    const indexes: number[] = [];
    for (let next = this.firsts[key]! + 1; next > 0; next = this.nexts[next - 1]!) indexes.push(next - 1);
    const { lines, keys, counts } = this;
    return { lines, keys, counts, indexes };
  }

  private chain(): Uint32Array {
    const { keys } = this;
    const nexts = new Uint32Array(keys.length);
    const later = new Uint32Array(this.counts.length);
    for (let i = keys.length - 1; i >= 0; i--) {
      nexts[i] = later[keys[i]!]!;
      later[keys[i]!] = i + 1;
    }
    return nexts;
  }
}

/** Among the keys of one template, the only key that each log has more often than the other; or NONE, or SEVERAL. */
type SoleKeys = Record<SideName, number>;

/** How many lines of either log have an equal line in the other. Marks all others. */
export function countSameUnordered(pair: ComparedLines, keys: KeyTable, unequal: UnequalLines): number {
  const dense = denseOf(pair, keys);
  const same = sameOf(pair, dense);
  markSurplus(pair.old, dense.old, same, unequal.old);
  markSurplus(pair.new, dense.new, same, unequal.new);
  return same.reduce((sum, count) => sum + count, 0);
}

/** How many lines of either log have an equal line in the other. */
export function sameCounts(pair: ComparedLines, keys: KeyTable): number {
  return sameOf(pair, denseOf(pair, keys)).reduce((sum, count) => sum + count, 0);
}

function denseOf({ old, new: next }: ComparedLines, keys: KeyTable): DenseKeys {
  return denseKeys(old.keys, next.keys, keys.size);
}

/** By key, how many lines of either log have an equal line in the other. */
function sameOf(pair: ComparedLines, dense: DenseKeys): Uint32Array {
  const { olds, news } = countsOf(pair, dense);
  return olds.counts.map((before, key) => Math.min(before, news.counts[key]!));
}

/** Marks all lines but the first `same[key]` lines of each key. */
function markSurplus(lines: Lines, keys: Uint32Array, same: Uint32Array, marks: Uint8Array): void {
  const left = same.slice();
  for (let i = 0; i < keys.length; i++) {
    if (left[keys[i]!]! > 0) left[keys[i]!]!--;
    else lines.mark(i, marks);
  }
}

function countsOf({ old, new: next }: ComparedLines, dense: DenseKeys): { olds: LineCounts; news: LineCounts } {
  return {
    olds: new LineCounts(old, dense.old, dense.classes),
    news: new LineCounts(next, dense.new, dense.classes),
  };
}

/**
 * Yields the lines that one log has more often than the other, in the order in which they first occur, the old
 * ones first.
 */
export function* diffCounts(
  pair: ComparedLines,
  group: GroupIds<Buffer> | undefined,
  { keys, fields, tally, rereading }: DiffTools,
): Generator<Count<Buffer> | ChangedCount<Buffer>> {
  const dense = denseOf(pair, keys);
  const { olds, news } = countsOf(pair, dense);
  const templateOf = (key: number): number => keys.template(dense.keyOf(key));
  const isEmpty = (key: number): boolean => keys.text(dense.keyOf(key)).length === 0;
  const soleKeys = new Map<number, SoleKeys>();
  for (let key = 0; key < dense.classes; key++) {
    const [before, after] = [olds.counts[key]!, news.counts[key]!];
    tally.same += Math.min(before, after);
    if (before !== after) addKey(soleKeys, templateOf(key), key, before > after ? "old" : "new");
  }

  const counts = (key: number): Counts<Buffer> => {
    const occurrences = { old: olds.occurrences(key), new: news.occurrences(key) };
    const { old: before, new: after } = occurrences;
    if (before.count === 0 || after.count === 0) return occurrences;
    const [more, fewer] = before.count > after.count ? [olds, news] : [news, olds];
    const [among, others] = [more.counts[key]!, fewer.counts[key]!];
    if (!rereading.allows(among + others))
      return { ...occurrences, additional: { lines: [], count: among - others, among, evidence: undefined } };
    return { ...occurrences, additional: additionalLines({ more: more.with(key), fewer: fewer.with(key) }, isEmpty) };
  };
  const changes = ({ old, new: next }: SoleKeys): readonly FieldChange<Buffer>[] => {
    if (old < 0 || next < 0) return [];
    // Where one log has a hundred lines more and the other one only one, most have become nothing.
    if (olds.counts[old]! - news.counts[old]! !== news.counts[next]! - olds.counts[next]!) return [];
    const comparison = fields.compare(olds.first(old)!, news.first(next)!);
    return isChange(comparison) ? comparison.changes : [];
  };
  const isDone = new Uint8Array(dense.classes);
  for (const inTurn of [dense.old, dense.new]) {
    for (let i = 0; i < inTurn.length; i++) {
      const key = inTurn[i]!;
      if (olds.counts[key] === news.counts[key] || isDone[key] === 1) continue;
      isDone[key] = 1;
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
