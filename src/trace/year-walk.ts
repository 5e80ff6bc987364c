import { civilDay, DAY, daysOf, isDay } from "../instants/civil.ts";
import { nearestYear, withYear, writtenDay } from "../instants/open.ts";

const HALF_A_YEAR = 183 * DAY;
/** Of the year as of which a date without one is read. */
const FEBRUARY_29 = daysOf(2000, 2, 29);

/** A date without a year, as it is read: as of 2000. */
interface Yearless {
  readonly seconds: number;
  readonly open: number;
}

/**
 * Finds the years of dates that are written without one, in the order of a file's lines. Each is put into the year that
 * brings it nearest to the date before it. So all years follow from one of them, and that one from the first date that has a
 * year; where there is none, `anchorNear` or `anchorLast` has to tell it.
 *
 * Only the lines at which the year changes are remembered, as a log may have any number of dates.
 */
export class YearWalk {
  /** The latest date that has a year; minus infinity if none has. */
  latest = Number.NEGATIVE_INFINITY;

  /** From each of these lines on, dates without a year are of this year; counted from an arbitrary one until one is known. */
  private readonly lines: number[] = [];
  private readonly numbers: number[] = [];
  /** The year, so counted, of the last February 29 that is written without one; undefined if none is. */
  private leapYear: number | undefined;
  private isAnchored = false;
  private first: Yearless | undefined;

  /** The date noted last: one with a year, or one without. */
  private dated = Number.NaN;
  private seconds = 0;
  private open = 0;
  private year = 0;

  /** Notes a date that has a year. */
  noteDated(seconds: number): void {
    if (!this.isAnchored) {
      if (this.first !== undefined) this.putLast(yearOf(nearestYear(this.seconds, this.open, seconds), this.open));
      this.isAnchored = true;
    }
    if (seconds > this.latest) this.latest = seconds;
    this.dated = seconds;
  }

  /** Notes a date that has none, with the number of its line. */
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
    if (this.numbers.at(-1) === this.year) return;
    this.lines.push(line);
    this.numbers.push(this.year);
  }

  /** Where no date had a year: puts the last one nearest to this instant. */
  anchorNear(reference: number): void {
    if (this.isAnchored || this.first === undefined) return;
    this.putLast(yearOf(nearestYear(this.seconds, this.open, reference), this.open));
  }

  /**
   * Where no date had a year: puts the last one into the last year in which it is not after this instant, and which puts
   * February 29, if it is among the dates, into a leap year.
   */
  anchorLast(latest: number): void {
    if (this.isAnchored || this.first === undefined) return;
    let { year } = civilDay(Math.floor(latest / DAY));
    // The day that is written may be the one after that of the instant.
    for (year++; withYear(this.seconds, this.open, year) > latest; year--);
    while (this.leapYear !== undefined && !isDay(this.leapYear + year - this.year, 2, 29)) year--;
    this.putLast(year);
  }

  /** A function that gives the year of a line's date without one. It has to be asked for lines in ascending order. */
  years(): (line: number) => number {
    const { lines, numbers } = this;
    let turn = 0;
    return (line) => {
      while (turn + 1 < lines.length && lines[turn + 1]! <= line) turn++;
      return numbers[turn]!;
    };
  }

  private putLast(year: number): void {
    this.shift(year - this.year);
  }

  private shift(by: number): void {
    for (let i = 0; i < this.numbers.length; i++) this.numbers[i]! += by;
    if (this.leapYear !== undefined) this.leapYear += by;
    this.year += by;
    this.isAnchored = true;
  }
}

/** The year that is written in a date, by its instant. */
function yearOf(seconds: number, open: number): number {
  return civilDay(writtenDay(seconds, open)).year;
}
