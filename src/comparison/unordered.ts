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

  constructor(side: Side, forms: number) {
    this.side = side;
    this.counts = new Uint32Array(forms);
    this.firsts = new Uint32Array(forms);
    for (const [i, form] of side.forms.values().entries()) if (this.counts[form]!++ === 0) this.firsts[form] = i;
  }

  first(form: number): SideLine | undefined {
    return this.counts[form] === 0 ? undefined : this.side.line(this.firsts[form]!);
  }

  occurrences(form: number): Occurrences {
    return { count: this.counts[form]!, first: this.first(form) };
  }
}

/** Of one shape, the form that each log has more often than the other: NONE, or SEVERAL if it is not the only one. */
interface SoleForms {
  old: number;
  now: number;
}

/** How many lines of either log have one in the other. */
export function sameCounted(old: Side, now: Side, { size }: ComparisonKeys): number {
  const [olds, news] = [new Census(old, size), new Census(now, size)];
  return olds.counts.reduce((same, before, form) => same + Math.min(before, news.counts[form]!), 0);
}

/** The lines that one log has more often than the other, in the order of their first ones, those of the old log first. */
export function* counted(
  old: Side,
  now: Side,
  { forms, fields, tally }: ComparisonTools,
): Generator<Count | ChangedCount> {
  const [olds, news] = [new Census(old, forms.size), new Census(now, forms.size)];
  const soleForms = new Map<number, SoleForms>();
  for (let form = 0; form < forms.size; form++) {
    const [before, after] = [olds.counts[form]!, news.counts[form]!];
    tally.same += Math.min(before, after);
    if (before !== after) note(soleForms, forms.shape(form), form, before > after ? "old" : "now");
  }

  const counts = (form: number): Counts => ({ old: olds.occurrences(form), new: news.occurrences(form) });
  const changes = ({ old, now }: SoleForms): readonly FieldChange[] => {
    if (old < 0 || now < 0) return [];
    const likeness = fields.compare(olds.first(old)!, news.first(now)!);
    return isChange(likeness) ? likeness.changes : [];
  };
  const paired = new Set<number>();
  // Forms are numbered as they are first seen.
  for (let form = 0; form < forms.size; form++) {
    if (olds.counts[form] === news.counts[form] || paired.has(form)) continue;
    const only = soleForms.get(forms.shape(form));
    const changed = only === undefined ? [] : changes(only);
    if (changed.length === 0) {
      yield { kind: "count", ...counts(form) };
    } else {
      yield { kind: "changed_count", was: counts(only!.old), became: counts(only!.now), fields: changed };
      paired.add(only!.old).add(only!.now);
    }
  }
}

function note(soleForms: Map<number, SoleForms>, shape: number, form: number, log: keyof SoleForms): void {
  if (shape === NO_SHAPE) return;
  const only = soleForms.get(shape) ?? { old: NONE, now: NONE };
  only[log] = only[log] === NONE ? form : SEVERAL;
  soleForms.set(shape, only);
}
