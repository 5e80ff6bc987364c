import type { Both, StepSequence } from "./claim.ts";
import { OUTSIDE, type RequestProfiles, type StepProfile } from "./request-profiles.ts";

/** Variants are compared with so many frequent ones of the other log. */
const MAX_REFERENCES = 200;

/** How a variant differs from the nearest one of the other log at one place. Events count from 1. */
export interface Edit {
  /** A step is inserted, left out, in another place, or comes several times in a row. */
  readonly kind: Exclude<StepSequence["kind"], "direct">;
  readonly step: number;
  /** Its neighbours. */
  readonly from: number;
  readonly to: number;
}

type Side = keyof Both<unknown>;

/** The pairs of steps that two variants share, as in a longest common subsequence, in order. */
type Alignment = readonly (readonly [own: number, reference: number])[];

/** The variants of two logs: lists of steps, which are twice an event that counts from 1, plus one if repeated. */
export class Variants {
  private readonly profiles: RequestProfiles;
  private readonly lists: Partial<Record<Side, readonly (readonly number[])[]>> = {};

  constructor(profiles: RequestProfiles) {
    this.profiles = profiles;
  }

  /** What most requests with a transition have there instead of what similar ones of the other log have. */
  edit(side: Side, { samples }: StepProfile, from: number, to: number): Edit | undefined {
    const all = this.frequent(side === "old" ? "new" : "old");
    const references = all.filter((steps) => !hasTransition(steps, from, to));
    const edits = samples.map((variant) => {
      const own = this.profiles.stepsOf(variant);
      const reference = nearest(own, references);
      return reference && editAt(own, reference.steps, reference.alignment, from, to);
    });
    const best = mostFrequent(edits.filter((edit) => edit !== undefined));
    return best && side === "old" ? { ...best, kind: OPPOSITE[best.kind] } : best;
  }

  /**
   * How many requests have the step between these neighbours, of those in which it could be there. Of several steps
   * that are left out together, it is the first one.
   */
  counts({ kind, step, from, to }: Edit): Readonly<Record<"count" | "total", Both<number>>> {
    const count = { old: 0, new: 0 };
    const total = { old: 0, new: 0 };
    for (const side of ["old", "new"] as const) {
      for (const [variant, requests] of this.profiles[side].variants) {
        const steps = this.profiles.stepsOf(variant);
        const events = eventsIn(steps);
        const isAt = (...wanted: readonly number[]): boolean =>
          events.some((_, i) => wanted.every((event, k) => events[i + k] === event));
        const isRepetition = kind === "repeated" || kind === "single";
        const sequence = kind === "removed" ? [from, step] : [from, step, to];
        const has = isRepetition ? steps.includes(2 * step + 1) : isAt(...sequence);
        const couldHave = isRepetition || kind === "moved" ? events.includes(step) : isAt(from, to);
        if (has) count[side] += requests;
        if (has || couldHave) total[side] += requests;
      }
    }
    return { count, total };
  }

  /** The neighbours that a step mostly has. */
  neighbours({ samples }: StepProfile, event: number): Pick<Edit, "from" | "to"> | undefined {
    const neighbours = samples.map((variant) => {
      const events = eventsIn(this.profiles.stepsOf(variant));
      const at = events.indexOf(event);
      return { from: events[at - 1]!, to: events[at + 1]! };
    });
    return mostFrequent(neighbours);
  }

  /** The most frequent steps around a step that is, or could be, between these neighbours. The old log's come first. */
  around({ step, from, to }: Omit<Edit, "kind">): Readonly<Record<"before" | "after", readonly number[]>> {
    const isRepetition = from === step && to === step;
    for (const steps of [...this.frequent("old"), ...this.frequent("new")]) {
      const events = eventsIn(steps);
      for (const [i, event] of events.entries()) {
        if (event !== from) continue;
        if (isRepetition) return { before: events.slice(1, i), after: events.slice(i + 1, -1) };
        const next = events[i + 1] === step && events[i + 2] === to ? i + 2 : events[i + 1] === to ? i + 1 : undefined;
        if (next !== undefined) return { before: events.slice(1, i + 1), after: events.slice(next, -1) };
      }
    }
    const known = (event: number): number[] => (event === OUTSIDE || isRepetition ? [] : [event]);
    return { before: known(from), after: known(to) };
  }

