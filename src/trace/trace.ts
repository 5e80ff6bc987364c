import { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { Timeline, TraceEvent } from "./timeline.ts";
import { mergeLogs, traceLogs } from "./trace-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "./utc-offset.ts";

export interface MergeOptions {
  /** The zone of times that name none: an offset from UTC as `+02:00`; UTC if this is not given. */
  readonly timezone?: string | undefined;
  /** Ends the reading of the logs, with the signal's reason as the error. */
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

/** The events that have one id, in the order of time. */
export interface TraceGroup {
  readonly id: Buffer;
  /** Made each time that they are asked for, so they may be read again. */
  readonly events: Iterable<TraceEvent>;
}

/** The events of several logs, gathered by their ids. */
export interface Trace {
  /** In the order of their first events. Made each time that they are asked for, so they may be read again. */
  readonly groups: Iterable<TraceGroup>;
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
export async function trace(rulebook: Rulebook, logs: readonly NamedLog[], options: TraceOptions): Promise<Trace> {
  const correlation = new Correlation(rulebook.kinds, options.by);
  const traced = await traceLogs(rulebook, logs, {
    correlation,
    id: bytesOf(options.id),
    containing: bytesOf(options.containing),
    offset: offsetOf(options.timezone),
    signal: options.signal,
    stripsAnsi: options.stripAnsi,
  });
  return {
    groups: mapped(traced.groups, ({ id, events }) => ({ id, events: eventsOf(traced.timeline, events) })),
    unmatched: traced.unmatched,
    withoutId: traced.withoutId,
    unknownFields: correlation.unknown,
  };
}

/**
 * Reads logs and puts all their lines in the order of time. Rejects with the failure of a log, or a RangeError for what is
 * no zone.
 */
export async function merge(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  { timezone, signal, stripAnsi }: MergeOptions,
): Promise<Iterable<TraceEvent>> {
  const { timeline, events } = await mergeLogs(rulebook, logs, {
    offset: offsetOf(timezone),
    signal,
    stripsAnsi: stripAnsi,
  });
  return eventsOf(timeline, events);
}

function offsetOf(timezone = "UTC"): number {
  const offset = utcOffset(timezone);
  if (offset === undefined) throw new RangeError(`a zone is ${UTC_OFFSET_FORMS}`);
  return offset;
}

function bytesOf(given: string | Uint8Array | undefined): Buffer | undefined {
  return given === undefined ? undefined : Buffer.from(given);
}

function eventsOf(timeline: Timeline, events: Uint32Array): Iterable<TraceEvent> {
  return mapped(events, (event) => timeline.event(event));
}

function mapped<T, U>(items: Iterable<T>, map: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield map(item);
    },
  };
}
