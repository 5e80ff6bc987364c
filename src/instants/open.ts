// What a date-time leaves open has to be kept for each event until more of its file is known. So it is one byte: flags, and
// in the upper half the shift, the days from the day that was written to that of the instant in UTC. An hour of 24, a zone
// or the 99 minutes of a sloppy clock can all shift the day; year and order are those of the day that was written.

/** Flags of what a date-time leaves open, and of what it tells about the other dates of its file. */
export const OPEN = {
  nothing: 0,
  /** No year is written; it was read as of 2000. */
  year: 1,
  /** The date has another reading, `otherOrder`; it was read month first. */
  order: 2,
  /** The date has one reading, and that is not month first. So dates of the same kind are not month first either. */
  notMonthFirst: 4,
  /** With one of the former two: the date is three numbers of two digits, and its other order is year first. */
  shortYear: 8,
} as const;

/** The flags with the shift, -8 to 7 days, if they leave something to settle that needs it. */
export function withShift(flags: number, days: number): number {
  return (flags & (OPEN.year | OPEN.order)) === 0 ? flags : flags | ((days & 15) << 4);
}

/** The days from the day that was written to that of the instant in UTC. */
export function shiftOf(open: number): number {
  return (open << 24) >> 28;
}
