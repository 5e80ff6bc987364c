import { countUpTo, NumberList } from "../../../text/collections/numbers.ts";
import { Walk } from "./myers.ts";

/**
 * A maximal run of elements that differ: the elements of the new sequence replace those of the old. Either may be
 * empty.
 */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Turns one sequence into another. The unmarked elements are equal in both, pair by pair. */
export class EditScript {
  /** 1 for each element that is removed, or added. */
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
  /** How many steps the search for it took beyond reading the sequences. */
  steps = 0;

  constructor(removed: Uint8Array, added: Uint8Array) {
    this.removed = removed;
    this.added = added;
  }

  get differences(): number {
    let sum = 0;
    for (const mark of this.removed) sum += mark;
    for (const mark of this.added) sum += mark;
    return sum;
  }

  /** Yields the pairs of equal elements in order, by their indexes. */
  *pairs(): Generator<[i: number, j: number], void, undefined> {
    const { removed, added } = this;
    for (let i = 0, j = 0; ; i++, j++) {
      while (removed[i] === 1) i++;
      while (added[j] === 1) j++;
      if (i >= removed.length || j >= added.length) return;
      yield [i, j];
    }
  }

  /** Yields the hunks in order. There is at least one pair of equal elements between two hunks. */
  *hunks(): Generator<Hunk, void, undefined> {
    const { removed, added } = this;
    let [oldTo, newTo] = [0, 0];
    for (;;) {
      let [oldFrom, newFrom] = [oldTo, newTo];
      while (oldFrom < removed.length && removed[oldFrom] === 0 && added[newFrom] === 0) {
        oldFrom++;
        newFrom++;
      }
      [oldTo, newTo] = [oldFrom, newFrom];
      while (oldTo < removed.length && removed[oldTo] === 1) oldTo++;
      while (newTo < added.length && added[newTo] === 1) newTo++;
      if (oldTo === oldFrom && newTo === newFrom) return;
      yield { oldFrom, oldTo, newFrom, newTo };
    }
  }
}

/**
 * Finds a short edit script from one sequence of numbers below `classes` to another, in linear time. The script is a
 * shortest one if there are at most 1024 differences, or more if they are sparse. Elements that the other side lacks
 * altogether do not count towards that limit.
 *
 * Swapping the sequences swaps removed and added elements, and changes nothing else. If the swap also renumbers the
 * elements, the caller must pass an `order` of unequal elements that does not depend on their numbers.
 */
export function editScript(
  old: Uint32Array,
  next: Uint32Array,
  classes: number,
  order: (a: number, b: number) => number = (a, b) => a - b,
): EditScript {
  const removed = new Uint8Array(old.length);
  const added = new Uint8Array(next.length);
  const shorter = Math.min(old.length, next.length);
  let prefix = 0;
  while (prefix < shorter && old[prefix] === next[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && old[old.length - 1 - suffix] === next[next.length - 1 - suffix]) suffix++;
  const script = new EditScript(removed, added);
  if (prefix + suffix === old.length && prefix + suffix === next.length) return script;

  // Among equally short scripts the search prefers one side. To treat both alike, the elements decide which side that
  // is.
  const isMirrored = old.length === next.length ? order(old[prefix]!, next[prefix]!) > 0 : old.length > next.length;
  const [xs, ys] = isMirrored ? [next, old] : [old, next];
  const [xMarks, yMarks] = isMirrored ? [added, removed] : [removed, added];
  script.steps = markDifferences(
    xs.subarray(prefix, xs.length - suffix),
    ys.subarray(prefix, ys.length - suffix),
    classes,
    xMarks.subarray(prefix, xs.length - suffix),
    yMarks.subarray(prefix, ys.length - suffix),
  );
  slideRuns(xs, xMarks, yMarks);
  slideRuns(ys, yMarks, xMarks);
  return script;
}

/**
 * Slides each run of marked elements to where a reader expects it. A run may slide by one element if the element after
 * it equals its first: the unmarked elements remain the same sequence. In `[b a] b c` and `b [a b] c`, `b c` remains.
 * Runs that touch merge. A run slides as far towards the end as it can. But if it can end where the other side has a
 * run, it ends at the last such element, so that both form one hunk. Takes linear time.
 */
export function slideRuns(values: Uint32Array, marks: Uint8Array, otherMarks: Uint8Array): void {
  slideBack(values, marks);
  slideForward(values, marks, otherMarks);
}

/** Slides each run as far towards the beginning as it goes. Runs merge there. */
function slideBack(values: Uint32Array, marks: Uint8Array): void {
  for (let to = marks.length; to > 0; ) {
    if (marks[to - 1] === 0) {
      to--;
      continue;
    }
    let from = startOfRun(marks, to);
    while (from > 0 && values[from - 1] === values[to - 1]) {
      marks[--from] = 1;
      marks[--to] = 0;
      from = startOfRun(marks, from);
    }
    to = from;
  }
}

function slideForward(values: Uint32Array, marks: Uint8Array, otherMarks: Uint8Array): void {
  const { length } = marks;
  /** The index on the other side after the partner of the last unmarked element before the run. */
  let other = 0;
  for (let from = 0; from < length; ) {
    if (marks[from] === 0) {
      other = endOfRun(otherMarks, other) + 1;
      from++;
      continue;
    }
    let to = endOfRun(marks, from);
    let [bestTo, bestOther] = otherMarks[other] === 1 ? [to, other] : [-1, -1];
    while (to < length && values[from] === values[to]) {
      marks[from++] = 0;
      marks[to++] = 1;
      other = endOfRun(otherMarks, other) + 1;
      if (to < length && marks[to] === 1) {
        // The merged run is longer and may not fit where the shorter one did.
        to = endOfRun(marks, to);
        bestTo = -1;
      }
      if (otherMarks[other] === 1) [bestTo, bestOther] = [to, other];
    }
    if (bestTo >= 0) {
      other = bestOther;
      while (to > bestTo) {
        marks[--to] = 0;
        marks[--from] = 1;
      }
    }
    from = to;
  }
}

function startOfRun(marks: Uint8Array, to: number): number {
  let from = to;
  while (from > 0 && marks[from - 1] === 1) from--;
  return from;
}

function endOfRun(marks: Uint8Array, from: number): number {
  let to = from;
  while (to < marks.length && marks[to] === 1) to++;
  return to;
}

const IN_XS = 1;
const IN_YS = 2;
const SHARED = IN_XS | IN_YS;

/** Marks the elements that a short edit script removes and adds. Returns how many steps the search took. */
function markDifferences(
  xs: Uint32Array,
  ys: Uint32Array,
  classes: number,
  xMarks: Uint8Array,
  yMarks: Uint8Array,
): number {
  const sides = new Uint8Array(classes);
  for (const x of xs) sides[x]! |= IN_XS;
  for (const y of ys) sides[y]! |= IN_YS;
  // An element that only one side has always differs. Without such elements, the search is shorter and its limits reach
  // further.
  const { walk, steps } = shorterWalk(sharedElements(xs, sides, xMarks), sharedElements(ys, sides, yMarks), classes);
  copyMarks(walk.xMarks, xMarks);
  copyMarks(walk.yMarks, yMarks);
  return steps;
}

function shorterWalk(xs: Uint32Array, ys: Uint32Array, classes: number): { walk: Walk; steps: number } {
  const unguided = new Walk(xs, ys);
  unguided.solve(0, xs.length, 0, ys.length);
  if (unguided.isShortest) return { walk: unguided, steps: unguided.steps };
  // A large block that has moved exceeds the walk's limits, but the unique elements in it can guide the search. They
  // can also mislead it if a few are out of order, so the guided walk is used only if it finds fewer differences.
  const { xIndexes, yOf } = anchors(xs, ys, classes);
  if (xIndexes.length === 0) return { walk: unguided, steps: unguided.steps };
  const guided = new Walk(xs, ys);
  let [x, y] = [0, 0];
  for (const xTo of xIndexes) {
    const yTo = yOf[xs[xTo]!]!;
    guided.solve(x, xTo, y, yTo);
    [x, y] = [xTo, yTo];
  }
  guided.solve(x, xs.length, y, ys.length);
  const walk = guided.differences < unguided.differences ? guided : unguided;
  return { walk, steps: unguided.steps + guided.steps };
}

/** Returns the elements that both sides have, and marks the others. */
function sharedElements(values: Uint32Array, sides: Uint8Array, marks: Uint8Array): Uint32Array {
  const shared = new Uint32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (sides[value] === SHARED) shared[count++] = value;
    else marks[i] = 1;
  }
  return shared.subarray(0, count);
}

