// Days counted from 1970-01-01 in the Gregorian calendar, for any year: Howard Hinnant's algorithms `days_from_civil`
// and `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html). `Date` was refused: it takes the years
// 0 to 99 for those of the 20th century, is made anew for each day that is taken apart, and ends in the year 275760.
//
// They count years from March, so that the leap day is the last of its year, and 400 years at a time, which have 146097
// days whatever the first.

/** The seconds of a day. */
export const DAY = 86_400;

/** What a year of two digits counts from. */
export const CENTURY = 2000;

const DAYS_OF_400_YEARS = 146_097;
/** From 0000-03-01 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468;

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether the day exists. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > DAYS_OF_MONTH[month]!) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The days from 1970-01-01 to this one. February 29 of a year that has none is its March 1. */
export function daysOf(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1;
  const era = Math.floor(march / 400);
  const yearOfEra = march - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - DAYS_BEFORE_1970;
}

/** The day that is so many days after 1970-01-01. */
export function civilDay(days: number): CivilDay {
  const fromMarch = days + DAYS_BEFORE_1970;
  const era = Math.floor(fromMarch / DAYS_OF_400_YEARS);
  const dayOfEra = fromMarch - era * DAYS_OF_400_YEARS;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fifths = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fifths < 10 ? fifths + 3 : fifths - 9;
  return {
    year: era * 400 + yearOfEra + (month > 2 ? 0 : 1),
    month,
    day: dayOfYear - Math.floor((153 * fifths + 2) / 5) + 1,
  };
}
