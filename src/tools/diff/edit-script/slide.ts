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

/**
 * Slides each run as far towards the beginning as it goes. Runs merge there, and `slideForward` then tries all their
 * positions.
 */
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
