import { OPEN } from "../instants/open.ts";
import { otherOrder, withYear } from "../instants/settle.ts";
import { type LineTime, NEVER } from "./event-table.ts";
import { YearWalk } from "./year-walk.ts";

/** A log's last event is not long after the log was written; clocks and zones that nobody named make it a day. */
const AFTER_THE_LAST = 86_400;

/** The kinds of dates that have two orders, as flags: by their files they are month first, each kind for itself, or not. */
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
  /** The kinds that are not month first, where a date says so. */
  private notMonthFirst = 0;
  /** The same dates for each set of kinds that may not be month first, as which of them is right may show at the end only. */
  private readonly walks = [0, LONG, SHORT, LONG | SHORT].map(() => new YearWalk());

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
    const { walks } = this;
    for (let kinds = 0; kinds < walks.length; kinds++) {
      const read = kinds & kindOf(open) ? other : seconds;
      if (open & OPEN.year) walks[kinds]!.noteYearless(line, read, open);
      else walks[kinds]!.noteDated(read);
    }
  }

  /** Whether there is anything to settle. */
  get isOpen(): boolean {
    return (this.open & (OPEN.year | OPEN.order)) !== 0;
  }

  /** The latest date that has a year; minus infinity if none has. */
  get latest(): number {
    return this.walk.latest;
  }

  /**
   * A function that gives the instant that is meant, of a line of this file and its time as it was read. The lines it is
   * asked for ascend. Where no date of the file has a year, the last is put nearest to `reference`, or if that is infinite
   * before `written`, the file's own date, or not long after it.
   */
  settled(reference: number, written: number): (line: number, seconds: number, open: number) => number {
    const { walk } = this;
    if (Number.isFinite(reference)) walk.anchorNear(reference);
    else walk.anchorLast(written + AFTER_THE_LAST);
    const year = walk.years();
    return (line, seconds, open) => {
      const isOther = (open & OPEN.order) !== 0 && (this.notMonthFirst & kindOf(open)) !== 0;
      const read = isOther ? otherOrder(seconds, open) : seconds;
      return open & OPEN.year ? withYear(read, open, year(line)) : read;
    };
  }

  private get walk(): YearWalk {
    return this.walks[this.notMonthFirst]!;
  }
}

function kindOf(open: number): number {
  return open & OPEN.shortYear ? SHORT : LONG;
}
