import { Walk } from "./myers.ts";

const IN_XS = 1;
const IN_YS = 2;
const SHARED = IN_XS | IN_YS;

/**
 * Marks, with 1, the elements of `xs` and of `ys` that a short edit script removes and adds. Returns how many steps the
 * search took.
 */
export function markDifferences(
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
  const { count, xIndexes, yIndexes } = anchors(xs, ys, classes);
  if (count === 0) return { walk: unguided, steps: unguided.steps };
  const guided = new Walk(xs, ys);
  let [x, y] = [0, 0];
  for (let i = 0; i < count; i++) {
    guided.solve(x, xIndexes[i]!, y, yIndexes[i]!);
    [x, y] = [xIndexes[i]!, yIndexes[i]!];
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

/**
 * Copies the marks of the shared elements to the whole sequence, in which exactly these elements are not marked yet.
 */
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

/** Pairs of equal elements. The i-th pair is at `xIndexes[i]` and `yIndexes[i]`, which both ascend. */
interface Anchors {
  readonly count: number;
  readonly xIndexes: Uint32Array;
  readonly yIndexes: Uint32Array;
}

/**
 * Finds the longest sequence of elements that occur exactly once on each side and in the same order on both. This is
 * Bram Cohen's patience diff, which is named after patience sorting. Returns no pairs if they are few among the
 * elements that occur once on each side.
 */
function anchors(xs: Uint32Array, ys: Uint32Array, classes: number): Anchors {
  const xOf = onlyIndexes(xs, classes);
  const yOf = onlyIndexes(ys, classes);
  const pairs = sharedIndexes(xs, xOf, yOf);
  const total = pairs.length;

  // For each length: among the increasing sequences of that length, the last pair of the one that ends earliest in ys.
  const ends = new Uint32Array(total);
  const previous = new Uint32Array(total);
  let count = 0;
  for (let i = 0; i < total; i++) {
    const y = yOf[xs[pairs[i]!]!]!;
    let low = 0;
    // Usually the pair extends the longest sequence, so that is tried first.
    let high = count;
    let middle = count - 1;
    while (low < high) {
      if (yOf[xs[pairs[ends[middle]!]!]!]! < y) low = middle + 1;
      else high = middle;
      middle = (low + high) >>> 1;
    }
    previous[i] = low === 0 ? NONE : ends[low - 1]!;
    ends[low] = i;
    if (low === count) count++;
  }
  if (count * MAX_UNIQUE_PER_ANCHOR < total) count = 0;

  const xIndexes = new Uint32Array(count);
  const yIndexes = new Uint32Array(count);
  let pair = count === 0 ? NONE : ends[count - 1]!;
  for (let i = count - 1; i >= 0; i--) {
    const x = pairs[pair]!;
    xIndexes[i] = x;
    yIndexes[i] = yOf[xs[x]!]!;
    pair = previous[pair]!;
  }
  return { count, xIndexes, yIndexes };
}

/** For each class, the index of its only element, or NONE, or SEVERAL. */
function onlyIndexes(values: Uint32Array, classes: number): Uint32Array {
  const indexes = new Uint32Array(classes).fill(NONE);
  for (let i = 0; i < values.length; i++) indexes[values[i]!] = indexes[values[i]!] === NONE ? i : SEVERAL;
  return indexes;
}

/** The indexes in `xs` of the elements that occur once on each side. */
function sharedIndexes(xs: Uint32Array, xOf: Uint32Array, yOf: Uint32Array): Uint32Array {
  const indexes = new Uint32Array(Math.min(xs.length, yOf.length));
  let count = 0;
  for (let x = 0; x < xs.length; x++) if (xOf[xs[x]!] === x && yOf[xs[x]!]! < SEVERAL) indexes[count++] = x;
  return indexes.subarray(0, count);
}
