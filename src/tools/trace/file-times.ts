import { SECONDS_PER_DAY } from "../../text/date-times/calendar.ts";
import { otherOrder, UNRESOLVED, withYear } from "../../text/date-times/written-date.ts";
import { type EventTable, NO_TIME, type ReadTime } from "./event-table.ts";
import { YearWalk } from "./year-walk.ts";

/** The longest time by which a log's last event may be after the log's own date: clocks and unnamed zones differ. */
const MAX_CLOCK_DIFFERENCE = SECONDS_PER_DAY;

/**
 * Flags for the two notations of dates that can be read in two orders: with a long year, as in `04/05/2025`, or with a
 * short one, as in `04/05/25`. In a file, all dates of one notation are month first, or none are.
 */
const LONG_YEAR = 1;
const SHORT_YEAR = 2;

/**
 * Resolves what some dates of a file leave open by what its other dates show. The caller adds all dates in the order of
 * the lines, and then asks how to read them.
 */
export class FileTimes {
  /** The first time. */
  readonly first: ReadTime = { ...NO_TIME };
  /** The last time. */
  readonly last: ReadTime = { ...NO_TIME };

  /** All flags of what any date leaves open. */
  private open: number = UNRESOLVED.nothing;
  /** The notations that some date shows not to be month first. */
  private notMonthFirst = 0;
  /**
   * One walk along the dates for each set of notations that may turn out not to be month first. Which set is right may
   * show only at the end.
   */
  private readonly walks = [0, LONG_YEAR, SHORT_YEAR, LONG_YEAR | SHORT_YEAR].map(() => new YearWalk());

  /** Adds the time of a line. */
  note(line: number, { seconds, nanoseconds, decimals, open }: Readonly<ReadTime>): void {
    this.last.seconds = seconds;
    this.last.nanoseconds = nanoseconds;
    this.last.decimals = decimals;
    this.last.open = open;
    if (this.isEmpty) Object.assign(this.first, this.last);
    this.open |= open;
    if (open & UNRESOLVED.notMonthFirst) this.notMonthFirst |= notationOf(open);
    const other = open & UNRESOLVED.order ? otherOrder(seconds, open) : seconds;
    const { walks } = this;
    for (let notations = 0; notations < walks.length; notations++) {
      const read = notations & notationOf(open) ? other : seconds;
      if (open & UNRESOLVED.year) walks[notations]!.noteYearless(line, read, open);
      else walks[notations]!.noteDated(read);
    }
  }

  /** Whether no line has a time. */
  get isEmpty(): boolean {
    return this.first.seconds === NO_TIME.seconds;
  }

  /** Whether any date leaves its year or order open. */
  get isOpen(): boolean {
    return (this.open & (UNRESOLVED.year | UNRESOLVED.order)) !== 0;
  }

  /** The latest date that has a year; minus infinity if none has. */
  get latest(): number {
    return this.walk.latest;
  }

  /**
   * Returns a function that maps the time of a line, as it was read, to the instant it means. Call that function for
   * lines in ascending order. If no date of the file has a year, the last date gets the year that brings it nearest to
   * `reference`. If `reference` is infinite, it gets the last year in which it is at most a day after `written`, the
   * file's own date.
   */
  resolver(reference: number, written: number): (line: number, seconds: number, open: number) => number {
    const { walk } = this;
    if (Number.isFinite(reference)) walk.anchorNear(reference);
    else walk.anchorLast(written + MAX_CLOCK_DIFFERENCE);
    const year = walk.yearLookup();
    return (line, seconds, open) => {
      const isOther = (open & UNRESOLVED.order) !== 0 && (this.notMonthFirst & notationOf(open)) !== 0;
      const read = isOther ? otherOrder(seconds, open) : seconds;
      return open & UNRESOLVED.year ? withYear(read, open, year(line)) : read;
    };
  }

  /** The walk for the notations that are known not to be month first. */
  private get walk(): YearWalk {
    return this.walks[this.notMonthFirst]!;
  }
}

function notationOf(open: number): number {
  return open & UNRESOLVED.shortYear ? SHORT_YEAR : LONG_YEAR;
}

/** A log whose events were collected, or are being collected. */
export interface CollectedFile {
  readonly name: string;
  readonly times: FileTimes;
  /** The number of its first event. Its last event is the one before the next file's first. */
  readonly first: number;
  /** The log's own date in seconds since 1970. */
  readonly written: number;
}

/**
 * Resolves what the times of the events leave open. Must be called after all lines are read. Events before the first
 * time of their file borrow that time.
 */
export function settleTimes(events: EventTable, files: readonly CollectedFile[]): void {
  const reference = files.reduce((latest, { times }) => Math.max(latest, times.latest), Number.NEGATIVE_INFINITY);
  for (const [i, file] of files.entries()) {
    const end = files[i + 1]?.first ?? events.length;
    borrowFirstTime(events, file, end);
    if (file.times.isOpen) resolveTimes(events, file, end, reference);
  }
}

function borrowFirstTime(events: EventTable, { times, first }: CollectedFile, end: number): void {
  for (let event = first; event < end && events.secondsOf(event) === Number.POSITIVE_INFINITY; event++) {
    events.setTime(event, times.first, true);
  }
}

function resolveTimes(
  events: EventTable,
  { times, first, written }: CollectedFile,
  end: number,
  reference: number,
): void {
  const instantOf = times.resolver(reference, written);
  for (let event = first; event < end; event++) {
    events.setSeconds(event, instantOf(events.lineOf(event), events.secondsOf(event), events.openOf(event)));
  }
}
