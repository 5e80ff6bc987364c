import { PairNumbers } from "../../../text/collections/numbers.ts";

/** Means no value, in lists of numbers of values. */
export const NO_VALUE = 0xffffffff;

/** The lines of one log, or of one group, and the values that their aliases stand for, all as numbers. */
export interface AliasedLines {
  /** The key of each line without its values. Both logs share these numbers. */
  readonly bareKeys: Uint32Array;
  /** Line i has `values` from `starts[i]` up to `starts[i + 1]`. Lines with equal bare keys have equally many. */
  readonly starts: Uint32Array;
  /** Each log numbers its values from 0, in the order in which they first occur. */
  readonly values: Uint32Array;
  /** How many distinct values there are. */
  readonly count: number;
  /** The field of each value. Both logs share these numbers. Only values of one field can stand for each other. */
  readonly fields: Uint32Array;
}

/** Keys of the lines of both logs. Equal numbers mean equal lines. */
export interface KeyedLines {
  readonly old: Uint32Array;
  readonly next: Uint32Array;
  /** The keys are below this number. */
  readonly classes: number;
}

/** A pair of logs, or of groups. */
export interface AliasedLogs {
  readonly old: AliasedLines;
  readonly next: AliasedLines;
}

/** Some of the lines. Their values keep their numbers. */
export function linesAt(lines: AliasedLines, indexes: Uint32Array): AliasedLines {
  const starts = new Uint32Array(indexes.length + 1);
  for (const [i, line] of indexes.entries()) starts[i + 1] = starts[i]! + lines.starts[line + 1]! - lines.starts[line]!;
  const values = new Uint32Array(starts[indexes.length]!);
  for (const [i, line] of indexes.entries()) {
    values.set(lines.values.subarray(lines.starts[line]!, lines.starts[line + 1]!), starts[i]!);
  }
  return { ...lines, bareKeys: indexes.map((line) => lines.bareKeys[line]!), starts, values };
}

/** The keys of the lines if their values have these labels. Each value of a log has one. */
export function keysByLabels({ old, next }: AliasedLogs, oldLabels: Uint32Array, newLabels: Uint32Array): KeyedLines {
  const pairs = new PairNumbers();
  const keysOf = (lines: AliasedLines, labels: Uint32Array): Uint32Array =>
    lineKeys(lines, (at) => labels[lines.values[at]!]!, pairs);
  return { old: keysOf(old, oldLabels), next: keysOf(next, newLabels), classes: pairs.size };
}

/** The keys of the lines if each occurrence of a value has a label of its own. */
export function keysByContexts({ old, next }: AliasedLogs, oldLabels: Uint32Array, newLabels: Uint32Array): KeyedLines {
  const pairs = new PairNumbers();
  const keysOf = (lines: AliasedLines, labels: Uint32Array): Uint32Array => lineKeys(lines, (at) => labels[at]!, pairs);
  return { old: keysOf(old, oldLabels), next: keysOf(next, newLabels), classes: pairs.size };
}

function lineKeys(
  { bareKeys, starts }: AliasedLines,
  labelAt: (at: number) => number,
  pairs: PairNumbers,
): Uint32Array {
  const keys = new Uint32Array(bareKeys.length);
  for (let i = 0; i < keys.length; i++) {
    // The second number of a pair is 0 for bare keys alone, so that a bare key equals no other number.
    let key = pairs.of(bareKeys[i]!, 0);
    for (let at = starts[i]!; at < starts[i + 1]!; at++) key = pairs.of(key, labelAt(at) + 1);
    keys[i] = key;
  }
  return keys;
}
