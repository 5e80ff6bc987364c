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

  get steps(): number {
    return this.front.steps + this.back.steps;
  }

  /**
   * Marks the elements that differ between these stretches. Recurses no deeper than the logarithm of the rounds,
   * because each level has half the differences of the one above.
   */
  solve(xFrom: number, xTo: number, yFrom: number, yTo: number, isUnlimited = false): void {
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
      this.solve(xFrom, x1, yFrom, y1, true);
      this.solve(x2, xTo, y2, yTo, true);
      [xFrom, xTo, yFrom, yTo] = [x1, x2, y1, y2];
    }
    this.xMarks.fill(1, xFrom, xTo);
    this.yMarks.fill(1, yFrom, yTo);
    this.differences += xTo - xFrom + yTo - yFrom;
  }

  /** Advances the fronts until they meet. After `rounds` rounds, or some more, leaves a gap between them. */
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

/** n rounds of two fronts take about n² steps. */
function affordableRounds(elements: number): number {
  return Math.floor(Math.sqrt(MAX_STEPS_PER_ELEMENT * elements));
}

/**
 * How far a path gets into two sequences, from one of their ends, with a given number of differences: the furthest
 * reaching paths of E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986).
 *
 * A point (x, y) has x elements of one sequence and y of the other behind it, seen from that end. Diagonal k holds the
 * points with x - y = k.
 */
export class Front {
  private readonly xs: Uint32Array;
  private readonly ys: Uint32Array;
  /** 1 if the front moves towards the end, -1 if it moves towards the beginning. */
  private readonly step: 1 | -1;
  /** The x of the furthest point on diagonal k, at index `origin + k`. A round sets every second diagonal. */
  private readonly furthest: Int32Array;
  private readonly origin: number;

  private xStart = 0;
  private yStart = 0;
  private width = 0;
  private height = 0;

  /** The diagonals of the last round. */
  private low = 0;
  private high = 0;
  /** The next round starts one diagonal below the first and ends one above the second. */
  private nextLow = 0;
  private nextHigh = 0;

  steps = 0;

  /** The current point: where the fronts met, or what `moveToFurthest` or `moveTo` has set. */
  x = 0;
  y = 0;

  /** Has memory for up to `rounds` rounds. */
  constructor(xs: Uint32Array, ys: Uint32Array, step: 1 | -1, rounds: number) {
    this.xs = xs;
    this.ys = ys;
    this.step = step;
    this.origin = rounds + 1;
    this.furthest = new Int32Array(2 * rounds + 3);
  }

  /** Starts at the elements `xStart` and `yStart`, which must differ, with `width` and `height` elements ahead. */
  start(xStart: number, yStart: number, width: number, height: number): void {
    this.xStart = xStart;
    this.yStart = yStart;
    this.width = width;
    this.height = height;
    this.low = this.high = this.nextLow = this.nextHigh = 0;
    this.furthest[this.origin] = 0;
  }

  /**
   * Extends all paths by one difference, the `round`th. Returns whether a path meets a path of `rival`, the front from
   * the opposite end, if one is given.
   */
  advance(round: number, rival: Front | undefined): boolean {
    const { xs, ys, step, furthest, origin, xStart, yStart, width, height } = this;
    const low = this.nextLow - 1;
    const high = this.nextHigh + 1;
    let nextLow = low;
    let nextHigh = high;
    // The diagonal k of this front is the diagonal `delta - k` of the rival.
    const delta = width - height;
    const meetLow = rival === undefined ? 1 : delta - rival.high;
    const meetHigh = rival === undefined ? 0 : delta - rival.low;
    const rivals = rival === undefined ? furthest : rival.furthest;
    furthest[origin - round - 1] = -1;
    furthest[origin + round + 1] = -1;
    let isMet = false;
    let passed = 0;
    let above = furthest[origin + high + 1]!;
    for (let k = high; k >= low; k -= 2) {
      const left = furthest[origin + k - 1]!;
      const from = left < above ? above : left + 1;
      above = left;
      let x = from;
      if (from < width && from - k < height) {
        let i = step === 1 ? xStart + from : xStart - from;
        let j = step === 1 ? yStart + from - k : yStart - from + k;
        while (xs[i] === ys[j]) {
          x++;
          if (x === width || x - k === height) break;
          i += step;
          j += step;
        }
        passed += x - from;
      }
      furthest[origin + k] = x;
      if (k >= meetLow && k <= meetHigh && x + rivals[origin + delta - k]! >= width) {
        this.moveTo(x, x - k);
        isMet = true;
        break;
      }
      // Diagonals beyond one that has reached the far side are never faster than that one.
      if (x === width) nextHigh = k - 2;
      if (x - k === height) {
        nextLow = k + 2;
        break;
      }
    }
    this.steps += passed + (high - low) / 2 + 1;
    this.low = low;
    this.high = high;
    this.nextLow = nextLow;
    this.nextHigh = nextHigh;
    return isMet;
  }

  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  /**
   * Moves to the furthest point: the one with the most elements behind it and, among equals, nearest to diagonal 0.
   * Returns the number of these elements.
   */
  moveToFurthest(): number {
    const { furthest, origin, low, high } = this;
    let max = 0;
    this.moveTo(0, 0);
    for (let k = high; k >= low; k -= 2) {
      const x = furthest[origin + k]!;
      const count = 2 * x - k;
      if (x < 0 || count < max || (count === max && Math.abs(k) >= Math.abs(this.x - this.y))) continue;
      max = count;
      this.moveTo(x, x - k);
    }
    return max;
  }
}
