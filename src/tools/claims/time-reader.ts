import { LineTime } from "../../run/line-time.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { MASK_NAMES, VaryingParts } from "../../text/masks/varying-parts.ts";

/** Reads the times of single lines: by their rules or, if these have none, the first date-time that masks find. */
export class TimeReader {
  private readonly rulebook: Rulebook;
  private readonly times: LineTime;
  private readonly dateTimes = new DateTimeReader(0);
  private readonly parts = new VaryingParts();

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.times = new LineTime(rulebook.linePatterns, 0);
  }

  /** The time of a line in seconds since 1970; NaN if it has none. */
  timeOf(line: Buffer): number {
    const { matcher } = this.rulebook;
    const linePattern = matcher.match(line, 0, line.length);
    if (linePattern !== -1) this.times.read(linePattern, line, matcher.bounds);
    if (linePattern !== -1 && this.times.hasDay) return this.times.instant.seconds;
    const { parts } = this;
    parts.begin(line, 0, line.length);
    while (parts.next())
      if (MASK_NAMES[parts.mask] === "time" && this.dateTimes.read(line, parts.from, parts.to))
        return this.dateTimes.seconds;
    return Number.NaN;
  }
}
