import { type CapturedFields, type FieldCapture, fieldsByName, type LineConverter } from "../../run/record-builder.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { formatInstant } from "../../text/date-times/calendar.ts";
import type { EventCollector } from "./event-collector.ts";
import type { EventTable } from "./event-table.ts";

/** The instant of an event. */
export interface TraceEventTime {
  /** In ISO 8601 and UTC, with the decimals that were written. */
  readonly utc: string;
  /** The same in milliseconds since 1970, rounded down. */
  readonly epochMs: number;
}

/** One line of a log, as an event in time. */
export interface TraceEvent<Line extends string | Uint8Array = string> {
  /** The name of the log. */
  readonly file: string;
  /** The line number in that log, from 1. */
  readonly line: number;
  /** Undefined if neither the line nor its record has a readable time. */
  readonly time: TraceEventTime | undefined;
  /** The name of the rule that won the line; undefined if no rule matched. */
  readonly rule: string | undefined;
  /** Set if that rule is a catch-all. */
  readonly catchAll?: true;
  /** What the fields captured, as in a NormalizedLine. Empty if no rule matched. */
  readonly fields: CapturedFields<Line>;
  readonly captures: readonly FieldCapture<Line>[];
  /** The normalized line, or the line itself if no rule matched, without a terminator. */
  readonly output: Line;
  /** The line as rules saw it, without a terminator. */
  readonly original: Line;
}

/** Years between these have four digits. */
const YEAR_0 = -62_167_219_200;
const YEAR_10000 = 253_402_300_800;

/** The events, with the names of their logs and rules. */
export class Timeline {
  readonly events: EventTable;
  /** The names of the logs, by number. */
  readonly files: readonly string[];
  /** The numbers of the logs in which no line has a time, if others have times. */
  readonly timeless: ReadonlySet<number>;
  /** The rules and their followers, by the numbers of the events' rules. */
  readonly linePatterns: readonly LinePattern[];

  constructor(
    { events, timeless }: Pick<EventCollector, "events" | "timeless">,
    files: readonly string[],
    linePatterns: readonly LinePattern[],
  ) {
    this.events = events;
    this.timeless = timeless;
    this.files = files;
    this.linePatterns = linePatterns;
  }

  /** The event's time in ISO 8601; undefined if its line has none. */
  time(event: number): string | undefined {
    const { events } = this;
    if (!events.hasTime(event)) return undefined;
    return formatInstant(events.secondsOf(event), events.nanosecondsOf(event), events.decimalsOf(event));
  }

  /** The event's time in milliseconds since 1970, rounded down. It must have one. */
  epochMs(event: number): number {
    const { events } = this;
    return 1000 * events.secondsOf(event) + Math.floor(events.nanosecondsOf(event) / 1e6);
  }

  /** The number of characters of the event's time, which it must have. */
  timeWidth(event: number): number {
    const { events } = this;
    const seconds = events.secondsOf(event);
    if (seconds < YEAR_0 || seconds >= YEAR_10000) return this.time(event)!.length;
    const decimals = events.decimalsOf(event);
    return "2024-11-15T10:00:01Z".length + (decimals > 0 ? 1 + decimals : 0);
  }

  /** The bounds of an event's captures in its line, if lines are kept. */
  bounds(event: number): readonly number[] {
    const { events, linePatterns } = this;
    const fields = linePatterns[events.linePatternOf(event)]?.pattern.fields.length ?? 0;
    return events.boundsOf(event, 2 * fields);
  }

  private eventTime(event: number): TraceEventTime | undefined {
    const utc = this.time(event);
    return utc === undefined ? undefined : { utc, epochMs: this.epochMs(event) };
  }

  /** The event as an object, if lines are kept. `convert` makes its texts. */
  event<Line extends string | Uint8Array>(event: number, convert: LineConverter<Line>): TraceEvent<Line> {
    const { events, files, linePatterns } = this;
    // No line pattern has the index NO_LINE_PATTERN.
    const linePattern = linePatterns[events.linePatternOf(event)];
    const original = events.originalOf(event);
    const bounds = this.bounds(event);
    const captures = (linePattern?.pattern.fields ?? []).map((name, i) => ({
      name,
      value: convert(original, bounds[2 * i]!, bounds[2 * i + 1]!),
    }));
    return {
      file: files[events.fileOf(event)]!,
      line: events.lineOf(event),
      time: this.eventTime(event),
      rule: linePattern?.name,
      ...(linePattern?.pattern.isCatchAll && { catchAll: true }),
      fields: fieldsByName(captures),
      captures,
      output: convert(events.blockOf(event), events.startOf(event), events.endOf(event)),
      original: convert(original, 0, original.length),
    };
  }
}
