// Records where a date-time ends and where its parts are. Parts are recorded as offsets, not as numbers: the matcher
// runs on every line and needs only the ends, and storing an offset costs it least. `date-time-reader.ts` turns offsets
// into numbers.

/** How the day is written. */
export const DATE_FORM = {
  /** Not at all: there is only a time of day. */
  none: 0,
  /** A month, a day and perhaps a year. */
  calendar: 1,
  /** As `calendar`, but what is marked as month and day may be day and month. */
  monthOrDayFirst: 2,
  /** Month, day and year of two digits each, which may also be read as year, month and day. */
  monthOrYearFirst: 3,
  /** Ten digits: seconds since 1970. Decimals may follow, with or without a dot before them. */
  epoch: 4,
} as const;

type DateForm = (typeof DATE_FORM)[keyof typeof DATE_FORM];

/** The offset of a part that is not written. */
export const NOT_WRITTEN = -1;

/**
 * The possible ends of a date-time, and the offsets of its parts. The parts are valid only if `clear` was called
 * before, and if the longest end is the end of the text: a form that fails late may leave marks beyond the ends.
 *
 * Every number has two digits, or one if no digit follows it. A year has `yearWidth` digits, and an epoch has ten.
 */
export class DateTimeParts {
  /** The first `count` entries are the ends, the longest first. */
  readonly ends: number[] = [];
  count = 0;

  form: DateForm = DATE_FORM.none;
  yearAt = NOT_WRITTEN;
  yearWidth = 4;
  /** A number, or the first letter of a name. */
  monthAt = NOT_WRITTEN;
  dayAt = NOT_WRITTEN;
  hourAt = NOT_WRITTEN;
  minuteAt = NOT_WRITTEN;
  secondAt = NOT_WRITTEN;
  /** The first of one to nine decimals of the second. */
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
