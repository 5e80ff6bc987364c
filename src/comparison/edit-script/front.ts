/**
 * How far one gets into two sequences from one of their ends with so many differences: the furthest reaching paths of
 * E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986).
 *
 * A place is given by how many elements, x of the one and y of the other, are behind it, seen from that end. Diagonal k holds
 * the places with x - y = k.
 */
export class Front {
  private readonly xs: Uint32Array;
  private readonly ys: Uint32Array;
  /** 1 if it moves towards the end, -1 if towards the beginning. */
  private readonly step: 1 | -1;
  /** For each diagonal, to both sides of `origin`, the x of the furthest place. Every second one is of this round. */
  private readonly furthest: Int32Array;
  private readonly origin: number;

  private xStart = 0;
  private yStart = 0;
  private width = 0;
  private height = 0;

  /** The diagonals of the last round, and those, less one to each side, of the next. */
  private low = 0;
  private high = 0;
  private nextLow = 0;
  private nextHigh = 0;

  /** The place where it met the other front, or the one that `settle` or `moveTo` has set. */
  x = 0;
  y = 0;

  /** Rounds are counted up to `rounds`. */
  constructor(xs: Uint32Array, ys: Uint32Array, step: 1 | -1, rounds: number) {
    this.xs = xs;
    this.ys = ys;
    this.step = step;
    this.origin = rounds + 1;
    this.furthest = new Int32Array(2 * rounds + 3);
  }

  /** Begins at these elements, with so many of each sequence ahead. The two must differ. */
  start(xStart: number, yStart: number, width: number, height: number): void {
    this.xStart = xStart;
    this.yStart = yStart;
    this.width = width;
    this.height = height;
    this.low = this.high = this.nextLow = this.nextHigh = 0;
    this.furthest[this.origin] = 0;
  }

  /**
   * Spends one more difference, the `round`th. Tells whether a path meets one of `rival`, which comes from the opposite end,
   * if there is one to look out for.
   */
  advance(round: number, rival: Front | undefined): boolean {
    const { xs, ys, step, furthest, origin, width, height } = this;
    const low = this.nextLow - 1;
    const high = this.nextHigh + 1;
    let nextLow = low;
    let nextHigh = high;
    // Where the rival's diagonal 0 is; its diagonals count the other way.
    const delta = width - height;
    const meetLow = rival === undefined ? 1 : delta - rival.high;
    const meetHigh = rival === undefined ? 0 : delta - rival.low;
    const rivals = rival === undefined ? furthest : rival.furthest;
    furthest[origin - round - 1] = -1;
    furthest[origin + round + 1] = -1;
    let isMet = false;
    let above = furthest[origin + high + 1]!;
    for (let k = high; k >= low; k -= 2) {
      const left = furthest[origin + k - 1]!;
      let x = left < above ? above : left + 1;
      above = left;
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
      if (k >= meetLow && k <= meetHigh && x + rivals[origin + delta - k]! >= width) {
        this.moveTo(x, y);
        isMet = true;
        break;
      }
      // Whatever lies beyond a diagonal that has come to the far side is reached no sooner than from there.
      if (x === width) nextHigh = k - 2;
      if (y === height) {
        nextLow = k + 2;
        break;
      }
    }
    this.low = low;
    this.high = high;
    this.nextLow = nextLow;
    this.nextHigh = nextHigh;
    return isMet;
  }

  /** Sets the place. */
  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  /** Sets x and y to the place reached with most elements behind it, and gives their count. Of equal ones, near diagonal 0. */
  settle(): number {
    const { furthest, origin, low, high } = this;
    let most = 0;
    this.moveTo(0, 0);
    for (let k = high; k >= low; k -= 2) {
      const x = furthest[origin + k]!;
      const count = 2 * x - k;
      if (x < 0 || count < most || (count === most && Math.abs(k) >= Math.abs(this.x - this.y))) continue;
      most = count;
      this.moveTo(x, x - k);
    }
    return most;
  }
}
