import { type EditScript, editScript } from "./edit-script/edit-script.ts";
import type { FieldComparison, LineComparison } from "./field-comparison.ts";
import { NO_TEMPLATE } from "./key-table.ts";
import type { SideLine } from "./side-line.ts";

/** If it takes at most this many comparisons, each removed line is compared with each added line. */
const MAX_COMPARISONS = 400;

/** Longer stretches are paired only if this share of their lines has the same templates in the same order. */
const MIN_SHARE_IN_ORDER = 3 / 4;

/** How many lines at each end are examined first, to see whether that is likely. */
const SAMPLE_LINES = 512;

/** Consecutive lines of one log that the other lacks there. */
export interface Stretch {
  readonly length: number;
  /** The template number of line i. Only lines with equal numbers are paired. */
  template(i: number): number;
  /** The text by which line i is compared. */
  keyText(i: number): Buffer;
  line(i: number): SideLine;
}

/** Removed line i and added line j, which are taken for one line that changed. */
interface Pair {
  readonly i: number;
  readonly j: number;
}

/**
 * Pairs removed lines with the added lines that they have become. The lines of a pair have the same template number,
 * both `i` and `j` ascend from pair to pair, and the pairs have as many equal fields as possible. In long stretches the
 * order of the template numbers alone decides.
 */
export function pairsOf(removed: Stretch, added: Stretch, fields: FieldComparison): Iterable<Pair> {
  if (removed.length === 0 || added.length === 0) return [];
  return removed.length * added.length <= MAX_COMPARISONS
    ? pairsByFields(removed, added, fields)
    : pairsByTemplate(removed, added);
}

/** Whether two lines count as one line that changed: if some fields are equal, or if there is only one field. */
export function isChange({ equal, changes }: LineComparison): boolean {
  return changes.length > 0 && (equal > 0 || changes.length === 1);
}

/** The pairs with the most equal fields. */
function pairsByFields(removed: Stretch, added: Stretch, fields: FieldComparison): Pair[] {
  const olds = Array.from({ length: removed.length }, (_, i) => removed.line(i));
  const news = Array.from({ length: added.length }, (_, j) => added.line(j));
  const weight = (old: SideLine, next: SideLine): number => {
    const comparison = fields.compare(old, next);
    return isChange(comparison) ? 1 + 2 * comparison.equal : 0;
  };
  // Among equally good choices the search prefers one side. To treat both logs alike, the lines decide which side that
  // is.
  if (compareKeys(removed, added) <= 0) return heaviestPairs(olds.map((old) => news.map((next) => weight(old, next))));
  return heaviestPairs(news.map((next) => olds.map((old) => weight(old, next)))).map(({ i, j }) => ({ i: j, j: i }));
}

/** Orders the sides: first the one with fewer lines, or else the one with the lesser key where they first differ. */
function compareKeys(olds: Stretch, news: Stretch): number {
  if (olds.length !== news.length) return olds.length - news.length;
  for (let i = 0; i < olds.length; i++) {
    const order = olds.keyText(i).compare(news.keyText(i));
    if (order !== 0) return order;
  }
  return 0;
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

/** Pairs by template number, if such pairs make up most of both stretches. Otherwise equal numbers meet by chance. */
function* pairsByTemplate(removed: Stretch, added: Stretch): Generator<Pair> {
  const [olds, news] = [linesWithTemplate(removed), linesWithTemplate(added)];
  const [old, next] = [olds.map((i) => removed.template(i)), news.map((j) => added.template(j))];
  // Looks at the ends before the whole, because the search takes longest if it fails.
  const isPromising =
    templateScript(old.subarray(0, SAMPLE_LINES), next.subarray(0, SAMPLE_LINES)) ||
    templateScript(old.subarray(-SAMPLE_LINES), next.subarray(-SAMPLE_LINES));
  const script = isPromising ? templateScript(old, next) : undefined;
  if (script === undefined) return;
  for (let i = 0, j = 0; ; i++, j++) {
    while (script.removed[i] === 1) i++;
    while (script.added[j] === 1) j++;
    if (i >= old.length || j >= next.length) return;
    yield { i: olds[i]!, j: news[j]! };
  }
}

/** The edit script between two sequences of template numbers; undefined if it pairs too few. */
function templateScript(old: Uint32Array, next: Uint32Array): EditScript | undefined {
  const script = editScript(old, next, 1 + Math.max(maximum(old), maximum(next)));
  const paired = script.removed.reduce((count, mark) => count - mark, old.length);
  return paired >= MIN_SHARE_IN_ORDER * Math.max(old.length, next.length) ? script : undefined;
}

/** The indexes of the lines that have a template. */
function linesWithTemplate(stretch: Stretch): Uint32Array {
  return Uint32Array.from({ length: stretch.length }, (_, i) => i).filter((i) => stretch.template(i) !== NO_TEMPLATE);
}

function maximum(numbers: Uint32Array): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
