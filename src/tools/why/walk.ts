// Walks along a line, element by element, to find out how far a rule matches. The matcher's parsers cannot answer this:
// they stop at the first sign that a rule does not match, such as a missing text at its end. After each element, a walk
// keeps all offsets where that element may end, so it never goes back to try again. After a field of any text, these
// are all offsets from one on.

import type { Literal } from "../../matcher/search/literal.ts";
import { RunType, type TypeMatcher } from "../../matcher/types/type-matcher.ts";
import { isAt } from "../../text/bytes/byte-set.ts";

/** An element, prepared for walks. */
export type WalkStep =
  | { readonly literal: Literal }
  | { readonly type: TypeMatcher }
  | { readonly branches: readonly (readonly WalkStep[])[] }
  | "any";

/** The steps of a pattern; and, if its field `timestamp` has no type, the steps in which that field is a date-time. */
export interface PreparedPattern {
  readonly plain: readonly WalkStep[];
  readonly dated: { readonly steps: readonly WalkStep[]; readonly timestamp: number } | undefined;
}

/**
 * The offsets where the elements so far may end: `offsets`, in ascending order, and all offsets from `from` on. `at` is
 * the one where they end if each element is as far left as possible and captures the longest text of its type.
 */
interface Reach {
  readonly offsets: readonly number[];
  /** Infinity if there are none. */
  readonly from: number;
  readonly at: number;
}

const NONE = Number.POSITIVE_INFINITY;

const NOWHERE: Reach = { offsets: [], from: NONE, at: NONE };

/** Reached by more offsets than are kept. The walk is given up there. */
const TOO_MANY: Reach = { ...NOWHERE };

const BEGINNING: Reach = { offsets: [0], from: NONE, at: 0 };

/** All offsets from `from` on. */
function onFrom(from: number): Reach {
  return { offsets: [], from, at: from };
}

/** Only these offsets, given in any order and perhaps repeatedly. */
function only(offsets: readonly number[], at: number, meter: Meter): Reach {
  return { offsets: ascending(offsets, meter), from: NONE, at };
}

/** More offsets are sorted in an array of numbers, because there may be as many as the line has bytes. */
const MAX_SORTED_AS_LIST = 64;

/** Sorting many offsets costs this many times as much as looking at each. */
const SORTING = 8;

/** The offsets in ascending order, without duplicates. */
function ascending(offsets: readonly number[], meter: Meter): readonly number[] {
  meter.count += offsets.length;
  if (offsets.every((offset, i) => i === 0 || offsets[i - 1]! < offset)) return offsets;
  meter.count += SORTING * offsets.length;
  const sorted =
    offsets.length <= MAX_SORTED_AS_LIST
      ? offsets.toSorted((a, b) => a - b)
      : Array.from(Float64Array.from(offsets).sort());
  return sorted.filter((offset, i) => i === 0 || sorted[i - 1] !== offset);
}

/** Whether no offset is reached, or too many are. A walk ends there. */
function isNowhere({ offsets, from }: Reach): boolean {
  return offsets.length === 0 && from === NONE;
}

/** Whether the next element may begin anywhere from an offset on. */
function isOpen({ from }: Reach): boolean {
  return from !== NONE;
}

function first({ offsets, from }: Reach): number {
  return Math.min(offsets[0] ?? from, from);
}

function reaches({ offsets, from }: Reach, offset: number): boolean {
  return offset >= from || offsets.at(-1) === offset || offsets.includes(offset);
}

/** The offsets of both reaches; `at` is that of the first that has any. */
function union(a: Reach, b: Reach, meter: Meter): Reach {
  if (a === TOO_MANY || b === TOO_MANY) return TOO_MANY;
  if (isNowhere(b)) return a;
  if (isNowhere(a)) return b;
  const from = Math.min(a.from, b.from);
  const offsets = merged(a.offsets, b.offsets, meter);
  if (offsets.length > MAX_KEPT) return TOO_MANY;
  return { offsets: from === NONE ? offsets : offsets.filter((offset) => offset < from), from, at: a.at };
}

