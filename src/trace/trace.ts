import { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { LineConverter } from "../normalization/record-builder.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { TraceEvent } from "./timeline.ts";
import { mergeLogs, traceLogs } from "./trace-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "./utc-offset.ts";

export interface MergeOptions {
  /** The zone of times without one, as an offset from UTC like `+02:00`. UTC by default. */
  readonly timezone?: string | undefined;
  /** Aborts the call at once: it rejects with the signal's reason and closes the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Removes colours and other terminal sequences from lines before they are matched. */
  readonly stripAnsi?: boolean | undefined;
}

export interface TraceOptions extends MergeOptions {
  /** The fields that may hold a line's id. The id is the first of them with a non-empty capture. */
  readonly by: readonly string[];
  /** Returns only the group with this id. */
  readonly id?: string | Uint8Array | undefined;
  /** Returns only groups with an output that contains this. */
  readonly containing?: string | Uint8Array | undefined;
}

/** The events with one id. */
export interface TraceGroup<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** In order of time; at least one. */
  readonly events: readonly TraceEvent<Line>[];
}

/** The events of several logs, grouped by id. */
export interface Trace<Line extends string | Uint8Array = string> {
  /** In the order of their first events. */
  readonly groups: readonly TraceGroup<Line>[];
  /** How many lines are in no group because no rule matched them. */
  readonly unmatched: number;
  /** How many lines are in no group because they have no id. */
  readonly withoutId: number;
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
}

/**
 * Reads logs and groups their events by id. Rejects with a log's read error, with an UnknownFieldError if no rule has
 * any of the fields in `by`, or with a RangeError if there are more than 16 of them or the zone is invalid.
 */
export async function trace<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  options: TraceOptions,
  form: LineConverter<Line>,
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
 * Reads logs and puts all their lines in order of time. The event objects are made during iteration. Rejects with a
 * log's read error, or with a RangeError if the zone is invalid.
 */
export async function merge<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  { timezone, signal, stripAnsi, mask }: MergeOptions & { readonly mask: boolean },
  form: LineConverter<Line>,
): Promise<Iterable<TraceEvent<Line>>> {
  const { timeline, events } = await mergeLogs(rulebook, logs, {
    offset: offsetOf(timezone),
    signal,
    stripsAnsi: stripAnsi,
    masks: mask,
  });
  return {
    *[Symbol.iterator]() {
      for (const event of events) yield timeline.event(event, form);
    },
  };
}

function offsetOf(timezone = "UTC"): number {
  const offset = utcOffset(timezone);
  if (offset === undefined) throw new RangeError(`a timezone must be ${UTC_OFFSET_FORMS}`);
  return offset;
}

function bytesOf(value: string | Uint8Array | undefined): Buffer | undefined {
  return value === undefined ? undefined : Buffer.from(value);
}
