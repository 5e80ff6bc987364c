// What elements remember of the current line, so that none is tried in vain again and again, however many ways lead to it.
// Elements whose failures at different places are unrelated keep a `PlaceSet`.
import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-table.ts";

/**
 * For runs the first start that has failed: by the law of runs, what is left to try for another start of the run are the ends
 * up to there.
 */
export class FailedStarts {
  private readonly line: Line;
  /** By the run's end, both counted from the line's end. */
  private readonly starts: LineTable;

  constructor(line: Line) {
    this.line = line;
    this.starts = new LineTable(line);
  }

  /** The last end of a run that is left to try. */
  lastEnd(runEnd: number): number {
    const start = this.starts.get(this.line.end - runEnd);
    return start === 0 ? runEnd : this.line.end - start;
  }

  add(runEnd: number, start: number): void {
    if (start < this.lastEnd(runEnd)) this.starts.set(this.line.end - runEnd, this.line.end - start);
  }
}

/** The first place of the current line where a monotone parser has failed: it fails at every later one. */
export class FirstFailure {
  private readonly line: Line;
  private serial = -1;
  private known = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** Beyond the line if it hasn't failed. */
  get place(): number {
    return this.serial === this.line.serial ? this.known : this.line.end + 1;
  }

  /** Notes that it failed at a place, which may lie behind the first. */
  note(place: number): void {
    this.known = Math.min(place, this.place);
    this.serial = this.line.serial;
  }
}
