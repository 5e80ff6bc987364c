import { civilDay, daysOf, isDay, SECONDS_PER_DAY } from "../../text/date-times/calendar.ts";
import { nearestYear, otherOrder, UNRESOLVED, withYear, writtenDay } from "../../text/date-times/written-date.ts";
import { type EventTable, NO_TIME, type ReadTime } from "./event-table.ts";

/** A log's last event may be this much later than the log's own date, since clocks and unnamed zones differ. */
const MAX_CLOCK_DIFFERENCE = SECONDS_PER_DAY;

/**
 * The notations of dates that can be read in two orders: with a long year, as in `04/05/2025`, or with a short one, as
 * in `04/05/25`. In a file, all dates of one notation are month first, or none are.
 */
const LONG_YEAR = 1;
const SHORT_YEAR = 2;

function notationOf(open: number): number {
  return open & UNRESOLVED.shortYear ? SHORT_YEAR : LONG_YEAR;
}

/** A date in the order of its notation, if the notations that are not month first are known. */
function inOrder(seconds: number, open: number, notMonthFirst: number): number {
  return open & UNRESOLVED.order && notMonthFirst & notationOf(open) ? otherOrder(seconds, open) : seconds;
}

/** Resolves what some dates of a file leave open by its others, which are added in the order of the lines. */
export class FileTimes {
  readonly first: ReadTime = { ...NO_TIME };
  readonly last: ReadTime = { ...NO_TIME };

  /** All flags of what any date leaves open. */
  private open: number = UNRESOLVED.nothing;
  /** The notations that are not month first, as some date shows. */
  private notMonthFirst = 0;
  /** One walk along the dates for each set of notations: which of them is right may show only at the end. */
  private readonly walks = [0, LONG_YEAR, SHORT_YEAR, LONG_YEAR | SHORT_YEAR].map(() => new YearWalk());

  note(line: number, { seconds, nanoseconds, decimals, open }: Readonly<ReadTime>): void {
    this.last.seconds = seconds;
    this.last.nanoseconds = nanoseconds;
    this.last.decimals = decimals;
    this.last.open = open;
    if (this.isEmpty) Object.assign(this.first, this.last);
    this.open |= open;
    if (open & UNRESOLVED.notMonthFirst) this.notMonthFirst |= notationOf(open);
    for (let i = 0; i < this.walks.length; i++) this.walks[i]!.note(line, inOrder(seconds, open, i), open);
  }

  get isEmpty(): boolean {
    return this.first.seconds === NO_TIME.seconds;
  }

  /** Whether any date leaves its year or order open. */
  get isOpen(): boolean {
    return (this.open & (UNRESOLVED.year | UNRESOLVED.order)) !== 0;
  }

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
    const { walk, notMonthFirst } = this;
    if (Number.isFinite(reference)) walk.anchorNear(reference);
    else walk.anchorLast(written + MAX_CLOCK_DIFFERENCE);
    const year = walk.yearLookup();
    return (line, seconds, open) => {
      const read = inOrder(seconds, open, notMonthFirst);
      return open & UNRESOLVED.year ? withYear(read, open, year(line)) : read;
    };
  }

  /** The walk for the notations that are known not to be month first. */
  private get walk(): YearWalk {
    return this.walks[this.notMonthFirst]!;
  }
}

/** A log whose events were collected, or are being collected. */
export interface CollectedFile {
  readonly name: string;
  /** The same as those of the file before, if both are files of one log that was rotated. */
  readonly times: FileTimes;
  /** The number of its first event. Its last event is the one before the next file's first. */
  readonly first: number;
  /** How many lines the files before it have in such a log. */
  readonly linesBefore: number;
  /** The log's own date in seconds since 1970. */
  readonly written: number;
}

/** Resolves what the times of all events leave open. Events before the first time of a file borrow it. */
export function settleTimes(events: EventTable, files: readonly CollectedFile[]): void {
  const reference = files.reduce((latest, { times }) => Math.max(latest, times.latest), Number.NEGATIVE_INFINITY);
  for (let i = 0, next = 0; i < files.length; i = next) {
    const { times } = files[i]!;
    while (files[next]?.times === times) next++;
    const log = files.slice(i, next);
    const end = files[next]?.first ?? events.length;
    borrowFirstTime(events, log[0]!, end);
    if (times.isOpen) resolveTimes(events, log, end, reference);
  }
}

