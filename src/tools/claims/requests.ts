// The requests of logs, by the ids of their lines: which steps they have, how long these take, and where the sequences
// of two logs differ.

import type { LineTime } from "../../run/line-time.ts";
import { heaviestPairs, NumberList, NumberLists, PairNumbers } from "../../text/collections/numbers.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { Blocks } from "./blocks.ts";
import type { Both, StepSequence } from "./claim.ts";
import { NumberProfile } from "./profile.ts";

/** In seconds. Times that are written with decimals are no whole seconds: they are later by this much at least. */
const FRACTION = 1e-6;

/** The lines of a log that have the id of a request. Takes 20 bytes for each, and half as much again while it grows. */
export class StepLines {
  private readonly groups = new NumberList();
  private readonly indexes = new NumberList();
  private readonly events = new NumberList();
  private readonly times: number[] = [];
  private lastGroup = 0;

  /** Adds a line. `time` is that of the line; undefined if it has none. */
  add(group: number, event: number, index: number, time: LineTime["instant"] | undefined): void {
    const fraction = time && Math.max(time.nanoseconds / 1e9, time.decimals === 0 ? 0 : FRACTION);
    this.groups.push(group);
    this.indexes.push(index);
    this.events.push(event);
    this.times.push(time === undefined ? Number.NaN : time.seconds + fraction!);
    this.lastGroup = Math.max(this.lastGroup, group);
  }

  /**
   * The rows of the lines of each request. They are in order of time if all have one, since the services of a system
   * log apart. Valid until the next one.
   */
  *requests(): Generator<Uint32Array> {
    const groups = this.groups.values();
    const lists = new NumberLists(this.lastGroup + 1, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    for (let group = 0; group <= this.lastGroup; group++) {
      const rows = lists.of(group);
      if (rows.length === 0) continue;
      if (!rows.some((row) => Number.isNaN(this.times[row]!))) rows.sort((a, b) => this.secondsBetween(b, a) || a - b);
      yield rows;
    }
  }

  eventOf(row: number): number {
    return this.events.at(row);
  }

  indexOf(row: number): number {
    return this.indexes.at(row);
  }

  isWhole(row: number): boolean {
    return this.times[row]! % 1 === 0;
  }

  /** NaN if a time is missing. Times in whole seconds are told from others by these alone. */
  secondsBetween(from: number, to: number): number {
    const [begin, end] = [this.times[from]!, this.times[to]!];
    return this.isWhole(from) || this.isWhole(to) ? Math.floor(end) - Math.floor(begin) : end - begin;
  }
}

/** Logs with more transitions have no steps that tell anything. */
const MAX_TRANSITIONS = 10_000;
/** Further variants are not told. */
const MAX_VARIANTS = 10_000;
/** Requests with more steps have no variant. */
const MAX_STEPS = 64;
/** So many requests show what a step or a transition is a part of. */
const MAX_SAMPLES = 8;
/** What is before the first step of a request and after its last one, among events that count from 1. */
export const OUTSIDE = 0;

/** The steps of requests, each twice an event, plus one if it comes several times in a row. */
type Variant = readonly number[];

/** What a log has of one event, or of one event directly after another, in requests. */
class StepProfile {
  requests = 0;
  /** The sum of how many lines come before it. */
  linesBefore = 0;
  readonly example: number;
  last = -1;
  /** Seconds, for events since the first line, and in how many requests these are whole seconds. */
  readonly durations: NumberProfile;
  whole = 0;
  readonly samples: Variant[] = [];

  constructor(example: number, blocks: Blocks) {
    this.example = example;
    this.durations = new NumberProfile(blocks);
  }
}

export interface StepPair extends Partial<Both<StepProfile>> {
  readonly from: number;
  readonly to: number;
}

class SideRequests {
  readonly blocks = new Blocks();
  readonly variants = new Map<string, { readonly steps: Variant; requests: number }>();
}

/** What two logs have of the steps of their requests. */
export class RequestProfiles {
  readonly old = new SideRequests();
  readonly new = new SideRequests();
  /** By event; `from` is `OUTSIDE`. */
  readonly events: StepPair[] = [];
  readonly transitions: StepPair[] = [];
  private readonly numbers = new PairNumbers();

