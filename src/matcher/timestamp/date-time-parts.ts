// What is recognised is written down here: where a date-time ends, and where its parts stand. Parts are noted as places, not
// as numbers: the matcher, which runs on every line, needs only the ends, and a place costs it one store. src/instants/
// makes numbers of the places.

/** How the day is written. */
export const DATE_FORM = {
  /** Not at all: a bare time of day. */
  none: 0,
  /** A month, a day and perhaps a year. */
  calendar: 1,
  /** As `calendar`, but month and day may have to change places. */
  monthOrDayFirst: 2,
  /** Month, day and year of two digits each, which may also be year, month and day. */
  monthOrYearFirst: 3,
  /** Seconds since 1970, ten digits. Further digits are decimals, with a dot before them or without. */
  epoch: 4,
} as const;

/** The place of a part that is not written. */
export const NOT_WRITTEN = -1;

/**
 * The ends of a date-time, and the parts of the longest one. Parts are right only after `clear` and only if the longest
 * end is the end of the text: a form that reads on and then fails may leave marks beyond the ends.
 *
 * Every number has two digits, or one if no digit follows it, except for a year of `yearWidth` digits and for an epoch.
 */
export class DateTimeParts {
  /** The first `count` of them are ends, the longest first. */
  readonly ends: number[] = [];
  count = 0;

  /** One of `DATE_FORM`. */
  form: number = DATE_FORM.none;
  yearAt = NOT_WRITTEN;
  yearWidth = 4;
  /** A month may be a name. */
  monthAt = NOT_WRITTEN;
  dayAt = NOT_WRITTEN;
  hourAt = NOT_WRITTEN;
  minuteAt = NOT_WRITTEN;
  secondAt = NOT_WRITTEN;
  /** The first decimal of the second. One to nine follow one another. */
  fractionAt = NOT_WRITTEN;
  /** The A of AM, or the P of PM. */
  meridiemAt = NOT_WRITTEN;
  /** `Z`, a sign, or the first letter of a zone's name. */
  zoneAt = NOT_WRITTEN;

  /** Forgets all parts and ends. */
  clear(): void {
    this.count = 0;
    this.form = DATE_FORM.none;
    this.yearAt = NOT_WRITTEN;
    this.yearWidth = 4;
    this.monthAt = NOT_WRITTEN;
    this.dayAt = NOT_WRITTEN;
    this.hourAt = NOT_WRITTEN;
    this.minuteAt = NOT_WRITTEN;
    this.secondAt = NOT_WRITTEN;
    this.fractionAt = NOT_WRITTEN;
    this.meridiemAt = NOT_WRITTEN;
    this.zoneAt = NOT_WRITTEN;
  }
}
