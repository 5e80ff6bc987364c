import { Front } from "./front.ts";

/** Rounds that a search always has. Two fronts share the differences, so it finds a shortest script of twice as many. */
const ROUNDS = 512;

/** The same after a search has been given up: the script isn't a shortest one any more, and time counts. */
const LATER_ROUNDS = 64;

/** Beyond that a search goes on as long as it has taken at most so many steps for each element that it got past. */
const STEPS_PER_ELEMENT = 32;

/**
 * Finds a short edit script by the divide and conquer of E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986):
 * fronts from both ends meet on a shortest script, and what is before and after the meeting is the same task with half the
 * differences. Where that would take too long, both fronts stay where they have got furthest; what is behind them is done, and
 * the rest begins anew from there. So the steps for an element are bounded, some hundreds at worst.
 */
export class Walk {
  private readonly xs: Uint32Array;
  private readonly ys: Uint32Array;
  private readonly front: Front;
  private readonly back: Front;
  private rounds = ROUNDS;

  /** 1 for each element of one side that is not paired with one of the other. */
  readonly xMarks: Uint8Array;
  readonly yMarks: Uint8Array;
  /** How many are marked. */
  differences = 0;

  constructor(xs: Uint32Array, ys: Uint32Array) {
    this.xs = xs;
    this.ys = ys;
    this.xMarks = new Uint8Array(xs.length);
    this.yMarks = new Uint8Array(ys.length);
    const total = xs.length + ys.length;
    const most = Math.min(Math.ceil(total / 2), Math.max(ROUNDS, affordableRounds(total)));
    this.front = new Front(xs, ys, 1, most);
    this.back = new Front(xs, ys, -1, most);
  }

  /** Whether no search was given up, so that each stretch has as few differences as possible. */
  get isShortest(): boolean {
    return this.rounds === ROUNDS;
  }

  /** Marks what differs between these stretches of the two sequences. */
  solve(xFrom: number, xTo: number, yFrom: number, yTo: number): void {
    this.divide(xFrom, xTo, yFrom, yTo, false);
  }

  /** Recursion is no deeper than the logarithm of the rounds: each level has half the differences of the one above. */
  private divide(xFrom: number, xTo: number, yFrom: number, yTo: number, isSure: boolean): void {
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
      this.approach(xTo - xFrom, yTo - yFrom, isSure ? Number.POSITIVE_INFINITY : this.rounds);
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

  /** Moves the fronts on until they meet at one place; or gives up after so many rounds or some more, with a gap between them. */
  private approach(width: number, height: number, rounds: number): void {
    const { front, back } = this;
    // Each round adds one difference, so it follows from the parity which front can come to meet the other.
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
      const passed = front.settle();
      const passedBack = back.settle();
      // Together they may have passed more elements than there are, as they may pass by each other.
      limit = affordableRounds(Math.min(passed + passedBack, width + height));
      if (round < limit) continue;
      this.rounds = LATER_ROUNDS;
      // Each of the furthest places may lie beyond the other, though no paths to them meet.
      const areBehind = front.x + back.x <= width && front.y + back.y <= height;
      if (!areBehind) (passed < passedBack ? front : back).moveTo(0, 0);
      return;
    }
  }
}

/** Two fronts take about as many steps in so many rounds as its square. */
function affordableRounds(elements: number): number {
  return Math.floor(Math.sqrt(STEPS_PER_ELEMENT * elements));
}
