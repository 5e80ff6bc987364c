import { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { LineForm } from "../normalization/record-builder.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { TraceEvent } from "./timeline.ts";
import { mergeLogs, traceLogs } from "./trace-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "./utc-offset.ts";

export interface MergeOptions {
  /** The zone of times that name none: an offset from UTC as `+02:00`; UTC if this is not given. */
  readonly timezone?: string | undefined;
  /** Ends the call at once, with the signal's reason as the error, and lets go of the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Frees lines of colours and other sequences for terminals before they are matched. */
  readonly stripAnsi?: boolean | undefined;
}

export interface TraceOptions extends MergeOptions {
  /** The fields that hold a line's id: it is what the first of them, of those that captured something, captured. */
  readonly by: readonly string[];
  /** Only the group of this id. */
  readonly id?: string | Uint8Array | undefined;
  /** Only groups in which an output holds this. */
  readonly containing?: string | Uint8Array | undefined;
}

/** The events that have one id. */
export interface TraceGroup<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** In the order of time; at least one. */
  readonly events: readonly TraceEvent<Line>[];
}

/** The events of several logs, gathered by their ids. */
export interface Trace<Line extends string | Uint8Array = string> {
  /** In the order of their first events. */
  readonly groups: readonly TraceGroup<Line>[];
  /** How many lines are in no group: those that no rule matched, and those without an id. */
  readonly unmatched: number;
  readonly withoutId: number;
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
}

/**
 * Reads logs and gathers their events by ids. Rejects with the failure of a log, an UnknownFieldError if no rule has any of
 * the fields, or a RangeError for more than 16 of them or for what is no zone.
 */
export async function trace<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  options: TraceOptions,
  form: LineForm<Line>,
): Promise<Trace<Line>> {
  const correlation = new Correlation(rulebook.linePatterns, options.by);
  const { timeline, groups, unmatched, withoutId } = await traceLogs(rulebook, logs, {
    correlation,
    id: bytesOf(options.id),
    containing: bytesOf(options.containing),
    offset: offsetOf(options.timezone),
    signal: options.signal,
    stripsAnsi: options.stripAnsi,
  });
  return {
    groups: Array.from(groups, ({ id, events }) => ({
      id: form(id, 0, id.length),
      events: Array.from(events, (event) => timeline.event(event, form)),
    })),
    unmatched,
    withoutId,
    unknownFields: correlation.unknown,
  };
}

/**
 * Reads logs and puts all their lines in the order of time. Each event is made when its turn comes. Rejects with the failure
 * of a log, or a RangeError for what is no zone.
 */
export async function merge<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  { timezone, signal, stripAnsi }: MergeOptions,
  form: LineForm<Line>,
): Promise<Iterable<TraceEvent<Line>>> {
  const { timeline, events } = await mergeLogs(rulebook, logs, {
    offset: offsetOf(timezone),
    signal,
    stripsAnsi: stripAnsi,
  });
  return {
    *[Symbol.iterator]() {
      for (const event of events) yield timeline.event(event, form);
    },
  };
}

function offsetOf(timezone = "UTC"): number {
  const offset = utcOffset(timezone);
  if (offset === undefined) throw new RangeError(`a zone is ${UTC_OFFSET_FORMS}`);
  return offset;
}

function bytesOf(given: string | Uint8Array | undefined): Buffer | undefined {
  return given === undefined ? undefined : Buffer.from(given);
}
