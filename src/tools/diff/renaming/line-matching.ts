import { PairNumbers } from "../../../text/collections/numbers.ts";
import { type EditScript, editScript } from "../edit-script/edit-script.ts";
import type { AliasedLogs, KeyedLines } from "./aliased-lines.ts";

/** What matching two empty logs costs, in lines. */
const COST_OF_EMPTY_LOGS = 30;

/** This many steps of aligning lines cost as much as reading a line. */
const STEPS_PER_LINE = 64;

/** What matching the lines of two logs costs at least, in lines. */
export function costOfMatching({ old, next }: AliasedLogs): number {
  return costOfLines(old.bareKeys.length + next.bareKeys.length);
}

function costOfLines(count: number): number {
  return COST_OF_EMPTY_LOGS + count;
}

/** Takes an old line and the new line that it matches. A line is uncertain if others could match it just as well. */
type TakeMatch = (i: number, j: number, isCertain: boolean) => void;

/** Matches the lines of two logs. */
export interface LineMatching {
  /** What it has cost so far, in lines that could have been read instead. */
  readonly cost: number;
  /** How many lines of both logs match no line of the other. */
  differing(keyed: KeyedLines): number;
  /** The lines without a match are marked with 1. */
  unmatched(keyed: KeyedLines): { readonly old: Uint8Array; readonly next: Uint8Array };
  /** Matches lines by their keys, and the lines that are left by their bare keys. */
  match(logs: AliasedLogs, keyed: KeyedLines, take: TakeMatch): void;
}

/** Leaves as few lines as possible without a match, and all matches in order. */
export class InOrder implements LineMatching {
  cost = 0;

  differing(keyed: KeyedLines): number {
    const { removed, added } = this.scriptOf(keyed);
    return sum(removed) + sum(added);
  }

  unmatched(keyed: KeyedLines): { readonly old: Uint8Array; readonly next: Uint8Array } {
    const { removed, added } = this.scriptOf(keyed);
    return { old: removed, next: added };
  }

  match({ old, next }: AliasedLogs, keyed: KeyedLines, take: TakeMatch): void {
    const { removed, added } = this.scriptOf(keyed);
    const [oldUncertain, newUncertain] = [slidable(keyed.old, removed), slidable(keyed.next, added)];
    for (let [i, j] = [0, 0]; i < removed.length || j < added.length; i++, j++) {
      const [oldFrom, newFrom] = [i, j];
      while (i < removed.length && removed[i] === 1) i++;
      while (j < added.length && added[j] === 1) j++;
      if (i > oldFrom && j > newFrom) {
        const between = bareKeys(old.bareKeys.subarray(oldFrom, i), next.bareKeys.subarray(newFrom, j));
        for (const [x, y] of unmarked(this.scriptOf(between))) take(oldFrom + x, newFrom + y, false);
      }
      if (i < removed.length && j < added.length) take(i, j, oldUncertain[i] === 0 && newUncertain[j] === 0);
    }
  }

  private scriptOf({ old, next, classes }: KeyedLines): EditScript {
    const script = editScript(old, next, classes);
    this.cost += costOfLines(old.length + next.length) + script.steps / STEPS_PER_LINE;
    return script;
  }
}

/** Matches lines wherever they are. */
export class Unordered implements LineMatching {
  cost = 0;

  differing({ old, next, classes }: KeyedLines): number {
    this.cost += costOfLines(old.length + next.length);
    const counts = new Int32Array(classes);
    for (const key of old) counts[key]!++;
    for (const key of next) counts[key]!--;
    return counts.reduce((sum, count) => sum + Math.abs(count), 0);
  }

  unmatched({ old, next, classes }: KeyedLines): { readonly old: Uint8Array; readonly next: Uint8Array } {
    this.cost += costOfLines(old.length + next.length);
    const marks = { old: new Uint8Array(old.length).fill(1), next: new Uint8Array(next.length).fill(1) };
    matchEqual(old, next, classes, (i, j) => {
      marks.old[i] = 0;
      marks.next[j] = 0;
    });
    return marks;
  }

  match(logs: AliasedLogs, keyed: KeyedLines, take: TakeMatch): void {
    const { old, next } = this.unmatched(keyed);
    matchEqual(keyed.old, keyed.next, keyed.classes, take);
    const left = (marks: Uint8Array): Uint32Array => Uint32Array.from(marks.keys()).filter((i) => marks[i] === 1);
    const [olds, news] = [left(old), left(next)];
    const bare = bareKeys(
      olds.map((i) => logs.old.bareKeys[i]!),
      news.map((j) => logs.next.bareKeys[j]!),
    );
    matchEqual(bare.old, bare.next, bare.classes, (x, y) => take(olds[x]!, news[y]!, false));
  }
}

/** Matches the first lines of a key, the second ones, and so on. */
function matchEqual(old: Uint32Array, next: Uint32Array, classes: number, take: TakeMatch): void {
  const counts = new Uint32Array(classes + 1);
  for (const key of next) counts[key + 1]!++;
  const oldCounts = new Uint32Array(classes);
  for (const key of old) oldCounts[key]!++;
  const starts = counts;
  for (let key = 0; key < classes; key++) starts[key + 1]! += starts[key]!;
  const lines = new Uint32Array(next.length);
  const ends = starts.slice();
  for (let j = 0; j < next.length; j++) lines[ends[next[j]!]!++] = j;
  const at = starts.slice();
  for (let i = 0; i < old.length; i++) {
    const key = old[i]!;
    if (at[key]! >= starts[key + 1]!) continue;
    const isCertain = oldCounts[key] === 1 && starts[key + 1]! - starts[key]! === 1;
    take(i, lines[at[key]!++]!, isCertain);
  }
}

/** The bare keys of some lines, numbered from 0. */
function bareKeys(old: Uint32Array, next: Uint32Array): KeyedLines {
  const pairs = new PairNumbers();
  const numbered = (keys: Uint32Array): Uint32Array => keys.map((key) => pairs.of(key, 0));
  return { old: numbered(old), next: numbered(next), classes: pairs.size };
}

/** The pairs of elements that an edit script leaves. */
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

function sum(marks: Uint8Array): number {
  let sum = 0;
  for (const mark of marks) sum += mark;
  return sum;
}
