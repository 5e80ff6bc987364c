import type { OutputBuffer } from "../io/output-buffer.ts";
import { fractionOf, InstantText } from "../text/date-times/calendar.ts";
import { DateTimeReader } from "../text/date-times/date-time-reader.ts";
import { UNRESOLVED } from "../text/date-times/written-date.ts";
import { type JsonWriter, jsonMember } from "../text/messages/json.ts";
import type { LinePattern } from "./rulebook.ts";

/** What only the other lines of a log could settle. */
const UNSETTLED = UNRESOLVED.year | UNRESOLVED.order;

/** Reads the times of lines: what the first field `timestamp` of their rule captured, if that is a date-time. */
export class LineTime {
  /** The last time is the text from `from` up to `to`. */
  from = 0;
  to = 0;
  /** Whether the text alone says the instant. Other lines settle nothing, so that a line has one time. */
  isSettled = false;
  /** Whether the line has a time that is an instant, though perhaps in an unknown year. */
  hasDay = false;

  private readonly dateTimes: DateTimeReader;
  private readonly fields: readonly number[];

  /** Times without a zone are `utcOffset` seconds east of UTC. */
  constructor(linePatterns: readonly LinePattern[], utcOffset: number) {
    this.fields = linePatterns.map(({ pattern }) => pattern.timestamp);
    this.dateTimes = new DateTimeReader(utcOffset);
  }

  /** Reads the time of a line, the bounds of whose fields begin at `first`. Returns false if it has none. */
  read(linePattern: number, bytes: Uint8Array, bounds: ArrayLike<number>, first = 0): boolean {
    const field = linePattern === -1 ? -1 : this.fields[linePattern]!;
    this.hasDay = false;
    if (field === -1) return false;
    const { dateTimes } = this;
    this.from = bounds[first + 2 * field]!;
    this.to = bounds[first + 2 * field + 1]!;
    this.hasDay = dateTimes.read(bytes, this.from, this.to);
    this.isSettled = this.hasDay && (dateTimes.open & UNSETTLED) === 0;
    return this.hasDay || dateTimes.isDateTime;
  }

  /** It must be settled. */
  get instant(): Pick<DateTimeReader, "seconds" | "nanoseconds" | "decimals"> {
    return this.dateTimes;
  }

  /** The same in milliseconds since 1970, rounded down. */
  get epochMs(): number {
    return this.dateTimes.seconds * 1000 + Math.floor(this.dateTimes.nanoseconds / 1e6);
  }
}

const NO_TIME = jsonMember("time", null);
const TEXT = Buffer.from(', "time": {"text": "');
const UTC = '", "utc": "';
const EPOCH_MS = Buffer.from('", "epoch_ms": ');
const TEXT_END = Buffer.from('"}');
const END = Buffer.from("}");

/** Makes what writes the member `time` of a line, which is not the first. `json` must write to `output`. */
export function jsonTime(
  output: OutputBuffer,
  json: JsonWriter,
  linePatterns: readonly LinePattern[],
  utcOffset: number,
): (linePattern: number, bytes: Buffer, bounds: readonly number[]) => void {
  const time = new LineTime(linePatterns, utcOffset);
  const utc = new InstantText(UTC);
  return (linePattern, bytes, bounds) => {
    if (!time.read(linePattern, bytes, bounds)) {
      json.member(NO_TIME);
      return;
    }
    json.member(TEXT);
    json.addText(bytes, time.from, time.to);
    if (!time.isSettled) {
      output.appendReady(TEXT_END);
      return;
    }
    const { seconds, nanoseconds, decimals } = time.instant;
    output.append(utc.bytes, 0, utc.write(seconds, nanoseconds, decimals));
    output.appendReady(EPOCH_MS);
    if (seconds > 0) {
      // Two small numbers are written faster than a large one.
      output.appendNumber(seconds, 1);
      output.appendNumber(fractionOf(nanoseconds, 3), 3);
    } else {
      output.appendText(String(time.epochMs));
    }
    output.appendReady(END);
  };
}
