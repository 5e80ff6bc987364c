// The sequences of steps that requests have, and where those of two logs differ.

import type { Both, StepSequence } from "./claim.ts";
import { OUTSIDE, type RequestProfiles, type StepPair, type StepProfile, type Variant } from "./requests.ts";

/** Variants are compared with so many frequent ones of the other log. */
const MAX_REFERENCES = 200;

/** How a variant differs from the nearest one of the other log at one place. Events count from 1. */
export interface Edit {
  /** A step is inserted, left out, in another place, or comes several times in a row. */
  readonly kind: Exclude<StepSequence["kind"], "direct">;
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

const OPPOSITE = {
  inserted: "removed",
  removed: "inserted",
  moved: "moved",
  repeated: "single",
  single: "repeated",
} as const;

/** What most requests with a transition have there instead of what similar ones of the other log have. */
export function editOf(
  requests: RequestProfiles,
  side: "old" | "new",
  { from, to, ...sides }: StepPair,
): Edit | undefined {
  const all = requests[side === "old" ? "new" : "old"].frequent.slice(0, MAX_REFERENCES);
  const references = all.filter((steps) =>
    from === to ? !steps.includes(2 * from + 1) : !isAt(eventsIn(steps), [from, to]),
  );
  const best = mostFrequent(sides[side]!.samples.flatMap((own) => editAt(own, references, from, to) ?? []));
  return best && side === "old" ? { ...best, kind: OPPOSITE[best.kind] } : best;
}

/**
 * How many requests have the step between these neighbours, of those in which it could be there. Of several steps that
 * are left out together, it is the first one.
 */
export function countsOf(
  requests: RequestProfiles,
  { kind, step, from, to }: Edit,
): Readonly<Record<"count" | "total", Both<number>>> {
  const count = { old: 0, new: 0 };
  const total = { old: 0, new: 0 };
  const isRepetition = kind === "repeated" || kind === "single";
  for (const side of ["old", "new"] as const)
    for (const { steps, requests: own } of requests[side].variants.values()) {
      const events = eventsIn(steps);
      const has = isRepetition
        ? steps.includes(2 * step + 1)
        : isAt(events, kind === "removed" ? [from, step] : [from, step, to]);
      const couldHave = isRepetition || kind === "moved" ? events.includes(step) : isAt(events, [from, to]);
      if (has) count[side] += own;
      if (has || couldHave) total[side] += own;
    }
  return { count, total };
}

export function neighboursOf({ samples }: StepProfile, event: number): Pick<Edit, "from" | "to"> | undefined {
  const neighbours = samples.map((variant) => {
    const events = eventsIn(variant);
    const at = events.indexOf(event);
    return { from: events[at - 1]!, to: events[at + 1]! };
  });
  return mostFrequent(neighbours);
}

/** The most frequent steps around a step that is, or could be, between these neighbours. The old log's come first. */
export function stepsAround(
  requests: RequestProfiles,
  { step, from, to }: Omit<Edit, "kind">,
): Readonly<Record<"before" | "after", readonly number[]>> {
  const isRepetition = from === step && to === step;
  for (const steps of [...requests.old.frequent, ...requests.new.frequent]) {
    const events = eventsIn(steps);
    for (const [i, event] of events.entries()) {
      if (event !== from) continue;
      if (isRepetition) return { before: events.slice(1, i), after: events.slice(i + 1, -1) };
      const next = events[i + 1] === step && events[i + 2] === to ? i + 2 : i + 1;
      if (events[next] === to) return { before: events.slice(1, i + 1), after: events.slice(next, -1) };
    }
  }
  const known = (event: number): number[] => (event === OUTSIDE || isRepetition ? [] : [event]);
  return { before: known(from), after: known(to) };
}

function eventsIn(steps: Variant): number[] {
  return [OUTSIDE, ...steps.map((step) => step >> 1), OUTSIDE];
}

function isAt(events: readonly number[], wanted: readonly number[]): boolean {
  return events.some((_, i) => wanted.every((event, k) => events[i + k] === event));
}

function mostFrequent<Item>(items: readonly Item[]): Item | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(JSON.stringify(item), (counts.get(JSON.stringify(item)) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return best === undefined ? undefined : JSON.parse(best);
}

/** Pairs of equal steps of two variants, as in a longest common subsequence. */
function align(own: Variant, reference: Variant): Map<number, number> {
  const width = reference.length + 1;
  /** The lengths of the longest common subsequences of the rests. */
  const lengths = new Uint8Array((own.length + 1) * width);
  const isSame = (i: number, j: number): boolean => own[i]! >> 1 === reference[j]! >> 1;
  for (let i = own.length - 1; i >= 0; i--)
    for (let j = reference.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = isSame(i, j) ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < own.length && j < reference.length; ) {
    if (isSame(i, j)) pairs.set(i++, j++);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** How a variant differs from the nearest reference where it has a transition. */
function editAt(own: Variant, references: readonly Variant[], from: number, to: number): Edit | undefined {
  let reference: Variant = [];
  let kept = new Map<number, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const steps of references) {
    const pairs = align(own, steps);
    const repeats = [...pairs].filter(([i, j]) => own[i] !== steps[j]).length;
    const distance = own.length + steps.length - 2 * pairs.size + repeats;
    if (distance < least) [reference, kept, least] = [steps, pairs, distance];
  }
  if (reference.length === 0) return undefined;
  const eventAt = (i: number): number => (own[i] ?? OUTSIDE) >> 1;
  const taken = new Set(kept.values());
  const inserted = (i: number): Edit => {
    const step = eventAt(i);
    const isRemoved = reference.some((other, j) => !taken.has(j) && other >> 1 === step);
    return { kind: isRemoved ? "moved" : "inserted", step, from: eventAt(i - 1), to: eventAt(i + 1) };
  };
  if (from === to) {
    const i = own.indexOf(2 * from + 1);
    const other = kept.get(i);
    if (other === undefined) return i === -1 ? undefined : inserted(i);
    return reference[other] === own[i] ? undefined : { kind: "repeated", step: from, from, to };
  }
  for (let i = -1; i < own.length; i++) {
    if (eventAt(i) !== from || eventAt(i + 1) !== to) continue;
    if (i + 1 < own.length && !kept.has(i + 1)) return inserted(i + 1);
    if (i >= 0 && !kept.has(i)) return inserted(i);
    const first = i === -1 ? 0 : kept.get(i)! + 1;
    const end = i + 1 === own.length ? reference.length : kept.get(i + 1)!;
    if (first >= end) continue;
    const step = reference[first]! >> 1;
    const elsewhere = own.findIndex((other, k) => !kept.has(k) && other >> 1 === step);
    return elsewhere === -1 ? { kind: "removed", step, from, to } : inserted(elsewhere);
  }
  return undefined;
}
