import { firstTime } from "../../text/date-times/date-time-reader.ts";
import type { Run } from "./run.ts";

/** The times of so many lines are read, evenly spread over the run. */
const SAMPLES = 64;
/** So many of them must have one. */
const MIN_TIMED_SHARE = 0.8;
/** In a shorter run, times say little. */
const MIN_SECONDS = 30;

/** When the lines of a run were written, as far as some of their times tell. */
export class RunClock {
  /** The indexes of lines with a time, in order, and these times in seconds. */
  private readonly lines: number[] = [];
  private readonly times: number[] = [];
  private current = 0;

  private constructor() {}

  /** The clock of a run; undefined if its lines have no times that ascend. */
  static of(run: Run): RunClock | undefined {
    const clock = new RunClock();
    const count = Math.min(SAMPLES, run.length);
    let timed = 0;
    for (let i = 0; i < count; i++) {
      const line = Math.floor((i * (run.length - 1)) / Math.max(count - 1, 1));
      const time = firstTime(run.text(line));
      if (time === undefined) continue;
      timed++;
      // Lines of several threads may be written a little out of order.
      clock.lines.push(line);
      clock.times.push(Math.max(time, clock.times.at(-1) ?? time));
    }
    return timed >= MIN_TIMED_SHARE * count && clock.at(run.length - 1) - clock.at(0) >= MIN_SECONDS
      ? clock
      : undefined;
  }

  /** When a line was written, in seconds. Fastest for lines in order. */
  at(line: number): number {
    const { lines, times } = this;
    if (lines.length === 0) return 0;
    if (lines[this.current]! > line) this.current = 0;
    while (this.current + 2 < lines.length && lines[this.current + 1]! <= line) this.current++;
    const i = this.current;
    const [from, to] = [lines[i]!, lines[i + 1]];
    if (to === undefined || line <= from) return times[i]!;
    const share = Math.min((line - from) / (to - from), 1);
    return times[i]! + share * (times[i + 1]! - times[i]!);
  }
}
