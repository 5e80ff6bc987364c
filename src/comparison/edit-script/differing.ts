import { anchors } from "./patience.ts";
import { Walk } from "./walk.ts";

const IN_XS = 1;
const IN_YS = 2;
const SHARED = IN_XS | IN_YS;

/** Marks, with 1, the elements of `xs` and of `ys` that a short edit script removes and adds. */
export function differing(
  xs: Uint32Array,
  ys: Uint32Array,
  classes: number,
  xMarks: Uint8Array,
  yMarks: Uint8Array,
): void {
  const sides = new Uint8Array(classes);
  for (const x of xs) sides[x]! |= IN_XS;
  for (const y of ys) sides[y]! |= IN_YS;
  // What one side alone has differs in any case. Without it the search has less to do, and its bounds reach further.
  const walk = shortWalk(takeShared(xs, sides, xMarks), takeShared(ys, sides, yMarks), classes);
  spread(walk.xMarks, xMarks);
  spread(walk.yMarks, yMarks);
}

function shortWalk(xs: Uint32Array, ys: Uint32Array, classes: number): Walk {
  const plain = new Walk(xs, ys);
  plain.solve(0, xs.length, 0, ys.length);
  if (plain.isShortest) return plain;
  // A large block that has moved is beyond the walk's bounds; its unique elements show the way. But a few that are out of
  // order can also lead astray, so the walk along them has to prove better.
  const { count, xPlaces, yPlaces } = anchors(xs, ys, classes);
  if (count === 0) return plain;
  const anchored = new Walk(xs, ys);
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    anchored.solve(x, xPlaces[i]!, y, yPlaces[i]!);
    x = xPlaces[i]!;
    y = yPlaces[i]!;
  }
  anchored.solve(x, xs.length, y, ys.length);
  return anchored.differences < plain.differences ? anchored : plain;
}

/** The elements that both sides have; marks the others. */
function takeShared(values: Uint32Array, sides: Uint8Array, marks: Uint8Array): Uint32Array {
  const shared = new Uint32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (sides[value] === SHARED) shared[count++] = value;
    else marks[i] = 1;
  }
  return shared.subarray(0, count);
}

/** Copies the marks of the elements that were taken to where they came from: those not marked yet. */
function spread(taken: Uint8Array, marks: Uint8Array): void {
  let next = 0;
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0) marks[i] = taken[next++]!;
  }
}
