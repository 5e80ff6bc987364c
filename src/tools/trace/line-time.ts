import type { LineReader } from "../../io/line-reader.ts";
import { SPACE, TAB } from "../../text/bytes/ascii.ts";
import { dateTimeEnds } from "../../text/date-times/date-time-ends.ts";
import type { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { MASK_INDEX, VaryingParts } from "../../text/masks/varying-parts.ts";
import { fieldNamed, JsonScanner, VALUE } from "../../text/records/json-scanner.ts";

/** How many bytes of a line may come before its time. */
const MAX_BYTES_BEFORE = 80;
/** No date-time is longer. */
const MAX_DATE_TIME_BYTES = 80;

/** Finds the times of lines in an unknown format: the date-times at their beginnings. */
export class HeaderTime {
  private readonly dateTimes: DateTimeReader;
  private readonly parts = new VaryingParts();
  private readonly ends: number[] = [];

  constructor(dateTimes: DateTimeReader) {
    this.dateTimes = dateTimes;
  }

  /**
   * Lets the reader read the line's time: the first date-time that begins in its first 80 bytes, or seconds since 1970
   * with which it begins. Returns false if it has none, if the first one has no day or no time of day, or if the line
   * is indented: then it most likely continues the line before. Takes bounded time.
   */
  read(bytes: Buffer, start: number, end: number): boolean {
    const { parts, ends } = this;
    if (start === end || bytes[start] === SPACE || bytes[start] === TAB) return false;
    if (dateTimeEnds(bytes, start, end, ends) > 0) return this.isWhole(bytes, start, ends[0]!);
    parts.begin(bytes, start, Math.min(end, start + MAX_BYTES_BEFORE + MAX_DATE_TIME_BYTES));
    while (parts.next() && parts.from <= start + MAX_BYTES_BEFORE)
      if (parts.mask === MASK_INDEX.time) return this.isWhole(bytes, parts.from, parts.to);
    return false;
  }

  private isWhole(bytes: Buffer, from: number, to: number): boolean {
    return this.dateTimes.read(bytes, from, to) && this.dateTimes.hasTimeOfDay;
  }
}

/** The names that collectors of logs give to times. A key that can hardly be anything else comes first. */
const NAMES = ["__REALTIME_TIMESTAMP", "@timestamp", "timestamp", "time", "ts", "date"];

/** Finds the times that records have outside of their messages. */
export class RecordTimeReader {
  private readonly dateTimes: DateTimeReader;
  private readonly scanner = new JsonScanner(fieldNamed(NAMES));

  constructor(dateTimes: DateTimeReader) {
    this.dateTimes = dateTimes;
  }

  /** Lets `dateTimes` read the time of the record in the last line of `reader`. Returns false if it has none. */
  read(reader: LineReader): boolean {
    const { record, criLine, bytes, start, end } = reader;
    if (criLine !== undefined) return this.dateTimes.read(criLine.line, criLine.start, criLine.timeTo);
    if (record === undefined) return false;
    if (reader.isText) return this.readRecord(record.line, record.start, record.end);
    // It may be an object without a message.
    return this.readRecord(bytes, start, end);
  }

  private readRecord(line: Buffer, start: number, end: number): boolean {
    const { scanner, dateTimes } = this;
    if (!scanner.scan(line, start, end)) return false;
    const { type, from, to } = scanner;
    if (type !== VALUE.text && type !== VALUE.other) return false;
    return dateTimes.read(line, from, to) || dateTimes.readCount(line, from, to);
  }
}
