import { OPEN } from "../instants/open.ts";
import { otherOrder, withYear } from "../instants/settle.ts";
import { type LineTime, NEVER } from "./event-table.ts";
import { YearWalk } from "./year-walk.ts";

/** A log's last event is not long after the log was written; clocks and zones that nobody named make it a day. */
const AFTER_THE_LAST = 86_400;

/** Which kind of date is not month first, where a date of its file says so. */
const LONG = 1;
const SHORT = 2;

/**
 * What the dates of one file leave open, settled by what the others say. Is told of each in the order of the lines, and
 * knows how to read them when all are told.
 */
export class FileTimes {
  /** The time of the line told first, and of that told last. */
  readonly first: LineTime = { ...NEVER };
  readonly last: LineTime = { ...NEVER };

  /** All flags of what was left open. */
  private open: number = OPEN.nothing;
  private notMonthFirst = 0;
  /** The same dates in both orders, as which of them is right may show at the end only. */
  private readonly monthFirst = new YearWalk();
  private readonly otherwise = new YearWalk();

  /** Is told the time of a line. */
  note(line: number, { seconds, nanoseconds, decimals, open }: Readonly<LineTime>): void {
    this.last.seconds = seconds;
    this.last.nanoseconds = nanoseconds;
    this.last.decimals = decimals;
    this.last.open = open;
    if (this.first.seconds === NEVER.seconds) Object.assign(this.first, this.last);
    this.open |= open;
    if (open & OPEN.notMonthFirst) this.notMonthFirst |= kindOf(open);
    const other = open & OPEN.order ? otherOrder(seconds, open) : seconds;
    if (open & OPEN.year) {
      this.monthFirst.noteYearless(line, seconds, open);
      this.otherwise.noteYearless(line, other, open);
    } else {
      this.monthFirst.noteDated(seconds);
      this.otherwise.noteDated(other);
    }
  }

  /** Whether there is anything to settle. */
  get isOpen(): boolean {
    return (this.open & (OPEN.year | OPEN.order)) !== 0;
  }

  /** The earliest date that has a year; infinite if none has. */
  get earliest(): number {
    return this.walk.earliest;
  }

  /**
   * A function that gives the instant that is meant, of a line of this file and its time as it was read. The lines it is
   * asked for ascend. Where no date of the file has a year, the first is put nearest to `reference`, or if that is infinite
   * the last one before `written`, the file's own date, or not long after it.
   */
  settled(reference: number, written: number): (line: number, seconds: number, open: number) => number {
    const { walk } = this;
    if (Number.isFinite(reference)) walk.anchorFirst(reference);
    else walk.anchorLast(written + AFTER_THE_LAST);
    const year = walk.years();
    return (line, seconds, open) => {
      const isOther = (open & OPEN.order) !== 0 && (this.notMonthFirst & kindOf(open)) !== 0;
      const read = isOther ? otherOrder(seconds, open) : seconds;
      return open & OPEN.year ? withYear(read, open, year(line)) : read;
    };
  }

  private get walk(): YearWalk {
    return this.notMonthFirst & LONG ? this.otherwise : this.monthFirst;
  }
}

function kindOf(open: number): number {
  return open & OPEN.shortYear ? SHORT : LONG;
}