function borrowFirstTime(events: EventTable, { times, first }: CollectedFile, end: number): void {
  for (let event = first; event < end && events.secondsOf(event) === Number.POSITIVE_INFINITY; event++) {
    events.setTime(event, times.first, true);
  }
}

function resolveTimes(events: EventTable, log: readonly CollectedFile[], end: number, reference: number): void {
  const instantOf = log[0]!.times.resolver(reference, log.at(-1)!.written);
  for (const [i, { first, linesBefore }] of log.entries()) {
    for (let event = first; event < (log[i + 1]?.first ?? end); event++) {
      const line = linesBefore + events.lineOf(event);
      events.setSeconds(event, instantOf(line, events.secondsOf(event), events.openOf(event)));
    }
  }
}

const HALF_A_YEAR = 183 * SECONDS_PER_DAY;
/** In 2000, the year with which dates without one are read. */
const FEBRUARY_29 = daysOf(2000, 2, 29);

/**
 * Finds the years of dates that are written without one, in the order of a file's lines. Each date gets the year that
 * brings it nearest to the date before it: after December 31 comes January 1 of the next year. So one year determines
 * all others. It follows from the first date that has a year. If no date has one, call `anchorNear` or `anchorLast`.
 *
 * Remembers only the lines at which the year changes, because a log may have any number of dates.
 */
class YearWalk {
  /** The latest date that has a year; minus infinity if none has. */
  latest = Number.NEGATIVE_INFINITY;

  /** The lines at which the year of dates without one changes, with the year from there on, counted from `base`. */
  private readonly changes: { readonly line: number; readonly year: number }[] = [];
  /** Undefined until some year is known. */
  private base: number | undefined;
  /** The year of the last February 29 without a year, counted from `base`; undefined if there is none. */
  private leapYear: number | undefined;

  /** The last date, if it has a year, or else NaN. */
  private dated = Number.NaN;
  /** The last date without a year, what it leaves open, and its year, counted from `base`. */
  private seconds = 0;
  private open = 0;
  private year = 0;

  note(line: number, seconds: number, open: number): void {
    if (open & UNRESOLVED.year) {
      this.noteYearless(line, seconds, open);
      return;
    }
    this.anchorNear(seconds);
    this.base ??= 0;
    this.latest = Math.max(this.latest, seconds);
    this.dated = seconds;
  }

  private noteYearless(line: number, seconds: number, open: number): void {
    if (!Number.isNaN(this.dated)) {
      this.year = yearOf(nearestYear(seconds, open, this.dated), open) - this.base!;
      this.dated = Number.NaN;
    } else if (this.changes.length > 0) {
      const ahead = seconds - this.seconds;
      if (ahead > HALF_A_YEAR) this.year--;
      else if (ahead < -HALF_A_YEAR) this.year++;
    }
    this.seconds = seconds;
    this.open = open;
    if (writtenDay(seconds, open) === FEBRUARY_29) this.leapYear = this.year;
    if (this.changes.at(-1)?.year !== this.year) this.changes.push({ line, year: this.year });
  }

  private get lacksYears(): boolean {
    return this.base === undefined && this.changes.length > 0;
  }

  /** If no date had a year, gives the last date the year that brings it nearest to `reference`. */
  anchorNear(reference: number): void {
    if (this.lacksYears) this.base = yearOf(nearestYear(this.seconds, this.open, reference), this.open) - this.year;
  }

  /** If no date had a year, gives the last date the last year in which it is not after `latest`. */
  anchorLast(latest: number): void {
    if (!this.lacksYears) return;
    let { year } = civilDay(Math.floor(latest / SECONDS_PER_DAY));
    // The written day may be a day later than the instant, and so in the next year.
    for (year++; withYear(this.seconds, this.open, year) > latest; year--);
    // Only a leap year has a February 29.
    while (this.leapYear !== undefined && !isDay(this.leapYear + year - this.year, 2, 29)) year--;
    this.base = year - this.year;
  }

  /** Returns a function that maps a line to the year of its date without one. Call it for lines in ascending order. */
  yearLookup(): (line: number) => number {
    const { changes, base = 0 } = this;
    let i = 0;
    return (line) => {
      while (i + 1 < changes.length && changes[i + 1]!.line <= line) i++;
      return changes[i]!.year + base;
    };
  }
}

/** The year of the day that is written in a date. */
function yearOf(seconds: number, open: number): number {
  return civilDay(writtenDay(seconds, open)).year;
}
