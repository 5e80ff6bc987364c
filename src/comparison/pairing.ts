import { NO_SHAPE } from "./comparison-keys.ts";
import { type EditScript, editScript } from "./edit-script/edit-script.ts";
import type { FieldComparison, Likeness } from "./field-comparison.ts";
import type { SideLine } from "./side.ts";

/** Up to so many comparisons, each removed line is compared with each added one. */
const MAX_COMPARISONS = 400;

/** Longer stretches are paired only if this share of their lines has the same shapes in the same order. */
const LEAST_ALIKE = 3 / 4;

/** This many lines at either end tell whether that is likely. */
const SAMPLE = 512;

/** Lines of one log that the other does not have there, in their order. */
export interface Stretch {
  readonly length: number;
  /** The shape of line i, which lines that may be paired have in common. */
  shape(i: number): number;
  line(i: number): SideLine;
}

/** Removed line i and added line j, taken as one line that has changed. */
export interface Pair {
  readonly i: number;
  readonly j: number;
}

/**
 * Which of the removed lines are found again, changed, among the added ones: lines of one shape, in order, with as many
 * equal fields as possible. In long stretches the order of the shapes alone decides. In the pairs both numbers ascend.
 */
export function pairsOf(removed: Stretch, added: Stretch, fields: FieldComparison): Iterable<Pair> {
  if (removed.length === 0 || added.length === 0) return [];
  return removed.length * added.length <= MAX_COMPARISONS
    ? mostAlike(removed, added, fields)
    : inOrderOfShapes(removed, added);
}

/** Whether two lines are one that has changed: if some of its fields are equal, or if it has only one. */
export function isChange({ equal, changes }: Likeness): boolean {
  return changes.length > 0 && (equal > 0 || changes.length === 1);
}

/** The pairs that have the most fields in common. */
function mostAlike(removed: Stretch, added: Stretch, fields: FieldComparison): Pair[] {
  const olds = Array.from({ length: removed.length }, (_, i) => removed.line(i));
  const news = Array.from({ length: added.length }, (_, j) => added.line(j));
  const weight = (old: SideLine, next: SideLine): number => {
    const likeness = fields.compare(old, next);
    return isChange(likeness) ? 1 + 2 * likeness.equal : 0;
  };
  // Of choices that are as good the search prefers one side's. So it is told the sides in an order of their own.
  if (compareLines(olds, news) <= 0) return heaviest(olds.map((old) => news.map((next) => weight(old, next))));
  return heaviest(news.map((next) => olds.map((old) => weight(old, next)))).map(({ i, j }) => ({ i: j, j: i }));
}

/** Less than 0 if the old lines come before the new ones: if they are fewer, or else by the first that differ. */
function compareLines(olds: readonly SideLine[], news: readonly SideLine[]): number {
  if (olds.length !== news.length) return olds.length - news.length;
  return olds.reduce((order, { output }, i) => order || output.compare(news[i]!.output), 0);
}

/** The pairs with the greatest sum of weights, as of a longest common subsequence, by the table of its lengths. */
function heaviest(weights: readonly (readonly number[])[]): Pair[] {
  const [rows, columns] = [weights.length, weights[0]!.length];
  // best[i][j]: the greatest sum for the lines from i and j on.
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

/** Pairs of one shape, if such pairs are most of the stretches; if not, equal shapes meet by chance. */
function* inOrderOfShapes(removed: Stretch, added: Stretch): Generator<Pair> {
  const [olds, news] = [shaped(removed), shaped(added)];
  const [old, next] = [olds.map((i) => removed.shape(i)), news.map((j) => added.shape(j))];
  // The whole is searched only if one of its ends is promising, as a search in vain takes longest.
  const isPromising =
    scriptOfAlike(old.subarray(0, SAMPLE), next.subarray(0, SAMPLE)) ||
    scriptOfAlike(old.subarray(-SAMPLE), next.subarray(-SAMPLE));
  const script = isPromising ? scriptOfAlike(old, next) : undefined;
  if (script === undefined) return;
  for (let i = 0, j = 0; ; i++, j++) {
    while (script.removed[i] === 1) i++;
    while (script.added[j] === 1) j++;
    if (i >= old.length || j >= next.length) return;
    yield { i: olds[i]!, j: news[j]! };
  }
}

/** How the shapes of two stretches match; undefined if most do not. */
function scriptOfAlike(old: Uint32Array, next: Uint32Array): EditScript | undefined {
  const script = editScript(old, next, 1 + Math.max(greatest(old), greatest(next)));
  const alike = script.removed.reduce((count, mark) => count - mark, old.length);
  return alike >= LEAST_ALIKE * Math.max(old.length, next.length) ? script : undefined;
}

/** The lines of a stretch that have a shape. */
function shaped(stretch: Stretch): Uint32Array {
  return Uint32Array.from({ length: stretch.length }, (_, i) => i).filter((i) => stretch.shape(i) !== NO_SHAPE);
}

function greatest(numbers: Uint32Array): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
