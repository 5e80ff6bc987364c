/** Thousands of real rules take a second or two. Files can be made up that take hours, as each rule is held against each. */
const LIMIT_MS = 10_000;

/** How long rules are compared. What is not proved by then is missed, but nothing wrong is said. */
export class TimeLimit {
  /** Whether something was left out because the limit was reached. */
  isReached = false;
  private readonly end: number;

  constructor(milliseconds = LIMIT_MS) {
    this.end = performance.now() + milliseconds;
  }

  /** Is asked before each step, which is to be left out if it is true. */
  isOver(): boolean {
    this.isReached ||= performance.now() > this.end;
    return this.isReached;
  }
}
