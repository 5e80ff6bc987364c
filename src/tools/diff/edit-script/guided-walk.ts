import { countUpTo } from "../../../text/collections/numbers.ts";
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

/**
 * Finds the longest sequence of elements that occur exactly once on each side and in the same order on both: their
 * indexes in `xs`, and by element those in `ys`. This is Bram Cohen's patience diff, which is named after patience
 * sorting. Returns no elements if they are few among those that occur once on each side.
 */
function anchors(xs: Uint32Array, ys: Uint32Array, classes: number) {
  const [xOf, yOf] = [onlyIndexes(xs, classes), onlyIndexes(ys, classes)];
  const once = Uint32Array.from(xs.keys()).filter((x) => xOf[xs[x]!] === x && yOf[xs[x]!]! < SEVERAL);
  // For each length: among the increasing sequences of that length, the last element of the one that ends earliest in
  // ys, and where that is.
  const ends: number[] = [];
  const lastYs: number[] = [];
  const previous = new Uint32Array(once.length);
  for (const [i, x] of once.entries()) {
    const y = yOf[xs[x]!]!;
    // Usually the element extends the longest sequence.
    const length = y > (lastYs.at(-1) ?? -1) ? ends.length : countUpTo(lastYs, y);
    previous[i] = length === 0 ? NONE : ends[length - 1]!;
    ends[length] = i;
    lastYs[length] = y;
  }
  const count = ends.length * MAX_UNIQUE_PER_ANCHOR < once.length ? 0 : ends.length;
  const xIndexes = new Uint32Array(count);
  for (let i = count - 1, at = ends[i]; i >= 0; i--, at = previous[at!]) xIndexes[i] = once[at!]!;
  return { xIndexes, yOf };
}

/** For each class, the index of its only element, or NONE, or SEVERAL. */
function onlyIndexes(values: Uint32Array, classes: number): Uint32Array {
  const indexes = new Uint32Array(classes).fill(NONE);
  for (let i = 0; i < values.length; i++) indexes[values[i]!] = indexes[values[i]!] === NONE ? i : SEVERAL;
  return indexes;
}
