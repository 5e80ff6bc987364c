import { editScript } from "./edit-script/edit-script.ts";
import type { FieldComparison, Likeness } from "./field-changes.ts";
import { NO_SHAPE } from "./forms.ts";
import type { CapturedLine } from "./side.ts";

/** Up to this product of their numbers, each removed line is compared with each added one. */
const CLOSELY = 400;

/** Lines of one log that the other does not have there, in their order. */
export interface Stretch {
  readonly length: number;
  /** The forms of lines that may be paired have this in common. */
  shape(i: number): number;
  line(i: number): CapturedLine;
}

/** Removed line i and added line j, as the same line that has changed. */
export interface Pair {
  readonly i: number;
  readonly j: number;
}

/**
 * Which of the removed lines are found again, changed, among the added ones: lines of one shape, in order, with as many
 * equal fields as may be. In long stretches only the order of the shapes decides. Both numbers ascend.
 */
export function pairsOf(removed: Stretch, added: Stretch, fields: FieldComparison): Iterable<Pair> {
  if (removed.length === 0 || added.length === 0) return [];
  return removed.length * added.length <= CLOSELY ? likest(removed, added, fields) : inOrderOfShapes(removed, added);
}

/** A change of some of the fields; where all are others it is another line, unless there is but one. */
export function isChange({ equal, changes }: Likeness): boolean {
  return changes.length > 0 && (equal > 0 || changes.length === 1);
}

/** The pairs with the greatest sum of weights, as of a longest common subsequence, by the table of its lengths. */
function likest(removed: Stretch, added: Stretch, fields: FieldComparison): Pair[] {
  const [rows, columns] = [removed.length, added.length];
  const olds = Array.from({ length: rows }, (_, i) => removed.line(i));
  const news = Array.from({ length: columns }, (_, j) => added.line(j));
  const weights = olds.map((old, i) =>
    news.map((now, j) => {
      if (removed.shape(i) === NO_SHAPE || removed.shape(i) !== added.shape(j)) return 0;
      const likeness = fields.compare(old, now);
      return isChange(likeness) ? 1 + 2 * likeness.equal : 0;
    }),
  );
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

function* inOrderOfShapes(removed: Stretch, added: Stretch): Generator<Pair> {
  // Lines without a shape are like none of the other log.
  const old = Uint32Array.from({ length: removed.length }, (_, i) => removed.shape(i) + 1);
  const now = Uint32Array.from({ length: added.length }, (_, j) =>
    added.shape(j) === NO_SHAPE ? 0 : added.shape(j) + 1,
  );
  const script = editScript(old, now, 1 + Math.max(greatest(old), greatest(now)));
  for (let i = 0, j = 0; ; i++, j++) {
    while (script.removed[i] === 1) i++;
    while (script.added[j] === 1) j++;
    if (i >= old.length || j >= now.length) return;
    yield { i, j };
  }
}

function greatest(numbers: Uint32Array): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
