// The lines of two runs that belong together, after patience diff by Bram Cohen: shapes that are unique on both sides
// are the anchors, again in each gap.

/** A line that has no partner. */
export const UNALIGNED = -1;

/** Gaps of at most this many pairs of lines are aligned by a longest common subsequence. */
const MAX_CELLS = 250_000;
/** In the smallest gaps, looking for anchors takes longer. */
const MAX_CELLS_WITHOUT_ANCHORS = 1_000;
/** In larger gaps without anchors, a partner is searched within so many lines. */
const MAX_DISTANCE = 2_000;
/** How often gaps are divided by anchors. */
const MAX_DEPTH = 32;

/**
 * For each line of `failed` the index of its partner in `good`, or `UNALIGNED`. Partners have equal shapes and the same
 * order. Shapes are less than `shapeCount`. Takes time in lines × depth, and in the cells and distances above.
 */
export function align(good: Uint32Array, failed: Uint32Array, shapeCount: number): Int32Array {
  return new Alignment(good, failed, shapeCount).partners;
}

/** Lines of the failed run, from `from` up to `to`, and those of the good run between the partners around them. */
export interface Gap {
  readonly goodFrom: number;
  readonly goodTo: number;
  readonly from: number;
  readonly to: number;
}

class Alignment {
  readonly partners: Int32Array;
  private readonly good: Uint32Array;
  private readonly failed: Uint32Array;
  /** By shape: how often it occurs in the gap on either side, and where. Zero outside of `anchors`. */
  private readonly goodCounts: Uint32Array;
  private readonly failedCounts: Uint32Array;
  private readonly goodPlaces: Uint32Array;
  /** Room for the table of a gap, which has one more row and column than lines. */
  private readonly lengths = new Uint16Array(2 * MAX_CELLS + 2);

  constructor(good: Uint32Array, failed: Uint32Array, shapeCount: number) {
    this.good = good;
    this.failed = failed;
    this.partners = new Int32Array(failed.length).fill(UNALIGNED);
    this.goodCounts = new Uint32Array(shapeCount);
    this.failedCounts = new Uint32Array(shapeCount);
    this.goodPlaces = new Uint32Array(shapeCount);
    let gaps: Gap[] = [{ goodFrom: 0, goodTo: good.length, from: 0, to: failed.length }];
    for (let depth = 0; gaps.length > 0; depth++) gaps = gaps.flatMap((gap) => this.alignGap(gap, depth));
  }

  /** Aligns the ends of a gap. Returns the gaps that anchors divide it into. */
  private alignGap({ goodFrom, goodTo, from, to }: Gap, depth: number): Gap[] {
    const { good, failed, partners } = this;
    while (goodFrom < goodTo && from < to && good[goodFrom] === failed[from]) partners[from++] = goodFrom++;
    while (goodFrom < goodTo && from < to && good[goodTo - 1] === failed[to - 1]) partners[--to] = --goodTo;
    if (goodFrom === goodTo || from === to) return [];
    const gap = { goodFrom, goodTo, from, to };
    const cells = (goodTo - goodFrom) * (to - from);
    const anchors = depth < MAX_DEPTH && cells > MAX_CELLS_WITHOUT_ANCHORS ? this.anchors(gap) : [];
    if (anchors.length === 0) {
      if (cells <= MAX_CELLS) this.alignSubsequence(gap);
      else this.alignNext(gap);
      return [];
    }
    const gaps: Gap[] = [];
    let goodAt = goodFrom;
    let at = from;
    for (const anchor of anchors) {
      const partner = this.goodPlaces[failed[anchor]!]!;
      partners[anchor] = partner;
      if (goodAt < partner && at < anchor) gaps.push({ goodFrom: goodAt, goodTo: partner, from: at, to: anchor });
      goodAt = partner + 1;
      at = anchor + 1;
    }
    gaps.push({ goodFrom: goodAt, goodTo, from: at, to });
    return gaps;
  }

