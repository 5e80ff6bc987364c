import { DAY, daysOf, isDay } from "./civil.ts";
import { dateTime } from "./date-time.ts";
import { Draft } from "./draft.ts";
import { withShift } from "./open.ts";
import { SameMinute } from "./same-minute.ts";

/**
 * Reads date-times as instants. Knows each shape that a field `timestamp` prefers to capture, except the bare time of day,
 * which names no day. A year of two digits is one of 2000 to 2099, and an hour of 24 or a second of 60 is the beginning of
 * the next day or minute.
 */
export class DateTimeReader {
  /** The instant last read: seconds since 1970 in UTC, a whole number, negative before. */
  seconds = 0;
  /** What is past the second, 0 to 999999999. */
  nanoseconds = 0;
  /** How many decimals of the second were written, 0 to 9. */
  decimals = 0;
  /** What is left open: flags of `OPEN` and the shift of `withShift`, in one byte. */
  open = 0;

  private readonly offset: number;
  private readonly draft = new Draft();
  /** The last date-time, and the beginning of its minute. */
  private readonly sameMinute = new SameMinute();
  private minute = 0;

  /** Date-times that name no zone are `offsetSeconds` east of UTC: at most two days, west if it is negative. */
  constructor(offsetSeconds: number) {
    this.offset = offsetSeconds;
  }

  /**
   * Reads the date-time from `bytes[from]` up to but not including `bytes[to]`, and looks at no other byte. False if it is
   * none, or names no day or one that does not exist; then the instant last read stays. Allocates nothing.
   */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.sameMinute.reads(bytes, from, to)) {
      this.seconds = this.minute + this.sameMinute.second;
      this.nanoseconds = this.sameMinute.nanoseconds;
      return true;
    }
    const { draft } = this;
    draft.begin(bytes, from, to, this.offset);
    if (!dateTime(draft) || !draft.isDone() || !isDay(draft.year, draft.month, draft.day)) return false;
    const written = daysOf(draft.year, draft.month, draft.day);
    const time = draft.hour * 3600 + draft.minute * 60 + draft.second;
    this.seconds = written * DAY + time - draft.zone;
    this.nanoseconds = draft.nanoseconds;
    this.decimals = draft.decimals;
    this.open = withShift(draft.open, Math.floor(this.seconds / DAY) - written);
    this.minute = this.seconds - draft.second;
    if (draft.secondAt === -1 || draft.second >= 60) this.sameMinute.forget();
    else this.sameMinute.remember(bytes, from, to, draft.secondAt, draft.decimals);
    return true;
  }
}
