import { DAY } from "../instants/civil.ts";
import { OPEN, otherOrder, withYear } from "../instants/open.ts";
import { type LineTime, NEVER } from "./event-table.ts";
import { YearWalk } from "./year-walk.ts";

/** By how much a log's last event may be after the log was written: clocks differ, and so do zones that are not named. */
const MAX_AFTER = DAY;

/** Flags for the kinds of dates that can have two orders. In a file all dates of a kind are month first, or none is. */
const LONG = 1;
const SHORT = 2;

/**
 * Settles what some dates of a file leave open by what its other dates say. Is told of each in the order of the lines, and
 * knows how to read them when it has been told of all.
 */
export class FileTimes {
  /** The time that was noted first, and that noted last. */
  readonly first: LineTime = { ...NEVER };
  readonly last: LineTime = { ...NEVER };

  /** All flags of what was left open. */
  private open: number = OPEN.nothing;
  /** The kinds that are not month first, as some date shows. */
  private notMonthFirst = 0;
  /** One for each set of kinds that are not month first, of the same dates: which set is right may show only at the end. */
  private readonly walks = [0, LONG, SHORT, LONG | SHORT].map(() => new YearWalk());

  /** Notes the time of a line. */
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
    for (let linePatterns = 0; linePatterns < walks.length; linePatterns++) {
      const read = linePatterns & kindOf(open) ? other : seconds;
      if (open & OPEN.year) walks[linePatterns]!.noteYearless(line, read, open);
      else walks[linePatterns]!.noteDated(read);
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
   * A function that gives the instant that is meant by the time of a line, as it was read. It has to be asked for lines in
   * ascending order. Where no date of the file has a year, the last one is put nearest to `reference`; or, if that is
   * infinite, into the last year in which it is at most a day after `written`, the file's own date.
   */
  settled(reference: number, written: number): (line: number, seconds: number, open: number) => number {
    const { walk } = this;
    if (Number.isFinite(reference)) walk.anchorNear(reference);
    else walk.anchorLast(written + MAX_AFTER);
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
