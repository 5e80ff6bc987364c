import { Front } from "./front.ts";

/** Rounds that every search may take. The two fronts share the differences, so it finds scripts of twice as many. */
const GUARANTEED_ROUNDS = 512;

/** The limit after a search was given up. The script is no longer a shortest one, so now time counts. */
const LATER_GUARANTEED_ROUNDS = 64;

/**
 * After these rounds a search continues as long as it has taken at most this many steps for each element it has passed.
 */
const MAX_STEPS_PER_ELEMENT = 32;

/**
 * Finds a short edit script by the divide and conquer of E. W. Myers, An O(ND) Difference Algorithm and Its Variations
 * (1986). Fronts from both ends meet on a shortest script. The parts before and after the meeting point are smaller
 * tasks of the same sort, with half the differences. If the fronts take too long to meet, both stop at their furthest
 * points. The parts behind these are solved, and a new search starts in the gap between them. This bounds the steps for
 * each element to a few hundred.
 */
export class Walk {
  private readonly xs: Uint32Array;
  private readonly ys: Uint32Array;
  private readonly front: Front;
  private readonly back: Front;
  private rounds = GUARANTEED_ROUNDS;

  /** 1 for each element that is not paired with an element of the other side. */
  readonly xMarks: Uint8Array;
  readonly yMarks: Uint8Array;
  /** The number of marked elements on both sides. */
  differences = 0;

  constructor(xs: Uint32Array, ys: Uint32Array) {
    this.xs = xs;
    this.ys = ys;
    this.xMarks = new Uint8Array(xs.length);
    this.yMarks = new Uint8Array(ys.length);
    const total = xs.length + ys.length;
    const rounds = Math.min(Math.ceil(total / 2), Math.max(GUARANTEED_ROUNDS, affordableRounds(total)));
    this.front = new Front(xs, ys, 1, rounds);
    this.back = new Front(xs, ys, -1, rounds);
  }

  /** Whether no search was given up, so that each stretch has the fewest differences possible. */
  get isShortest(): boolean {
    return this.rounds === GUARANTEED_ROUNDS;
  }

  /** How many diagonals and elements the fronts have looked at. */
  get steps(): number {
    return this.front.steps + this.back.steps;
  }

  /** Marks the elements that differ between these stretches of the two sequences. */
  solve(xFrom: number, xTo: number, yFrom: number, yTo: number): void {
    this.divide(xFrom, xTo, yFrom, yTo, false);
  }

  /**
   * Recurses no deeper than the logarithm of the rounds, because each level has half the differences of the one above.
   */
  private divide(xFrom: number, xTo: number, yFrom: number, yTo: number, isUnlimited: boolean): void {
    const { xs, ys, front, back } = this;
    for (;;) {
      while (xFrom < xTo && yFrom < yTo && xs[xFrom] === ys[yFrom]) {
        xFrom++;
        yFrom++;
      }
      while (xFrom < xTo && yFrom < yTo && xs[xTo - 1] === ys[yTo - 1]) {
        xTo--;
        yTo--;
      }
      if (xFrom === xTo || yFrom === yTo) break;
      front.start(xFrom, yFrom, xTo - xFrom, yTo - yFrom);
      back.start(xTo - 1, yTo - 1, xTo - xFrom, yTo - yFrom);
      this.approach(xTo - xFrom, yTo - yFrom, isUnlimited ? Number.POSITIVE_INFINITY : this.rounds);
      // The next search overwrites the fronts.
      const [x1, y1, x2, y2] = [xFrom + front.x, yFrom + front.y, xTo - back.x, yTo - back.y];
      this.divide(xFrom, x1, yFrom, y1, true);
      this.divide(x2, xTo, y2, yTo, true);
      [xFrom, xTo, yFrom, yTo] = [x1, x2, y1, y2];
    }
    this.xMarks.fill(1, xFrom, xTo);
    this.yMarks.fill(1, yFrom, yTo);
    this.differences += xTo - xFrom + yTo - yFrom;
  }

  /**
   * Advances the fronts until they meet. After `rounds` rounds, or some more, it gives up and leaves a gap between
   * them.
   */
  private approach(width: number, height: number, rounds: number): void {
    const { front, back } = this;
    // Each round adds one difference, so the parity decides which front can meet the other.
    const isOdd = ((width - height) & 1) === 1;
    let limit = rounds;
    for (let round = 1; ; round++) {
      if (front.advance(round, isOdd ? back : undefined)) {
        back.moveTo(width - front.x, height - front.y);
        return;
      }
      if (back.advance(round, isOdd ? undefined : front)) {
        front.moveTo(width - back.x, height - back.y);
        return;
      }
      if (round < limit) continue;
      const passed = front.moveToFurthest();
      const passedBack = back.moveToFurthest();
      // The fronts may pass each other on different diagonals, so the sum may exceed the number of elements.
      limit = affordableRounds(Math.min(passed + passedBack, width + height));
      if (round < limit) continue;
      this.rounds = LATER_GUARANTEED_ROUNDS;
      // The furthest points may lie beyond each other although no paths meet. Then the front that got less far moves
      // back.
      const areInOrder = front.x + back.x <= width && front.y + back.y <= height;
      if (!areInOrder) (passed < passedBack ? front : back).moveTo(0, 0);
      return;
    }
  }
}

/** The number of rounds that this many elements allow: n rounds of two fronts take about n² steps. */
function affordableRounds(elements: number): number {
  return Math.floor(Math.sqrt(MAX_STEPS_PER_ELEMENT * elements));
}
