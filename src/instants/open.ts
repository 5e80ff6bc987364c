// What a date-time leaves open has to be kept for each event until more of its file is known, so it is one byte: flags,
// and in the upper half the days from the day that was written to that of the instant in UTC. An hour of 24, a zone,
// the 99 minutes of a sloppy clock all shift it, and the year or the order is that of the day that was written.

/** Flags of what a date-time leaves open, and of what it tells about the other dates of its file. */
export const OPEN = {
  nothing: 0,
  /** No year is written; it was read as of 2000. */
  year: 1,
  /** The date has another reading, `otherOrder`; it was read month first. */
  order: 2,
  /** The date has one reading, and that is not month first. So dates of the same kind are not month first either. */
  notMonthFirst: 4,
  /** With one of the former two, a date of three numbers of two digits: the other order is year first then. */
  shortYear: 8,
} as const;

/** `flags` with the shift, -8 to 7, where something is left to settle that needs it. */
export function withShift(flags: number, days: number): number {
  return (flags & (OPEN.year | OPEN.order)) === 0 ? flags : flags | ((days & 15) << 4);
}

/** The days from the day that was written to that of the instant in UTC. */
export function shiftOf(open: number): number {
  return (open << 24) >> 28;
}
