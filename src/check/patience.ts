/** Thousands of real rules take a second or two. Files can be made up that take hours, as each rule is held against each. */
const LONGEST_MS = 10_000;

/** How long rules are compared. Proofs that are left out then are missed, but none is wrong. */
export class Patience {
  /** Whether something was left out. */
  hasEnded = false;
  private readonly end: number;

  constructor(milliseconds = LONGEST_MS) {
    this.end = performance.now() + milliseconds;
  }

  /** Asked before each step; if it is over the step is to be left out. */
  isOver(): boolean {
    this.hasEnded ||= performance.now() > this.end;
    return this.hasEnded;
  }
}