/** Copies the marks of the shared elements to the whole sequence, in which exactly these are not marked yet. */
function copyMarks(sharedMarks: Uint8Array, marks: Uint8Array): void {
  let next = 0;
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0) marks[i] = sharedMarks[next++]!;
  }
}

/** With more unique elements than this for each anchor, the order of the anchors is chance, and they are of no use. */
const MAX_UNIQUE_PER_ANCHOR = 8;

const NONE = 0xffffffff;
const SEVERAL = 0xfffffffe;

/**
 * Finds the longest sequence of elements that occur exactly once on each side and in the same order on both: their
 * indexes in `xs`, and by element those in `ys`. This is Bram Cohen's patience diff, which is named after patience
 * sorting. Returns no elements if they are few among those that occur once on each side.
 */
function anchors(xs: Uint32Array, ys: Uint32Array, classes: number) {
  const [xOf, yOf] = [onlyIndexes(xs, classes), onlyIndexes(ys, classes)];
  const once = new NumberList();
  for (let x = 0; x < xs.length; x++) if (xOf[xs[x]!] === x && yOf[xs[x]!]! < SEVERAL) once.push(x);
  // For each length: among the increasing sequences of that length, the last element of the one that ends earliest in
  // ys, and where that is.
  const ends: number[] = [];
  const lastYs: number[] = [];
  const previous = new Uint32Array(once.length);
  for (let i = 0; i < once.length; i++) {
    const y = yOf[xs[once.at(i)]!]!;
    // Usually the element extends the longest sequence.
    const length = y > (lastYs.at(-1) ?? -1) ? ends.length : countUpTo(lastYs, y);
    previous[i] = length === 0 ? NONE : ends[length - 1]!;
    ends[length] = i;
    lastYs[length] = y;
  }
  const count = ends.length * MAX_UNIQUE_PER_ANCHOR < once.length ? 0 : ends.length;
  const xIndexes = new Uint32Array(count);
  for (let i = count - 1, at = ends[i]; i >= 0; i--, at = previous[at!]) xIndexes[i] = once.at(at!);
  return { xIndexes, yOf };
}

/** For each class, the index of its only element, or NONE, or SEVERAL. */
function onlyIndexes(values: Uint32Array, classes: number): Uint32Array {
  const indexes = new Uint32Array(classes).fill(NONE);
  for (let i = 0; i < values.length; i++) indexes[values[i]!] = indexes[values[i]!] === NONE ? i : SEVERAL;
  return indexes;
}