  constructor(steps: Both<StepLines>) {
    for (const side of ["old", "new"] as const)
      for (const rows of steps[side].requests()) this.add(side, steps[side], rows);
  }

  get total(): Both<number> {
    return { old: this.old.blocks.lines, new: this.new.blocks.lines };
  }

  get hasTransitions(): boolean {
    return this.numbers.size < MAX_TRANSITIONS;
  }

  get hasVariants(): boolean {
    return Math.max(this.old.variants.size, this.new.variants.size) < MAX_VARIANTS;
  }

  private add(side: "old" | "new", lines: StepLines, rows: Uint32Array): void {
    const { blocks, variants } = this[side];
    blocks.next();
    /** What the request may be a sample of. */
    const touched: StepProfile[] = [];
    /** Counts the request, if that was not done, with the time from another of its lines. */
    const touch = (pair: { -readonly [Key in keyof StepPair]: StepPair[Key] }, i: number, begin?: number): void => {
      const end = rows[i];
      pair[side] ??= new StepProfile(lines.indexOf((end ?? begin)!), blocks);
      const profile = pair[side];
      if (profile.last === blocks.lines) return;
      profile.last = blocks.lines;
      profile.requests++;
      profile.linesBefore += i;
      if (profile.samples.length < MAX_SAMPLES) touched.push(profile);
      if (begin === undefined || end === undefined || begin === end) return;
      const value = lines.secondsBetween(begin, end);
      if (Number.isNaN(value)) return;
      profile.durations.add({ value, hasUnit: true });
      if (lines.isWhole(begin) || lines.isWhole(end)) profile.whole++;
    };
    const steps: number[] = [];
    let from = OUTSIDE;
    for (let i = 0; i <= rows.length; i++) {
      const to = i === rows.length ? OUTSIDE : lines.eventOf(rows[i]!) + 1;
      if (to !== OUTSIDE) {
        this.events[to] ??= { from: OUTSIDE, to };
        touch(this.events[to], i, rows[0]);
      }
      if (this.hasTransitions) {
        const number = this.numbers.of(from, to);
        this.transitions[number] ??= { from, to };
        touch(this.transitions[number], i, rows[i - 1]);
      }
      if (from === to) steps.push(2 * (steps.pop()! >> 1) + 1);
      else if (to !== OUTSIDE) steps.push(2 * to);
      from = to;
    }
    if (steps.length > MAX_STEPS) return;
    const key = steps.join(" ");
    const known = variants.get(key);
    if (known === undefined && !this.hasVariants) return;
    const variant = known ?? { steps, requests: 0 };
    variant.requests++;
    variants.set(key, variant);
    for (const { samples } of touched) samples.push(variant.steps);
  }
}

/** Variants are compared with so many frequent ones of the other log. */
const MAX_REFERENCES = 200;

/** How a variant differs from the nearest one of the other log at one place. Events count from 1. */
export interface Edit {
  /** A step is inserted, left out, in another place, or comes several times in a row; or two steps meet. */
  readonly kind: StepSequence["kind"];
  readonly step: number;
  /** The steps beside it; the step itself if it comes several times in a row. */
  readonly from: number;
  readonly to: number;
  /** The events of all steps before it, and after it. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const OPPOSITE: Readonly<Partial<Record<Edit["kind"], Edit["kind"]>>> = {
  ...{ inserted: "removed", removed: "inserted", repeated: "single" },
};

/** What most requests with a transition have there instead of what similar ones of the other log have. */
export function editOf(
  requests: RequestProfiles,
  side: "old" | "new",
  { from, to, ...sides }: StepPair,
): Edit | undefined {
  const variants = [...requests[side === "old" ? "new" : "old"].variants.values()];
  const frequent = variants.sort((a, b) => b.requests - a.requests).slice(0, MAX_REFERENCES);
  const references = frequent.flatMap(({ steps }) => {
    const hasTransition = from === to ? steps.includes(2 * from + 1) : isAt(eventsIn(steps), [from, to]);
    return hasTransition ? [] : [steps];
  });
  const best = mostFrequent(sides[side]!.samples.flatMap((own) => editAt(own, references, from, to) ?? []));
  return best && side === "old" ? { ...best, kind: OPPOSITE[best.kind] ?? best.kind } : best;
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

/** An event where most samples have it. */
export function placeOf({ samples }: StepProfile, event: number, kind: Edit["kind"]): Edit {
  const places = samples.map((variant) => {
    const i = variant.findIndex((step) => step >> 1 === event);
    return editBetween(variant.slice(0, i), variant.slice(i + 1), kind, event);
  });
  return mostFrequent(places) ?? editBetween([], [], kind, event);
}

function editBetween(before: Variant, after: Variant, kind: Edit["kind"], step: number): Edit {
  const [first, last] = [before, after].map((steps) => steps.map((own) => own >> 1)) as [number[], number[]];
  return { kind, step, from: first.at(-1) ?? OUTSIDE, to: last[0] ?? OUTSIDE, before: first, after: last };
}

function eventsIn(steps: Variant): number[] {
  return [OUTSIDE, ...steps.map((step) => step >> 1), OUTSIDE];
}

function isAt(events: readonly number[], wanted: readonly number[]): boolean {
  return events.some((_, i) => wanted.every((event, k) => events[i + k] === event));
}

function mostFrequent(edits: readonly Edit[]): Edit | undefined {
  const alike = groupBy(edits, ({ kind, step, from, to }) => [kind, step, from, to].join(" "));
  return [...alike.values()].sort((a, b) => b.length - a.length)[0]?.[0];
}

/** Pairs of equal steps of two variants, as in a longest common subsequence, and how many others there are. */
function align(own: Variant, reference: Variant) {
  const pairs = heaviestPairs(own.map((step) => reference.map((other) => Number(step >> 1 === other >> 1))));
  const same = pairs.filter(({ i, j }) => own[i] === reference[j]).length;
  const distance = own.length + reference.length - pairs.length - same;
  return { reference, pairs: new Map(pairs.map(({ i, j }) => [i, j])), distance };
}

/** How a variant differs from the nearest reference where it has a transition. */
function editAt(own: Variant, references: readonly Variant[], from: number, to: number): Edit | undefined {
  const [nearest] = references.map((reference) => align(own, reference)).sort((a, b) => a.distance - b.distance);
  if (nearest === undefined) return undefined;
  const { reference, pairs } = nearest;
  const taken = new Set(pairs.values());
  const inserted = (i: number): Edit => {
    const step = own[i]! >> 1;
    const isMoved = reference.some((other, j) => !taken.has(j) && other >> 1 === step);
    return editBetween(own.slice(0, i), own.slice(i + 1), isMoved ? "moved" : "inserted", step);
  };
  if (from === to) {
    const i = own.indexOf(2 * from + 1);
    const other = pairs.get(i);
    if (other === undefined) return i === -1 ? undefined : inserted(i);
    const repeated = editBetween(own.slice(0, i), own.slice(i + 1), "repeated", from);
    return reference[other] === own[i] ? undefined : { ...repeated, from, to };
  }
  const events = eventsIn(own);
  for (let i = -1; i < own.length; i++) {
    if (events[i + 1] !== from || events[i + 2] !== to) continue;
    if (i + 1 < own.length && !pairs.has(i + 1)) return inserted(i + 1);
    if (i >= 0 && !pairs.has(i)) return inserted(i);
    const first = i === -1 ? 0 : pairs.get(i)! + 1;
    const end = i + 1 === own.length ? reference.length : pairs.get(i + 1)!;
    if (first >= end) continue;
    const step = reference[first]! >> 1;
    const elsewhere = own.findIndex((other, k) => !pairs.has(k) && other >> 1 === step);
    return elsewhere === -1 ? editBetween(own.slice(0, i + 1), own.slice(i + 1), "removed", step) : inserted(elsewhere);
  }
  return undefined;
}
