import { PairNumbers } from "../../../text/collections/numbers.ts";
import type { AliasedLines, AliasedLogs } from "./aliased-lines.ts";
import type { Renaming } from "./renaming.ts";

/** The label of the value whose contexts are listed. */
const OWN = 0;
/** Added to the labels of other values. */
const OTHER = 1;

/** For each value of a field, where it occurs. */
export interface Bags {
  /** Value v has `contexts` from `starts[v]` up to `starts[v + 1]`: ascending numbers, each as often as it occurs. */
  readonly starts: Uint32Array;
  readonly contexts: Uint32Array;
  /** Equal numbers mean equal contexts. 0 for a value without any. */
  readonly classes: Uint32Array;
}

/**
 * The contexts of the values of a field in both logs. A context is a line without this value: its bare key, and where
 * the value is. Other values in the line count as renamed.
 */
export function bagsOf(
  { old, next }: AliasedLogs,
  field: number,
  renaming: Renaming,
): { readonly old: Bags; readonly next: Bags } {
  const [pairs, lists] = [new PairNumbers(), new PairNumbers()];
  const labels = renaming.looseLabels();
  return {
    old: sideBags(old, field, labels.old, pairs, lists),
    next: sideBags(next, field, labels.next, pairs, lists),
  };
}

function sideBags(
  lines: AliasedLines,
  field: number,
  labels: Uint32Array,
  pairs: PairNumbers,
  lists: PairNumbers,
): Bags {
  const { bareKeys, starts: lineStarts, values, count, fields } = lines;
  const starts = new Uint32Array(count + 1);
  const isFirst = (line: number, at: number): boolean => {
    for (let before = lineStarts[line]!; before < at; before++) if (values[before] === values[at]) return false;
    return fields[values[at]!] === field;
  };
  for (let i = 0; i < bareKeys.length; i++) {
    for (let at = lineStarts[i]!; at < lineStarts[i + 1]!; at++) if (isFirst(i, at)) starts[values[at]! + 1]!++;
  }
  for (let value = 0; value < count; value++) starts[value + 1]! += starts[value]!;
  const ends = starts.slice();
  const contexts = new Uint32Array(starts[count]!);
  for (let i = 0; i < bareKeys.length; i++) {
    for (let at = lineStarts[i]!; at < lineStarts[i + 1]!; at++) {
      if (!isFirst(i, at)) continue;
      const value = values[at]!;
      let context = pairs.of(bareKeys[i]!, 0);
      for (let other = lineStarts[i]!; other < lineStarts[i + 1]!; other++) {
        context = pairs.of(context, 1 + (values[other] === value ? OWN : OTHER + labels[values[other]!]!));
      }
      contexts[ends[value]!++] = context;
    }
  }
  const classes = new Uint32Array(count);
  for (let value = 0; value < count; value++) {
    const own = contexts.subarray(starts[value]!, starts[value + 1]!).sort();
    for (const context of own) classes[value] = lists.of(classes[value]!, context) + 1;
  }
  return { starts, contexts, classes };
}
