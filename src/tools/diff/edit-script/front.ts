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

  /** The lowest and highest diagonal of the last round. */
  private low = 0;
  private high = 0;
  /** The next round starts one diagonal below the first and ends one above the second. */
  private nextLow = 0;
  private nextHigh = 0;

  /** How many diagonals and elements the front has looked at. */
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
    const { xs, ys, step, furthest, origin, width, height } = this;
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
      let x = left < above ? above : left + 1;
      above = left;
      passed -= x;
      let y = x - k;
      let i = this.xStart + Math.imul(step, x);
      let j = this.yStart + Math.imul(step, y);
      while (x < width && y < height && xs[i] === ys[j]) {
        x++;
        y++;
        i += step;
        j += step;
      }
      furthest[origin + k] = x;
      passed += x;
      if (k >= meetLow && k <= meetHigh && x + rivals[origin + delta - k]! >= width) {
        this.moveTo(x, y);
        isMet = true;
        break;
      }
      // Diagonals beyond one that has reached the far side are never faster than that one.
      if (x === width) nextHigh = k - 2;
      if (y === height) {
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
