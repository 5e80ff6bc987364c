// Elements remember where they failed on the current line, so that no failure is repeated however many ways lead to it.
// Elements whose failures at different places are unrelated keep a `PlaceSet` instead.
import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-memory.ts";

/**
 * The first start that failed in each run. A start has failed at every end after it, so a different start in the same
 * run need only try the ends up to that start.
 */
export class FailedStarts {
  private readonly line: Line;
  /** Starts by the end of their run. Both count from the end of the line. */
  private readonly starts: LineTable;

  constructor(line: Line) {
    this.line = line;
    this.starts = new LineTable(line);
  }

  /** The last end in the run that is still worth trying. */
  lastEnd(runEnd: number): number {
    const start = this.starts.get(this.line.end - runEnd);
    return start === 0 ? runEnd : this.line.end - start;
  }

  add(runEnd: number, start: number): void {
    if (start < this.lastEnd(runEnd)) this.starts.set(this.line.end - runEnd, this.line.end - start);
  }
}

/** The first place of the current line where a monotone parser failed. It fails at every later place. */
export class FirstFailure {
  private readonly line: Line;
  private serial = -1;
  private known = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** Beyond the end of the line if it has not failed. */
  get place(): number {
    return this.serial === this.line.serial ? this.known : this.line.end + 1;
  }

  /** Records a failure, which may come after the first one. */
  note(place: number): void {
    this.known = Math.min(place, this.place);
    this.serial = this.line.serial;
    this.line.isRemembered = true;
  }
}
