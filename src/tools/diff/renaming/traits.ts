import { PairNumbers } from "../../../text/collections/numbers.ts";
import type { AliasedLines, AliasedLogs, KeyedLines } from "./aliased-lines.ts";
import { keysByContexts } from "./aliased-lines.ts";

// Traits of values that do not change if all values are renamed. They distinguish lines with equal bare keys.

/** A value counts as new if more than this many others were seen since. */
const MAX_RECENCY = 64;

/** Lines with equal keys have values with equal histories: all the lines with that value, in order. */
export function keysByHistory(logs: AliasedLogs): KeyedLines {
  const lists = new ContextLists();
  return keysByContexts(logs, histories(logs.old, lists), histories(logs.next, lists));
}

/** Lines with equal keys have values that occur in equal lines, in whichever order. */
export function keysByOccurrences(logs: AliasedLogs): KeyedLines {
  const lists = new ContextLists();
  return keysByContexts(logs, occurrences(logs.old, lists), occurrences(logs.next, lists));
}

/**
 * Lines with equal keys have values that were last seen equally recently or, read backwards, will be seen equally soon.
 * Recency counts other values.
 */
export function keysByRecency(logs: AliasedLogs, direction: "forward" | "backward"): KeyedLines {
  return keysByContexts(logs, recency(logs.old, direction), recency(logs.next, direction));
}

/** Numbers occurrences in lines, and lists of them. */
class ContextLists {
  private readonly contexts = new PairNumbers();
  private readonly lists = new PairNumbers();

  /** The number of an occurrence: the bare key of the line, and the index of the value in it. */
  context(bareKey: number, index: number): number {
    return this.contexts.of(bareKey, index);
  }

  /** The number of a list that is longer by one occurrence. The empty list is 0. */
  longer(list: number, context: number): number {
    return this.lists.of(list, context) + 1;
  }
}

/** For each occurrence of a value, the list of all its occurrences. */
function histories({ bareKeys, starts, values, count }: AliasedLines, lists: ContextLists): Uint32Array {
  const history = new Uint32Array(count);
  for (let i = 0; i < bareKeys.length; i++) {
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const value = values[at]!;
      history[value] = lists.longer(history[value]!, lists.context(bareKeys[i]!, at - starts[i]!));
    }
  }
  return values.map((value) => history[value]!);
}

/** Like `histories`, with sorted lists. */
function occurrences({ bareKeys, starts, values, count }: AliasedLines, lists: ContextLists): Uint32Array {
  const ends = new Uint32Array(count + 1);
  for (const value of values) ends[value + 1]!++;
  for (let value = 0; value < count; value++) ends[value + 1]! += ends[value]!;
  const next = ends.slice();
  const contexts = new Uint32Array(values.length);
  for (let i = 0; i < bareKeys.length; i++) {
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      contexts[next[values[at]!]!++] = lists.context(bareKeys[i]!, at - starts[i]!);
    }
  }
  const all = new Uint32Array(count);
  for (let value = 0; value < count; value++) {
    const own = contexts.subarray(ends[value]!, ends[value + 1]!).sort();
    for (const context of own) all[value] = lists.longer(all[value]!, context);
  }
  return values.map((value) => all[value]!);
}

/**
 * For each occurrence of a value, how many other values were seen since the last one. Keeps a list with the latest
 * value in front.
 */
function recency({ values }: AliasedLines, direction: "forward" | "backward"): Uint32Array {
  const result = new Uint32Array(values.length);
  const latest: number[] = [];
  for (let n = 0; n < values.length; n++) {
    const at = direction === "forward" ? n : values.length - 1 - n;
    const value = values[at]!;
    const index = latest.indexOf(value);
    result[at] = index === -1 ? MAX_RECENCY : index;
    if (index !== -1) latest.splice(index, 1);
    else if (latest.length === MAX_RECENCY) latest.pop();
    latest.unshift(value);
  }
  return result;
}