/** The offsets of two ascending lists, in ascending order and without duplicates. */
function merged(a: readonly number[], b: readonly number[], meter: Meter): readonly number[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  meter.count += a.length + b.length;
  const all: number[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const [left, right] = [a[i] ?? NONE, b[j] ?? NONE];
    all.push(Math.min(left, right));
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return all;
}

/** Where and how elements fail to match a line. */
export interface Mismatch {
  /** How many elements matched. A field of any text counts only if the element after it was found. */
  readonly matched: number;
  /** The index of the element that did not match; the number of elements if the line goes on after the last one. */
  readonly element: number;
  /** Where it should have begun; the first such offset if `isOpen`. */
  readonly at: number;
  /** Whether it could have begun anywhere from there on. */
  readonly isOpen: boolean;
  /** The first offset where it could have begun if the elements before it were shorter. */
  readonly first: number;
  /** Whether the walk was given up there because going on would have taken too much time or memory. */
  readonly isGivenUp: boolean;
}

/**
 * Counts the cost of walks, in offsets of the line that they pass. An offset takes some ten nanoseconds. Whatever loops
 * over offsets counts them and ends when too many are counted, because a single element can pass each offset of the
 * line many times.
 */
export interface Meter {
  count: number;
  /** A walk is given up when the count exceeds this. */
  readonly most: number;
}

/**
 * Walks a pattern along a line. Returns the mismatch, or undefined if the pattern matches. If a field `timestamp`
 * prefers a date-time, returns the mismatch with a date-time, provided that it gets at least as far.
 */
export function walk({ plain, dated }: PreparedPattern, line: Buffer, meter: Meter): Mismatch | undefined {
  const mismatch = walkAlong(plain, line, meter);
  if (mismatch === undefined || dated === undefined) return mismatch;
  const other = walkAlong(dated.steps, line, meter);
  // Only a walk that was not given up can find a match, and the pattern matches whatever that walk does.
  if (other === undefined) return undefined;
  // The field only prefers a date-time, so a date-time is never what is missing.
  return other.matched >= mismatch.matched && other.element !== dated.timestamp ? other : mismatch;
}

function walkAlong(steps: readonly WalkStep[], line: Buffer, meter: Meter): Mismatch | undefined {
  let reach = BEGINNING;
  for (let i = 0; i < steps.length; i++) {
    const next = after(reach, steps[i]!, line, meter, steps[i + 1] === "any");
    const isGivenUp = meter.count > meter.most || next === TOO_MANY;
    if (isGivenUp || isNowhere(next)) return { ...mismatchAt(steps, i, reach), isGivenUp };
    reach = next;
  }
  if (reaches(reach, line.length)) return undefined;
  // The last element of a pattern must end the line, so the offset furthest right counts.
  return {
    matched: steps.length,
    element: steps.length,
    at: reach.offsets.at(-1)!,
    isOpen: false,
    first: first(reach),
    isGivenUp: false,
  };
}

function mismatchAt(steps: readonly WalkStep[], element: number, reach: Reach): Omit<Mismatch, "isGivenUp"> {
  let matched = element;
  while (matched > 0 && steps[matched - 1] === "any") matched--;
  return { matched, element, at: reach.at, isOpen: isOpen(reach), first: first(reach) };
}

/**
 * The offsets where a step may end that begins at one of these. With `onlyFirst`, all but the first may be left out.
 */
function after(reach: Reach, step: WalkStep, line: Buffer, meter: Meter, onlyFirst: boolean): Reach {
  if (step === "any") return onFrom(first(reach));
  if ("type" in step) return afterType(reach, step, line, meter);
  if ("literal" in step) return afterLiteral(reach, step, line, meter, onlyFirst);
  // One by one, so that the offsets of hundreds of branches are never held at once.
  let ends = NOWHERE;
  for (const branch of step.branches) {
    if (ends === TOO_MANY) break;
    ends = union(ends, afterAll(reach, branch, line, meter), meter);
  }
  return ends;
}

function afterAll(start: Reach, steps: readonly WalkStep[], line: Buffer, meter: Meter): Reach {
  let reach = start;
  for (let i = 0; i < steps.length && !isNowhere(reach) && meter.count <= meter.most; i++) {
    reach = after(reach, steps[i]!, line, meter, steps[i + 1] === "any");
  }
  return reach;
}

/**
 * How many offsets are kept after an element: all those of a line of a mebibyte. In longer lines the rest of a word may
 * end at each of millions of offsets, which would take a hundred times the memory of the line.
 */
const MAX_KEPT = 1 << 20;

/** Up to this many offsets are examined one by one. */
const MAX_ONE_BY_ONE = 8;

/** How many bytes a search for a text passes in the time that one offset takes. */
const SEARCHED_AT_ONCE = 64;

function afterLiteral(
  reach: Reach,
  { literal }: Extract<WalkStep, { literal: unknown }>,
  line: Buffer,
  meter: Meter,
  onlyFirst: boolean,
): Reach {
  const { offsets } = reach;
  const { length } = literal;
  // Beyond the last offset, the text is of no use unless it may begin anywhere.
  const last = Math.min(line.length - length, isOpen(reach) ? line.length : (offsets.at(-1) ?? 0));
  const isSparse = offsets.length <= MAX_ONE_BY_ONE || last - first(reach) > SEARCHED_AT_ONCE * offsets.length;
  if (!isOpen(reach) && isSparse) {
    meter.count += offsets.length;
    const ends = offsets.filter((at) => at <= last && literal.standsAt(line, at)).map((at) => at + length);
    if (ends.length === 0) return NOWHERE;
    return { offsets: ends, from: NONE, at: ends.includes(reach.at + length) ? reach.at + length : ends.at(-1)! };
  }
  const ends: number[] = [];
  let at = -1;
  let i = 0;
  let passed = first(reach);
  for (let offset = literal.find(line, passed, last); offset !== -1; offset = literal.find(line, offset + 1, last)) {
    meter.count += 1 + (offset - passed) / SEARCHED_AT_ONCE;
    passed = offset;
    if (meter.count > meter.most) break;
    while (offsets[i]! < offset) i++;
    if (offset < reach.from && offsets[i] !== offset) continue;
    if (ends.length === MAX_KEPT) return TOO_MANY;
    ends.push(offset + length);
    if (offset >= reach.at && at === -1) at = offset + length;
    if (onlyFirst) break;
  }
  meter.count += offsets.length + Math.max(0, last - passed) / SEARCHED_AT_ONCE;
  return ends.length === 0 ? NOWHERE : { offsets: ends, from: NONE, at: at === -1 ? ends.at(-1)! : at };
}

/** How many runs are remembered. The starts of a run are near each other, so runs far behind may be forgotten. */
const MAX_RUNS = 100_000;

/** Asking a type for the ends of a text takes as long as trying this many offsets. */
const ASKED = 8;

function afterType(reach: Reach, { type }: Extract<WalkStep, { type: unknown }>, line: Buffer, meter: Meter): Reach {
  let found: number[] = [];
  const ends: number[] = [];
  // The first start of a run has all ends of the other starts.
  const runs = new Set<number>();
  let isTooMany = false;
  const add = (start: number): void => {
    meter.count++;
    if (!isAt(type.first, line, start, line.length)) return;
    meter.count += ASKED;
    const run = type instanceof RunType ? type.runEnd(line, start, line.length) : -1;
    if (run !== -1 && runs.has(run)) return;
    if (runs.size === MAX_RUNS) runs.clear();
    runs.add(run);
    if (run - start > MAX_KEPT) {
      meter.count += (run - start) / SEARCHED_AT_ONCE;
      isTooMany = true;
      return;
    }
    const count = type.ends(line, start, line.length, ends);
    meter.count += count;
    for (let i = 0; i < count; i++) found.push(ends[i]!);
    // Ends may be found again and again.
    if (found.length > MAX_KEPT) found = [...ascending(found, meter)];
    isTooMany = found.length > MAX_KEPT;
  };
  const goesOn = (): boolean => meter.count <= meter.most && !isTooMany;
  for (let i = 0; i < reach.offsets.length && goesOn(); i++) add(reach.offsets[i]!);
  for (let offset = reach.from; offset <= line.length && goesOn(); offset++) add(offset);
  if (isTooMany) return TOO_MANY;
  if (found.length === 0) return NOWHERE;
  const count = type.ends(line, reach.at, line.length, ends);
  return only(found, count > 0 ? ends[0]! : found.reduce((last, end) => Math.max(last, end), 0), meter);
}