  private frequent(side: Side): readonly (readonly number[])[] {
    this.lists[side] ??= [...this.profiles[side].variants]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_REFERENCES)
      .map(([variant]) => this.profiles.stepsOf(variant));
    return this.lists[side];
  }
}

function eventsIn(steps: readonly number[]): number[] {
  return [OUTSIDE, ...steps.map((step) => step >> 1), OUTSIDE];
}

function mostFrequent<Item>(items: readonly Item[]): Item | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(JSON.stringify(item), (counts.get(JSON.stringify(item)) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return best === undefined ? undefined : JSON.parse(best);
}

const OPPOSITE = {
  inserted: "removed",
  removed: "inserted",
  moved: "moved",
  repeated: "single",
  single: "repeated",
} as const;

function nearest(
  own: readonly number[],
  references: readonly (readonly number[])[],
): { steps: readonly number[]; alignment: Alignment } | undefined {
  let best: { steps: readonly number[]; alignment: Alignment } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const steps of references) {
    const alignment = align(own, steps);
    const repeats = alignment.filter(([i, j]) => own[i] !== steps[j]).length;
    const distance = own.length + steps.length - 2 * alignment.length + repeats;
    if (distance < least) [best, least] = [{ steps, alignment }, distance];
  }
  return best;
}

function hasTransition(steps: readonly number[], from: number, to: number): boolean {
  if (from === to) return steps.includes(2 * from + 1);
  for (let i = 0; i <= steps.length; i++)
    if ((steps[i - 1] ?? OUTSIDE) >> 1 === from && (steps[i] ?? OUTSIDE) >> 1 === to) return true;
  return false;
}

function align(own: readonly number[], reference: readonly number[]): Alignment {
  const width = reference.length + 1;
  /** The lengths of the longest common subsequences of the rests. */
  const lengths = new Uint8Array((own.length + 1) * width);
  const isSame = (i: number, j: number): boolean => own[i]! >> 1 === reference[j]! >> 1;
  for (let i = own.length - 1; i >= 0; i--) {
    for (let j = reference.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = isSame(i, j) ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < own.length && j < reference.length; ) {
    if (isSame(i, j)) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** The difference of two variants where the own one has a transition. */
function editAt(
  own: readonly number[],
  reference: readonly number[],
  alignment: Alignment,
  from: number,
  to: number,
): Edit | undefined {
  const eventAt = (i: number): number => (own[i] ?? OUTSIDE) >> 1;
  const isKept = new Map(alignment);
  const kept = new Set(alignment.map(([, j]) => j));
  const isRemoved = (event: number): boolean => reference.some((step, j) => !kept.has(j) && step >> 1 === event);
  const inserted = (i: number): Edit => {
    const step = eventAt(i);
    return { kind: isRemoved(step) ? "moved" : "inserted", step, from: eventAt(i - 1), to: eventAt(i + 1) };
  };
  if (from === to) {
    const i = own.indexOf(2 * from + 1);
    const other = isKept.get(i);
    if (other === undefined) return i === -1 ? undefined : inserted(i);
    return reference[other] === own[i] ? undefined : { kind: "repeated", step: from, from, to };
  }
  for (let i = -1; i < own.length; i++) {
    if (eventAt(i) !== from || eventAt(i + 1) !== to) continue;
    if (i + 1 < own.length && !isKept.has(i + 1)) return inserted(i + 1);
    if (i >= 0 && !isKept.has(i)) return inserted(i);
    const first = i === -1 ? 0 : isKept.get(i)! + 1;
    const end = i + 1 === own.length ? reference.length : isKept.get(i + 1)!;
    if (first >= end) continue;
    const step = reference[first]! >> 1;
    const elsewhere = own.findIndex((other, k) => !isKept.has(k) && other >> 1 === step);
    return elsewhere === -1 ? { kind: "removed", step, from, to } : inserted(elsewhere);
  }
  return undefined;
}
