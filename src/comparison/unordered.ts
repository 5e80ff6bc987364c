import { type ComparisonKeys, NO_SHAPE } from "./comparison-keys.ts";
import type { ComparisonTools } from "./comparison-tools.ts";
import type { ChangedCount, Count, Counts, FieldChange, Occurrences } from "./difference.ts";
import { isChange } from "./pairing.ts";
import type { Side, SideLine } from "./side.ts";

const NONE = -1;
const SEVERAL = -2;

/** How often each form occurs in a log, and where first. */
class Census {
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

/** Of one shape, the form that each log has more often than the other: NONE, or SEVERAL if it is not the only one. */
interface SoleForms {
  old: number;
  next: number;
}

/** How many lines of either log have one in the other. */
export function sameCounted(old: Side, next: Side, { size }: ComparisonKeys): number {
  const [olds, news] = [new Census(old, size), new Census(next, size)];
  return olds.counts.reduce((same, before, key) => same + Math.min(before, news.counts[key]!), 0);
}

/** The lines that one log has more often than the other, in the order of their first ones, those of the old log first. */
export function* counted(
  old: Side,
  next: Side,
  { keys, fields, tally }: ComparisonTools,
): Generator<Count | ChangedCount> {
  const [olds, news] = [new Census(old, keys.size), new Census(next, keys.size)];
  const soleForms = new Map<number, SoleForms>();
  for (let key = 0; key < keys.size; key++) {
    const [before, after] = [olds.counts[key]!, news.counts[key]!];
    tally.same += Math.min(before, after);
    if (before !== after) note(soleForms, keys.shape(key), key, before > after ? "old" : "next");
  }

  const counts = (key: number): Counts => ({ old: olds.occurrences(key), new: news.occurrences(key) });
  const changes = ({ old, next }: SoleForms): readonly FieldChange[] => {
    if (old < 0 || next < 0) return [];
    const likeness = fields.compare(olds.first(old)!, news.first(next)!);
    return isChange(likeness) ? likeness.changes : [];
  };
  const paired = new Set<number>();
  // Forms are numbered as they are first seen.
  for (let key = 0; key < keys.size; key++) {
    if (olds.counts[key] === news.counts[key] || paired.has(key)) continue;
    const only = soleForms.get(keys.shape(key));
    const changed = only === undefined ? [] : changes(only);
    if (changed.length === 0) {
      yield { kind: "count", ...counts(key) };
    } else {
      yield { kind: "changed_count", was: counts(only!.old), became: counts(only!.next), fields: changed };
      paired.add(only!.old).add(only!.next);
    }
  }
}

function note(soleForms: Map<number, SoleForms>, shape: number, key: number, log: keyof SoleForms): void {
  if (shape === NO_SHAPE) return;
  const only = soleForms.get(shape) ?? { old: NONE, next: NONE };
  only[log] = only[log] === NONE ? key : SEVERAL;
  soleForms.set(shape, only);
}
