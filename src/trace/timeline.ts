import { formatInstant } from "../instants/format-instant.ts";
import type { LineForm } from "../normalization/record-builder.ts";
import type { EventTable } from "./event-table.ts";

/** One line of a log among those of others. */
export interface TraceEvent<Line extends string | Uint8Array = string> {
  /** The name of its log. */
  readonly file: string;
  /** Its number in that log, from 1. */
  readonly line: number;
  /** Its time in ISO 8601, in UTC and with the decimals that were written; undefined if it has none that can be read. */
  readonly time: string | undefined;
  /** The name of the rule that won it; undefined if no rule matched. */
  readonly rule: string | undefined;
  /** The normalized line, or the line itself if no rule matched; without a terminator. */
  readonly output: Line;
}

/** Events by their numbers, and the names of what their numbers stand for. */
export class Timeline {
  readonly events: EventTable;
  /** The names of the logs and of the rules, by their numbers. */
  readonly files: readonly string[];
  readonly rules: readonly string[];

  constructor(events: EventTable, files: readonly string[], rules: readonly string[]) {
    this.events = events;
    this.files = files;
    this.rules = rules;
  }

  /** The event's time as a text; undefined if its line has none. */
  time(event: number): string | undefined {
    const { events } = this;
    if (!events.hasTime(event)) return undefined;
    return formatInstant(events.secondsOf(event), events.nanosecondsOf(event), events.decimalsOf(event));
  }

  /** The event as an object, its output in this form. */
  event<Line extends string | Uint8Array>(event: number, form: LineForm<Line>): TraceEvent<Line> {
    const { events, files, rules } = this;
    return {
      file: files[events.fileOf(event)]!,
      line: events.lineOf(event),
      time: this.time(event),
      // NO_RULE is the number of none.
      rule: rules[events.ruleOf(event)],
      output: form(events.blockOf(event), events.startOf(event), events.endOf(event)),
    };
  }
}