  /**
   * The lines of the failed run with shapes that are unique on both sides of the gap, in the order of both. None if too
   * many are in another order, and the gap is small.
   */
  private anchors({ goodFrom, goodTo, from, to }: Gap): number[] {
    const { good, failed, goodCounts, failedCounts, goodPlaces } = this;
    for (let i = goodFrom; i < goodTo; i++) {
      goodCounts[good[i]!]!++;
      goodPlaces[good[i]!] = i;
    }
    for (let i = from; i < to; i++) failedCounts[failed[i]!]!++;
    const unique: number[] = [];
    for (let i = from; i < to; i++) if (goodCounts[failed[i]!] === 1 && failedCounts[failed[i]!] === 1) unique.push(i);
    for (let i = goodFrom; i < goodTo; i++) goodCounts[good[i]!] = 0;
    for (let i = from; i < to; i++) failedCounts[failed[i]!] = 0;
    const anchors = increasing(unique, (i) => goodPlaces[failed[i]!]!);
    // One line that moved far must not separate all others from their partners.
    const isTwisted = 2 * anchors.length <= unique.length;
    return isTwisted && (goodTo - goodFrom) * (to - from) <= MAX_CELLS ? [] : anchors;
  }

  /** A longest common subsequence, by the table of all its lengths. */
  private alignSubsequence({ goodFrom, goodTo, from, to }: Gap): void {
    const { good, failed, partners } = this;
    const width = goodTo - goodFrom + 1;
    const { lengths } = this;
    // All others are written before they are read.
    lengths.fill(0, width * (to - from), width * (to - from + 1));
    for (let i = 0; i < to - from; i++) lengths[(i + 1) * width - 1] = 0;
    for (let i = to - from - 1; i >= 0; i--) {
      for (let j = width - 2; j >= 0; j--) {
        const at = i * width + j;
        lengths[at] =
          failed[from + i] === good[goodFrom + j]
            ? lengths[at + width + 1]! + 1
            : Math.max(lengths[at + width]!, lengths[at + 1]!);
      }
    }
    for (let i = 0, j = 0; i < to - from && j < width - 1; ) {
      const at = i * width + j;
      if (failed[from + i] === good[goodFrom + j]) partners[from + i++] = goodFrom + j++;
      else if (lengths[at + width]! >= lengths[at + 1]!) i++;
      else j++;
    }
  }

  /** Gives each line the next partner that is not far away. */
  private alignNext({ goodFrom, goodTo, from, to }: Gap): void {
    const { good, failed, partners, goodPlaces } = this;
    // By shape, one more than the index of its last line that was passed; older entries are before the gap.
    const next = new Int32Array(goodTo - goodFrom).fill(UNALIGNED);
    const seen = new Map<number, number>();
    for (let i = goodTo - 1; i >= goodFrom; i--) {
      next[i - goodFrom] = seen.get(good[i]!) ?? UNALIGNED;
      seen.set(good[i]!, i);
    }
    for (const [shape, place] of seen) goodPlaces[shape] = place;
    let at = goodFrom;
    for (let i = from; i < to && at < goodTo; i++) {
      const shape = failed[i]!;
      if (!seen.has(shape)) continue;
      let place = goodPlaces[shape]!;
      while (place !== UNALIGNED && place < at) place = next[place - goodFrom]!;
      if (place === UNALIGNED) {
        seen.delete(shape);
        continue;
      }
      goodPlaces[shape] = place;
      if (place - at > MAX_DISTANCE) continue;
      partners[i] = place;
      at = place + 1;
    }
  }
}

/** The longest part of the list whose places ascend. Takes time in n log n. */
function increasing(list: readonly number[], placeOf: (item: number) => number): number[] {
  const tails: number[] = [];
  const before = new Int32Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const place = placeOf(list[i]!);
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (placeOf(list[tails[middle]!]!) < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  }
  const result: number[] = [];
  for (let i = tails.at(-1) ?? -1; i !== -1; i = before[i]!) result.push(list[i]!);
  return result.reverse();
}
