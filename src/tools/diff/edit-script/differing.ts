import { Walk } from "./myers-walk.ts";
import { anchors } from "./patience.ts";

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
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    guided.solve(x, xIndexes[i]!, y, yIndexes[i]!);
    x = xIndexes[i]!;
    y = yIndexes[i]!;
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
