import { civilDay, daysOf, isDay, SECONDS_PER_DAY } from "../../text/date-times/calendar.ts";
import { nearestYear, withYear, writtenDay } from "../../text/date-times/written-date.ts";

const HALF_A_YEAR = 183 * SECONDS_PER_DAY;
/** In the year 2000, in which a date without a year is read. */
const FEBRUARY_29 = daysOf(2000, 2, 29);

/** A date without a year, as it is read: in 2000. */
interface Yearless {
  readonly seconds: number;
  readonly open: number;
}

/**
 * Finds the years of dates that are written without one, in the order of a file's lines. Each date gets the year that
 * brings it nearest to the date before it: after December 31 comes January 1 of the next year. So one year determines
 * all others. It follows from the first date that has a year. If no date has one, call `anchorNear` or `anchorLast`.
 *
 * Remembers only the lines at which the year changes, because a log may have any number of dates.
 */
export class YearWalk {
  /** The latest date that has a year; minus infinity if none has. */
  latest = Number.NEGATIVE_INFINITY;

  /** The lines at which the year of dates without a year changes. */
  private readonly lines: number[] = [];
  /** The year from each of these lines on. Until one year is known, years are relative to an arbitrary one. */
  private readonly lineYears: number[] = [];
  /** The year of the last February 29 without a year, relative like `lineYears`; undefined if there is none. */
  private leapYear: number | undefined;
  private isAnchored = false;
  private first: Yearless | undefined;

  /** The last date, if it has a year, or else NaN. */
  private dated = Number.NaN;
  /** The last date without a year, what it leaves open, and its year. */
  private seconds = 0;
  private open = 0;
  private year = 0;

  /** Adds a date that has a year. */
  noteDated(seconds: number): void {
    if (!this.isAnchored) {
      if (this.first !== undefined) this.setLastYear(yearOf(nearestYear(this.seconds, this.open, seconds), this.open));
      this.isAnchored = true;
    }
    if (seconds > this.latest) this.latest = seconds;
    this.dated = seconds;
  }

  /** Adds a date without a year, with its line number. */
  noteYearless(line: number, seconds: number, open: number): void {
    if (!Number.isNaN(this.dated)) {
      this.year = yearOf(nearestYear(seconds, open, this.dated), open);
      this.dated = Number.NaN;
    } else if (this.first !== undefined) {
      const ahead = seconds - this.seconds;
      if (ahead > HALF_A_YEAR) this.year--;
      else if (ahead < -HALF_A_YEAR) this.year++;
    }
    this.first ??= { seconds, open };
    this.seconds = seconds;
    this.open = open;
    if (writtenDay(seconds, open) === FEBRUARY_29) this.leapYear = this.year;
    if (this.lineYears.at(-1) === this.year) return;
    this.lines.push(line);
    this.lineYears.push(this.year);
  }

  /** If no date had a year, gives the last date the year that brings it nearest to `reference`. */
  anchorNear(reference: number): void {
    if (this.isAnchored || this.first === undefined) return;
    this.setLastYear(yearOf(nearestYear(this.seconds, this.open, reference), this.open));
  }

  /**
   * If no date had a year, gives the last date the last year in which it is not after `latest`. If February 29 is among
   * the dates, that year also makes its year a leap year.
   */
  anchorLast(latest: number): void {
    if (this.isAnchored || this.first === undefined) return;
    let { year } = civilDay(Math.floor(latest / SECONDS_PER_DAY));
    // The written day may be the day after that of the instant, in the next year.
    for (year++; withYear(this.seconds, this.open, year) > latest; year--);
    while (this.leapYear !== undefined && !isDay(this.leapYear + year - this.year, 2, 29)) year--;
    this.setLastYear(year);
  }

  /** Returns a function that maps a line to the year of its date without one. Call it for lines in ascending order. */
  yearLookup(): (line: number) => number {
    const { lines, lineYears } = this;
    let i = 0;
    return (line) => {
      while (i + 1 < lines.length && lines[i + 1]! <= line) i++;
      return lineYears[i]!;
    };
  }

  /** Sets the year of the last date without one, and with it all other years. */
  private setLastYear(year: number): void {
    this.shiftYears(year - this.year);
  }

  private shiftYears(by: number): void {
    for (let i = 0; i < this.lineYears.length; i++) this.lineYears[i]! += by;
    if (this.leapYear !== undefined) this.leapYear += by;
    this.year += by;
    this.isAnchored = true;
  }
}

/** The year of the day that is written in a date. */
function yearOf(seconds: number, open: number): number {
  return civilDay(writtenDay(seconds, open)).year;
}
