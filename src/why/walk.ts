// A walk along a line, element by element. The parsers of the matcher stop at the first sign that a rule does not match, such
// as a missing text at its end; this tells how far a rule does match. After each element it knows all places at which that
// may end, so it never has to go back and try again. After a field of any text these are all places from one on.
import type { Literal } from "../matcher/search/literal.ts";
import { type FieldType, RunType } from "../matcher/types/field-type.ts";

/** An element made ready for a walk along a line. */
export type Step =
  | { readonly literal: Literal }
  | { readonly type: FieldType }
  | { readonly branches: readonly (readonly Step[])[] }
  | "any";

/** The steps of a pattern; and those with a date-time as its field `timestamp`, if that may be any text but prefers one. */
export interface PreparedPattern {
  readonly plain: readonly Step[];
  readonly dated: { readonly steps: readonly Step[]; readonly timestamp: number } | undefined;
}

/**
 * The places of a line up to which some elements of a pattern can reach: `places`, in ascending order, and all from `from` on.
 * `at` is the one where they end if each element stands as far left as it can, and is the longest of its type.
 */
interface Reach {
  readonly places: readonly number[];
  /** Infinity if there is no such place. */
  readonly from: number;
  readonly at: number;
}

const NONE = Number.POSITIVE_INFINITY;

const NOWHERE: Reach = { places: [], from: NONE, at: NONE };

const BEGINNING: Reach = { places: [0], from: NONE, at: 0 };

/** All places from one on. */
function onFrom(from: number): Reach {
  return { places: [], from, at: from };
}

/** These places alone, which may be given in any order, and repeatedly. */
function only(places: readonly number[], at: number): Reach {
  return { places: ascending(places), from: NONE, at };
}

/** Up to so many are sorted as they are. */
const MAX_SORTED_AS_THEY_ARE = 64;

/** Each once, in ascending order. Many are sorted in an array of numbers: there may be as many as the line has places. */
function ascending(places: readonly number[]): readonly number[] {
  if (places.every((place, i) => i === 0 || places[i - 1]! < place)) return places;
  const sorted =
    places.length <= MAX_SORTED_AS_THEY_ARE
      ? places.toSorted((a, b) => a - b)
      : Array.from(Float64Array.from(places).sort());
  return sorted.filter((place, i) => i === 0 || sorted[i - 1] !== place);
}

function isNowhere({ places, from }: Reach): boolean {
  return places.length === 0 && from === NONE;
}

/** Whether what comes next may be sought from a place on, not only stand at it. */
function isOpen({ from }: Reach): boolean {
  return from !== NONE;
}

function first({ places, from }: Reach): number {
  return Math.min(places[0] ?? from, from);
}

function reaches({ places, from }: Reach, place: number): boolean {
  return place >= from || places.at(-1) === place || places.includes(place);
}

/** All the places of several reaches; `at` is that of the first that has some. */
function union(all: readonly Reach[]): Reach {
  const some = all.filter((reach) => !isNowhere(reach));
  if (some.length < 2) return some[0] ?? NOWHERE;
  const from = Math.min(...some.map((one) => one.from));
  const places = some.flatMap(({ places }) => places).filter((place) => place < from);
  return { ...only(places, some[0]!.at), from };
}

/** Where and how elements fail to match a line. */
export interface Mismatch {
  /** How many elements matched. A field of any text counts once what follows it was found. */
  readonly matched: number;
  /** The index of the element that did not; the number of elements if the line goes on after the last. */
  readonly element: number;
  /** Where it should have begun; if `isOpen`, the first such place. */
  readonly at: number;
  /** Whether it could have begun anywhere from there on. */
  readonly isOpen: boolean;
  /** The first place where it could have begun if what is before it were shorter. */
  readonly first: number;
  /** Whether it did not fail there, but to find out more would have cost too much. */
  readonly isGivenUp: boolean;
}

/** Counts what walks cost, in places of the line that were passed: each takes some ten nanoseconds. */
export interface Meter {
  count: number;
  /** A walk is given up when it comes to this. */
  readonly most: number;
}

/**
 * The mismatch of a pattern and a line; undefined if it matches. If its timestamp may be a date-time, this is the mismatch
 * with that, provided that it gets at least as far.
 */
export function walk({ plain, dated }: PreparedPattern, line: Buffer, meter: Meter): Mismatch | undefined {
  const mismatch = walkAlong(plain, line, meter);
  if (mismatch === undefined || dated === undefined) return mismatch;
  const other = walkAlong(dated.steps, line, meter)!;
  // The field only prefers a date-time, so a date-time is never what is missing.
  return other.matched >= mismatch.matched && other.element !== dated.timestamp ? other : mismatch;
}

