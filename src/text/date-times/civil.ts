// Converts days since 1970-01-01 to dates of the Gregorian calendar and back, for any year, by Howard Hinnant's
// algorithms `days_from_civil` and `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html). `Date` was
// refused: it takes the years 0 to 99 for years of the 20th century, needs a new object for each day, and ends in the
// year 275760.
//
// In these algorithms a year begins in March, so that its last day is the leap day. An era is 400 years, which always
// have 146097 days.

/** A day in seconds. */
export const SECONDS_PER_DAY = 86_400;

/** The year that a year of two digits is added to. */
export const CENTURY = 2000;

const DAYS_OF_400_YEARS = 146_097;
/** The days from 0000-03-01 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468;

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether the day exists. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > DAYS_OF_MONTH[month]!) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The number of days from 1970-01-01 to a day. In years without February 29, that day counts as March 1. */
export function daysOf(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1;
  const era = Math.floor(march / 400);
  const yearOfEra = march - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - DAYS_BEFORE_1970;
}

/** The day that is `days` days after 1970-01-01. */
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
