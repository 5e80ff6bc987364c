import { PairNumbers } from "../../collections/pair-numbers.ts";
import { type EditScript, editScript } from "../edit-script/edit-script.ts";
import type { KeyedLines } from "./aliased-lines.ts";

/** The edit script between two logs by some keys. Swapping the logs swaps removed and added lines. */
export function scriptOf({ old, next, classes }: KeyedLines): EditScript {
  return editScript(old, next, classes);
}

/** How many lines an edit script removes and adds. */
export function toldLines({ removed, added }: EditScript): number {
  let told = 0;
  for (const mark of removed) told += mark;
  for (const mark of added) told += mark;
  return told;
}

/**
 * Calls `take` for each line of the old log and the line of the new log that it is aligned with: by the keys, and by
 * the bare keys between lines that have no equal one. A line is uncertain if others of its kind could stand for it
 * just as well, because next to it one is missing.
 */
export function alignedLines(
  oldBare: Uint32Array,
  newBare: Uint32Array,
  keyed: KeyedLines,
  take: (i: number, j: number, isCertain: boolean) => void,
): void {
  const { removed, added } = scriptOf(keyed);
  const [oldUncertain, newUncertain] = [slidable(keyed.old, removed), slidable(keyed.next, added)];
  for (let [i, j] = [0, 0]; i < removed.length || j < added.length; i++, j++) {
    const [oldFrom, newFrom] = [i, j];
    while (i < removed.length && removed[i] === 1) i++;
    while (j < added.length && added[j] === 1) j++;
    if (i > oldFrom && j > newFrom) {
      const inside = bareScript(oldBare.subarray(oldFrom, i), newBare.subarray(newFrom, j));
      for (const [x, y] of unmarked(inside)) take(oldFrom + x, newFrom + y, false);
    }
    if (i < removed.length && j < added.length) take(i, j, oldUncertain[i] === 0 && newUncertain[j] === 0);
  }
}

/** The edit script between lines that differ, by their bare keys. */
function bareScript(old: Uint32Array, next: Uint32Array): EditScript {
  const pairs = new PairNumbers();
  const numbered = (keys: Uint32Array): Uint32Array => keys.map((key) => pairs.of(key, 0));
  const [olds, news] = [numbered(old), numbered(next)];
  return editScript(olds, news, pairs.size);
}

function* unmarked({ removed, added }: EditScript): Generator<[number, number]> {
  for (let i = 0, j = 0; ; i++, j++) {
    while (removed[i] === 1) i++;
    while (added[j] === 1) j++;
    if (i >= removed.length || j >= added.length) return;
    yield [i, j];
  }
}

/** Marks the unmarked elements that a marked run could slide to: `[b] b b` could as well be `b b [b]`. */
function slidable(values: Uint32Array, marks: Uint8Array): Uint8Array {
  const reached = new Uint8Array(marks.length);
  for (let from = 0; from < marks.length; from++) {
    if (marks[from] === 0) continue;
    let to = from;
    while (to < marks.length && marks[to] === 1) to++;
    for (let i = from - 1, j = to - 1; i >= 0 && marks[i] === 0 && values[i] === values[j]; i--, j--) reached[i] = 1;
    for (let i = from, j = to; j < marks.length && marks[j] === 0 && values[i] === values[j]; i++, j++) reached[j] = 1;
    from = to;
  }
  return reached;
}