function walkAlong(steps: readonly Step[], line: Buffer, meter: Meter): Mismatch | undefined {
  let reach = BEGINNING;
  for (let i = 0; i < steps.length; i++) {
    const next = after(reach, steps[i]!, line, meter, steps[i + 1] === "any");
    const isGivenUp = meter.count > meter.most;
    if (isGivenUp || isNowhere(next)) return { ...stopAt(steps, i, reach), isGivenUp };
    reach = next;
  }
  if (reaches(reach, line.length)) return undefined;
  // The last element of a pattern is sought at the end of the line: as far right as it can be.
  return {
    matched: steps.length,
    element: steps.length,
    at: reach.places.at(-1)!,
    isOpen: false,
    first: first(reach),
    isGivenUp: false,
  };
}

function stopAt(steps: readonly Step[], element: number, reach: Reach): Omit<Mismatch, "isGivenUp"> {
  let matched = element;
  while (matched > 0 && steps[matched - 1] === "any") matched--;
  return { matched, element, at: reach.at, isOpen: isOpen(reach), first: first(reach) };
}

/** The places at which a step ends that begins at one of these. With `onlyFirst`, any but the first may be left out. */
function after(reach: Reach, step: Step, line: Buffer, meter: Meter, onlyFirst: boolean): Reach {
  if (step === "any") return onFrom(first(reach));
  if ("type" in step) return afterType(reach, step, line, meter);
  if ("literal" in step) return afterLiteral(reach, step, line, meter, onlyFirst);
  return union(step.branches.map((branch) => afterAll(reach, branch, line, meter)));
}

function afterAll(start: Reach, steps: readonly Step[], line: Buffer, meter: Meter): Reach {
  let reach = start;
  for (let i = 0; i < steps.length && !isNowhere(reach) && meter.count <= meter.most; i++) {
    reach = after(reach, steps[i]!, line, meter, steps[i + 1] === "any");
  }
  return reach;
}

/** Up to so many places are looked at one by one. */
const MAX_ONE_BY_ONE = 8;

/** A text is sought in so many bytes in the time that one place takes. */
const SEARCHED_AT_ONCE = 64;

function afterLiteral(
  reach: Reach,
  { literal }: Extract<Step, { literal: unknown }>,
  line: Buffer,
  meter: Meter,
  onlyFirst: boolean,
): Reach {
  const { length } = literal;
  if (!isOpen(reach) && reach.places.length <= MAX_ONE_BY_ONE) {
    const ends = reach.places
      .filter((at) => at + length <= line.length && literal.standsAt(line, at))
      .map((at) => at + length);
    if (ends.length === 0) return NOWHERE;
    return only(ends, ends.includes(reach.at + length) ? reach.at + length : ends.at(-1)!);
  }
  const ends: number[] = [];
  let at = -1;
  let i = 0;
  const last = line.length - length;
  for (let place = literal.find(line, first(reach), last); place !== -1; place = literal.find(line, place + 1, last)) {
    while (reach.places[i]! < place) i++;
    if (place < reach.from && reach.places[i] !== place) continue;
    ends.push(place + length);
    if (place >= reach.at && at === -1) at = place + length;
    if (onlyFirst) break;
  }
  meter.count += ends.length + ((ends.at(-1) ?? line.length) - first(reach)) / SEARCHED_AT_ONCE;
  return ends.length === 0 ? NOWHERE : { places: ends, from: NOWHERE.from, at: at === -1 ? ends.at(-1)! : at };
}

/** So many runs are remembered. The starts of one run are near each other, so those far behind may be forgotten. */
const MAX_RUNS = 100_000;

function afterType(reach: Reach, { type }: Extract<Step, { type: unknown }>, line: Buffer, meter: Meter): Reach {
  const found: number[] = [];
  const ends: number[] = [];
  // Of all places in a run, the first one has the ends of all others, too.
  const runs = new Set<number>();
  const add = (start: number): void => {
    const run = type instanceof RunType ? type.runEnd(line, start, line.length) : -1;
    if (run !== -1 && runs.has(run)) return;
    if (runs.size === MAX_RUNS) runs.clear();
    runs.add(run);
    const count = type.ends(line, start, line.length, ends);
    for (let i = 0; i < count; i++) found.push(ends[i]!);
  };
  for (const place of reach.places) add(place);
  for (let place = reach.from; place <= line.length; place++) add(place);
  meter.count +=
    MAX_ONE_BY_ONE + (reach.from > line.length ? 0 : line.length - reach.from) + reach.places.length + found.length;
  if (found.length === 0) return NOWHERE;
  const count = type.ends(line, reach.at, line.length, ends);
  return only(found, count > 0 ? ends[0]! : found.reduce((last, end) => Math.max(last, end), 0));
}
