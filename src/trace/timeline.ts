import { formatInstant } from "../date-times/format-instant.ts";
import type { LineConverter } from "../normalization/record-builder.ts";
import type { EventTable } from "./event-table.ts";

/** One line of a log, as an event in time. */
export interface TraceEvent<Line extends string | Uint8Array = string> {
  /** The name of the log. */
  readonly file: string;
  /** The line number in that log, from 1. */
  readonly line: number;
  /** The time in ISO 8601, in UTC, with the decimals that were written. Undefined if the line has no readable time. */
  readonly time: string | undefined;
  /** The name of the rule that won the line; undefined if no rule matched. */
  readonly rule: string | undefined;
  /** The normalized line, or the line itself if no rule matched, without a terminator. */
  readonly output: Line;
}

/** The events, with the names of their logs and rules. */
export class Timeline {
  readonly events: EventTable;
  /** The names of the logs, by number. */
  readonly files: readonly string[];
  /** The names of the rules, by number. */
  readonly rules: readonly string[];

  constructor(events: EventTable, files: readonly string[], rules: readonly string[]) {
    this.events = events;
    this.files = files;
    this.rules = rules;
  }

  /** The event's time in ISO 8601; undefined if its line has none. */
  time(event: number): string | undefined {
    const { events } = this;
    if (!events.hasTime(event)) return undefined;
    return formatInstant(events.secondsOf(event), events.nanosecondsOf(event), events.decimalsOf(event));
  }

  /** The event as an object. `form` makes its output. */
  event<Line extends string | Uint8Array>(event: number, form: LineConverter<Line>): TraceEvent<Line> {
    const { events, files, rules } = this;
    return {
      file: files[events.fileOf(event)]!,
      line: events.lineOf(event),
      time: this.time(event),
      // There is no rule with the number NO_RULE.
      rule: rules[events.ruleOf(event)],
      output: form(events.blockOf(event), events.startOf(event), events.endOf(event)),
    };
  }
}
