import type { LineReader } from "../../io/line-reader.ts";
import type { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { JsonScanner, RecordField, VALUE } from "../../text/records/json-scanner.ts";

/** The names that collectors of logs give to times. A key that can hardly be anything else comes first. */
const NAMES = ["__REALTIME_TIMESTAMP", "@timestamp", "timestamp", "time", "ts", "date"];

/** Finds the times that records have outside of their messages. */
export class RecordTimeReader {
  private readonly dateTimes: DateTimeReader;
  private readonly scanner = new JsonScanner(RecordField.named(NAMES));

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
