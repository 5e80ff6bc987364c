import { LineReader } from "../io/line-reader.ts";
import { formatInstant } from "../text/date-times/calendar.ts";
import { utcOffsetOf } from "../text/date-times/zones.ts";
import { Masker } from "../text/masks/masker.ts";
import { LineTime } from "./line-time.ts";
import type { RecordOptions } from "./line-writer.ts";
import { type Log, readLogs } from "./log.ts";
import { type LineConverter, type NormalizedLine, RecordBuilder } from "./record-builder.ts";
import { LineClassifier, type Rulebook } from "./rulebook.ts";

/** The time of a line. */
export interface RecordTime {
  /** As it is in the line. */
  readonly text: string;
  /** The instant in ISO 8601 and UTC, with the decimals of the line. Undefined if the text alone leaves it open. */
  readonly utc: string | undefined;
  /** The same in milliseconds since 1970, rounded down. */
  readonly epochMs: number | undefined;
}

/** The result for one line of a log. If no rule matches, the output is the line itself, or the masked line. */
export interface LineRecord<Line extends string | Uint8Array = string> extends Omit<NormalizedLine<Line>, "rule"> {
  /** The name of the log. */
  readonly file: string;
  /** The line's number in its log, starting at 1. */
  readonly line: number;
  /** Where the line begins in the log, decompressed, in bytes. A byte order mark counts. */
  readonly offset: number;
  /** What comes before the message of a line of the CRI log format: its time, stream and tags, with blanks. */
  readonly prefix?: Line;
  /** What the first field `timestamp` captured. Undefined if the rule has none, or if it is not a date-time. */
  readonly time: RecordTime | undefined;
  /** The line as the rules saw it, with the option `original`. */
  readonly original?: Line;
  /** Undefined if no rule matches. */
  readonly rule: string | undefined;
}

interface RecordReading<Line extends string | Uint8Array> extends RecordOptions {
  readonly convert: LineConverter<Line>;
  readonly mask: boolean;
}

const MAX_BATCH_SIZE = 1000;

/**
 * Reads logs one after the other and passes the records of their lines to `give`. Waits for `give` before it goes on,
 * and never holds records back to wait for more input. Rejects with the failure of a log, once all records before it
 * were given, or with the error of `give`.
 */
export async function readRecords<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: RecordReading<Line>,
  give: (records: LineRecord<Line>[]) => Promise<void>,
): Promise<void> {
  const { convert, unmatched, timezone } = options;
  const reader = new LineReader(options);
  const classifier = new LineClassifier(rulebook);
  const builder = new RecordBuilder(rulebook);
  const convertUnmatched = options.mask ? masked(convert) : convert;
  const time = new LineTime(rulebook.linePatterns, utcOffsetOf(timezone));

  const recordOf = ({ name: file }: Log): LineRecord<Line> | undefined => {
    const { bytes, start, end, criLine } = reader;
    const linePattern = classifier.classify(bytes, start, end, reader.isText);
    if (unmatched === (classifier.countsAsMatched(linePattern) ? "only" : "drop")) return undefined;
    const { bounds } = classifier;
    const place = {
      ...{ file, line: reader.numberInFile, offset: reader.offset },
      ...(criLine && { prefix: convert(criLine.line, criLine.start, criLine.messageFrom) }),
      time: time.read(linePattern, bytes, bounds) ? recordTime(time, bytes) : undefined,
    };
    const original = options.original && { original: convert(bytes, start, end) };
    if (linePattern === -1) {
      const output = convertUnmatched(bytes, start, end);
      return { ...place, rule: undefined, fields: {}, captures: [], output, ...original };
    }
    const record = { ...place, ...builder.of(linePattern, bytes, bounds, convert), ...original };
    // With `only`, lines of a catch-all look like the other unmatched lines.
    return unmatched === "only" ? { ...record, output: convertUnmatched(bytes, start, end) } : record;
  };

  await readLogs(logs, options.signal, async (log) => {
    classifier.begin();
    for await (const _ of reader.read(log.open())) {
      let batch: LineRecord<Line>[] = [];
      while (reader.next()) {
        const record = recordOf(log);
        if (record !== undefined) batch.push(record);
        if (batch.length < MAX_BATCH_SIZE) continue;
        await give(batch);
        batch = [];
      }
      if (batch.length > 0) await give(batch);
    }
  });
}

function masked<Line extends string | Uint8Array>(convert: LineConverter<Line>): LineConverter<Line> {
  const masker = new Masker();
  return (bytes, from, to) => {
    const target = Buffer.allocUnsafe(masker.room(bytes, from, to));
    return convert(target, 0, masker.write(bytes, from, to, target, 0));
  };
}

function recordTime({ from, to, isSettled, instant, epochMs }: LineTime, bytes: Buffer): RecordTime {
  const text = bytes.toString("latin1", from, to);
  if (!isSettled) return { text, utc: undefined, epochMs: undefined };
  return { text, utc: formatInstant(instant.seconds, instant.nanoseconds, instant.decimals), epochMs };
}
