// Lines that changed: which removed line has become which added one, and which of their fields differ.

import type { LinePattern } from "../../run/rulebook.ts";
import type { FieldChange } from "./difference.ts";
import { type EditScript, editScript } from "./edit-script/edit-script.ts";
import { NO_TEMPLATE } from "./key-table.ts";
import type { LineKeys } from "./line-keys.ts";
import type { Lines } from "./lines.ts";
import type { SideLine } from "./side.ts";

/** If it takes at most this many comparisons, each removed line is compared with each added line. */
const MAX_COMPARISONS = 400;

/** More lines are paired only if this share of their lines has the same templates in the same order. */
const MIN_SHARE_IN_ORDER = 3 / 4;

/** How many lines at each end are examined first, to see whether that is likely. */
const SAMPLE_LINES = 512;

/** Removed line i and added line j, which are taken for one line that changed. */
interface Pair {
  readonly i: number;
  readonly j: number;
}

/**
 * The fields that two lines share and those that differ, of those that their outputs show. Both are empty if the
 * templates of their rules differ in literal text. Fields that hold the id of both lines do not count: runs that share
 * no ids always differ there.
 */
interface LineDiff {
  readonly equal: number;
  readonly changes: readonly FieldChange<Buffer>[];
}

function compareFields(old: SideLine, next: SideLine, keys: LineKeys): LineDiff {
  const template = keys.templateOfPattern(old.linePattern);
  const changes: FieldChange<Buffer>[] = [];
  let equal = 0;
  // Lines with equal keys may be won by rules with different templates, or by none.
  if (template === NO_TEMPLATE || template !== keys.templateOfPattern(next.linePattern)) return { equal, changes };
  const { linePatterns } = keys.ignored;
  const [oldPattern, newPattern] = [linePatterns[old.linePattern]!, linePatterns[next.linePattern]!];
  const [oldSlots, newSlots] = [oldPattern.template.slots, newPattern.template.slots];
  const [olds, news] = [old.slots, next.slots];
  for (const [i, slot] of oldSlots.entries()) {
    const other = newSlots[i]!;
    // A pair of fields may be in several slots.
    if (oldSlots.some((one, k) => k < i && one === slot && newSlots[k] === other)) continue;
    if (olds[i]!.isId && news[i]!.isId) continue;
    if (olds[i]!.value.equals(news[i]!.value)) equal++;
    else {
      const [name, newName] = [nameOf(oldPattern, slot), nameOf(newPattern, other)];
      changes.push({
        name: name === newName ? name : `${name}/${newName}`,
        old: olds[i]!.value,
        new: news[i]!.value,
      });
    }
  }
  return { equal, changes };
}

function nameOf({ pattern }: LinePattern, slot: number): string {
  // The slot after the last field is the whole line.
  return pattern.fields[slot] ?? "line";
}

/**
 * The fields that changed if two lines count as one line that changed: if some of their fields are equal, or if there
 * is only one. Otherwise none.
 */
export function fieldChanges(old: SideLine, next: SideLine, keys: LineKeys): readonly FieldChange<Buffer>[] {
  const { equal, changes } = compareFields(old, next, keys);
  return equal > 0 || changes.length === 1 ? changes : [];
}

/**
 * Pairs removed lines with the added lines that they have become. The lines of a pair have the same template number,
 * both `i` and `j` ascend from pair to pair, and the pairs have as many equal fields as possible. Of many lines the
 * order of the template numbers alone decides.
 */
export function pairsOf(removed: Lines, added: Lines, keys: LineKeys): Iterable<Pair> {
  if (removed.length === 0 || added.length === 0) return [];
  return removed.length * added.length <= MAX_COMPARISONS
    ? pairsByFields(removed, added, keys)
    : pairsByTemplate(removed, added, keys);
}

/** The pairs with the most equal fields. */
function pairsByFields(removed: Lines, added: Lines, keys: LineKeys): Pair[] {
  const olds = Array.from({ length: removed.length }, (_, i) => removed.line(i));
  const news = Array.from({ length: added.length }, (_, j) => added.line(j));
  const weight = (old: SideLine, next: SideLine): number => {
    const { equal, changes } = compareFields(old, next, keys);
    return changes.length > 0 && (equal > 0 || changes.length === 1) ? 1 + 2 * equal : 0;
  };
  // Among equally good choices the search prefers one side. To treat both logs alike, the lines decide which side that
  // is.
  if (compareKeys(removed, added, keys) <= 0)
    return heaviestPairs(olds.map((old) => news.map((next) => weight(old, next))));
  return heaviestPairs(news.map((next) => olds.map((old) => weight(old, next)))).map(({ i, j }) => ({ i: j, j: i }));
}

/** Orders the sides: first the one with fewer lines, or else the one with the lesser key where they first differ. */
function compareKeys(olds: Lines, news: Lines, { table }: LineKeys): number {
  if (olds.length !== news.length) return olds.length - news.length;
  const at = olds.keys.findIndex((key, i) => key !== news.keys[i]);
  return at === -1 ? 0 : table.text(olds.keys[at]!).compare(table.text(news.keys[at]!));
}
/** The pairs with the greatest sum of weights, by the table of the longest common subsequence. */
function heaviestPairs(weights: readonly (readonly number[])[]): Pair[] {
  const [rows, columns] = [weights.length, weights[0]!.length];
  // best[i][j] is the greatest sum for the lines from i and from j on.
  const best = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const paired = weights[i]![j]! === 0 ? 0 : weights[i]![j]! + best[i + 1]![j + 1]!;
      best[i]![j] = Math.max(paired, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (weights[i]![j]! > 0 && best[i]![j]! === weights[i]![j]! + best[i + 1]![j + 1]!) pairs.push({ i: i++, j: j++ });
    else if (best[i]![j]! === best[i + 1]![j]!) i++;
    else j++;
  }
  return pairs;
}

/** Pairs by template number, if such pairs make up most of both sides. Otherwise equal numbers meet by chance. */
function* pairsByTemplate(removed: Lines, added: Lines, { table }: LineKeys): Generator<Pair> {
  const templateOf = (lines: Lines, i: number): number => table.template(lines.keys[i]!);
  const indexesOf = (lines: Lines): Uint32Array =>
    Uint32Array.from(lines.keys.keys()).filter((i) => templateOf(lines, i) !== NO_TEMPLATE);
  const [olds, news] = [indexesOf(removed), indexesOf(added)];
  const [old, next] = [olds.map((i) => templateOf(removed, i)), news.map((j) => templateOf(added, j))];
  // Looks at the ends before the whole, because the search takes longest if it fails.
  const isPromising =
    templateScript(old.subarray(0, SAMPLE_LINES), next.subarray(0, SAMPLE_LINES)) ||
    templateScript(old.subarray(-SAMPLE_LINES), next.subarray(-SAMPLE_LINES));
  const script = isPromising ? templateScript(old, next) : undefined;
  if (script === undefined) return;
  for (const [i, j] of script.pairs()) yield { i: olds[i]!, j: news[j]! };
}

/** The edit script between two sequences of template numbers; undefined if it pairs too few. */
function templateScript(old: Uint32Array, next: Uint32Array): EditScript | undefined {
  const script = editScript(old, next, 1 + Math.max(maximum(old), maximum(next)));
  const paired = (old.length + next.length - script.differences) / 2;
  return paired >= MIN_SHARE_IN_ORDER * Math.max(old.length, next.length) ? script : undefined;
}

function maximum(numbers: Uint32Array): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
