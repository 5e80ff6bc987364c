import { isDigit, numberAt, shortNumberAt } from "../matcher/line/bytes.ts";
import { DATE_FORM, type DateTimeParts, NOT_WRITTEN } from "../matcher/timestamp/date-time-parts.ts";
import { monthNumber } from "../matcher/timestamp/names.ts";
import { CENTURY, isDay } from "./civil.ts";
import { OPEN } from "./open.ts";

/** The year as of which a date without one is read. It has a February 29. */
const ANY_YEAR = 2000;

/** The day that a date-time names, and what that leaves open. */
export class WrittenDate {
  year = 0;
  month = 0;
  day = 0;
  /** Flags of `OPEN`. */
  flags = 0;

  /** Reads the date of a date-time that has one and is no epoch. The day need not exist. */
  read(bytes: Uint8Array, to: number, { form, yearAt, yearWidth, monthAt, dayAt }: DateTimeParts): void {
    this.flags = OPEN.nothing;
    this.year = ANY_YEAR;
    if (yearAt === NOT_WRITTEN) this.flags = OPEN.year;
    else this.year = numberAt(bytes, yearAt, yearWidth) + (yearWidth === 2 ? CENTURY : 0);
    this.month = isDigit(bytes[monthAt]!) ? shortNumberAt(bytes, monthAt, to) : monthNumber(bytes, monthAt, to);
    this.day = shortNumberAt(bytes, dayAt, to);
    if (form === DATE_FORM.monthOrDayFirst) this.settleMonthOrDayFirst();
    else if (form === DATE_FORM.monthOrYearFirst) this.settleMonthOrYearFirst();
  }

  // Numbers between slashes, not with a year of four digits first, are read month first unless no such day exists: most tools
  // that write such dates mean that, and so do all that add AM and PM.

  private settleMonthOrDayFirst(): void {
    const { year, month, day } = this;
    const isDayFirst = isDay(year, day, month);
    if (isDay(year, month, day)) {
      if (isDayFirst && month !== day) this.flags |= OPEN.order;
      return;
    }
    this.month = day;
    this.day = month;
    this.flags |= OPEN.notMonthFirst;
  }

  /** Day first is not considered: most dates with a year of two digits fit year first as well. */
  private settleMonthOrYearFirst(): void {
    const { year, month, day } = this;
    const isYearFirst = isDay(CENTURY + month, day, year - CENTURY);
    if (isDay(year, month, day)) {
      const isSame = month === day && day === year - CENTURY;
      if (isYearFirst && !isSame) this.flags |= OPEN.order | OPEN.shortYear;
      return;
    }
    this.year = CENTURY + month;
    this.month = day;
    this.day = year - CENTURY;
    this.flags |= OPEN.notMonthFirst | OPEN.shortYear;
  }
}
