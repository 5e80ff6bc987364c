import { isDigit, numberAt, shortNumberAt } from "../bytes/ascii.ts";
import { CENTURY, isDay } from "./civil.ts";
import { DATE_FORM, type DateTimeParts, NOT_WRITTEN } from "./date-time-parts.ts";
import { monthNumber } from "./forms/month-names.ts";
import { UNRESOLVED } from "./unresolved.ts";

/** The year assumed for a date without one. It has a February 29. */
const ASSUMED_YEAR = 2000;

/** The day of a date-time as it is written, and what it leaves open. */
export class WrittenDate {
  year = 0;
  month = 0;
  day = 0;
  /** Flags of `UNRESOLVED`. */
  flags = 0;

  /** Reads the date of a date-time, which must have one and not be an epoch. The resulting day may not exist. */
  read(bytes: Uint8Array, to: number, { form, yearAt, yearWidth, monthAt, dayAt }: DateTimeParts): void {
    this.flags = UNRESOLVED.nothing;
    this.year = ASSUMED_YEAR;
    if (yearAt === NOT_WRITTEN) this.flags = UNRESOLVED.year;
    else this.year = numberAt(bytes, yearAt, yearWidth) + (yearWidth === 2 ? CENTURY : 0);
    this.month = isDigit(bytes[monthAt]!) ? shortNumberAt(bytes, monthAt, to) : monthNumber(bytes, monthAt, to);
    this.day = shortNumberAt(bytes, dayAt, to);
    switch (form) {
      case DATE_FORM.monthOrDayFirst:
        this.settleMonthOrDayFirst();
        return;
      case DATE_FORM.monthOrYearFirst:
        this.settleMonthOrYearFirst();
        return;
      case DATE_FORM.calendar:
      case DATE_FORM.none:
      case DATE_FORM.epoch:
        return;
      default:
        // The compiler asks for the meaning of a new form here.
        form satisfies never;
    }
  }

  // Dates of numbers with slashes are read month first if that day exists, unless they begin with a year of four
  // digits. Most tools that write such dates mean that, and all that add AM or PM do.

  private settleMonthOrDayFirst(): void {
    const { year, month, day } = this;
    const isDayFirst = isDay(year, day, month);
    if (isDay(year, month, day)) {
      if (isDayFirst && month !== day) this.flags |= UNRESOLVED.order;
      return;
    }
    this.month = day;
    this.day = month;
    this.flags |= UNRESOLVED.notMonthFirst;
  }

  /** Does not consider day first: most dates with a year of two digits can also be read year first. */
  private settleMonthOrYearFirst(): void {
    const { year, month, day } = this;
    const isYearFirst = isDay(CENTURY + month, day, year - CENTURY);
    if (isDay(year, month, day)) {
      const isSame = month === day && day === year - CENTURY;
      if (isYearFirst && !isSame) this.flags |= UNRESOLVED.order | UNRESOLVED.shortYear;
      return;
    }
    this.year = CENTURY + month;
    this.month = day;
    this.day = year - CENTURY;
    this.flags |= UNRESOLVED.notMonthFirst | UNRESOLVED.shortYear;
  }
}
