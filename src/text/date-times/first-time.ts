import { isDigit } from "../bytes/ascii.ts";
import { dateTimeEnds, isDateTimeStart } from "./date-time-ends.ts";
import { DateTimeReader } from "./date-time-reader.ts";

/** Later parts of a line are not searched for its time. */
const MAX_BYTES = 1000;

const dateTimes = new DateTimeReader(0);
const ends: number[] = [];

/** The first date-time of a line that has a day, or its milliseconds since 1970; in seconds since then. */
export function firstTime(line: Buffer): number | undefined {
  const end = Math.min(line.length, MAX_BYTES);
  for (let at = 0; at < end; at++) {
    if (!isDateTimeStart(line[at]!) || (at > 0 && isDigit(line[at]!) && isDigit(line[at - 1]!))) continue;
    const count = dateTimeEnds(line, at, end, ends);
    for (let i = 0; i < count; i++)
      if (dateTimes.read(line, at, ends[i]!)) return dateTimes.seconds + dateTimes.nanoseconds / 1e9;
    let to = at;
    while (to < end && isDigit(line[to]!)) to++;
    if (dateTimes.readCount(line, at, to)) return dateTimes.seconds + dateTimes.nanoseconds / 1e9;
  }
  return undefined;
}
