import { Correlation } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { LazyItems } from "../../text/collections/lazy-items.ts";
import { Elapsed } from "./elapsed.ts";
import type { MergeOptions } from "./event-collector.ts";
import { EventRange } from "./event-range.ts";
import type { TraceEvent } from "./timeline.ts";
import { mergeLogs, traceLogs } from "./trace-logs.ts";

export interface TraceOptions extends MergeOptions {
  /** The fields that may hold a line's id. The id is the first of them with a non-empty capture. */
  readonly by: readonly string[];
  /** Returns only the group with this id. */
  readonly id?: string | Uint8Array | undefined;
  /** Returns only groups with an output that contains this. */
  readonly containing?: string | Uint8Array | undefined;
  /**
   * Links ids: all ids of a line belong to one group, and so do all lines with any id of the group. Ids that would link
   * too much are left out.
   */
  readonly link?: boolean | undefined;
}

/** The events that belong to each other by their ids. */
export interface TraceGroup<Line extends string | Uint8Array = string> {
  /** The first of `ids`. */
  readonly id: Line;
  /** In the order of their first events; one, unless ids are linked. */
  readonly ids: readonly Line[];
  /** The times of the first and the last event that have one, in ISO 8601; undefined if none has. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  /** The seconds between them. */
  readonly durationSeconds: number | undefined;
  /**
   * The names of the logs that have events of the group, in the order of their first events; twice for a log given
   * twice.
   */
  readonly files: readonly string[];
  /** In order of time; at least one. */
  readonly events: readonly TraceEvent<Line>[];
}

/** An id by which no lines were linked, because it shares lines with too many other ids. */
export interface TraceLeftOutLink<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** How many other ids it shares lines with. */
  readonly others: number;
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
  /** Those that share lines with most others first. Empty unless ids are linked. */
  readonly leftOutLinks: readonly TraceLeftOutLink<Line>[];
}

/**
 * Reads logs and groups their events by id. Rejects with a log's read error, with an UnknownFieldError if no rule has
 * any of the fields in `by`, or with a RangeError if there are more than 16 of them.
 */
export async function trace<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: TraceOptions,
  convert: LineConverter<Line>,
): Promise<Trace<Line>> {
  const correlation = new Correlation(rulebook.linePatterns, options.by);
  const { timeline, groups, unmatched, withoutId, links } = await traceLogs(rulebook, logs, {
    ...options,
    correlation,
    id: bytesOf(options.id),
    containing: bytesOf(options.containing),
    keepsLines: true,
  });
  const { events, files } = timeline;
  const [range, elapsed] = [new EventRange(events, files.length), new Elapsed(events)];
  const lineOf = (bytes: Buffer): Line => convert(bytes, 0, bytes.length);
  return {
    groups: Array.from(groups, (group): TraceGroup<Line> => {
      range.measure(group.events);
      const { first, last } = range;
      const hasTimes = first !== -1;
      return {
        id: lineOf(group.ids[0]),
        ids: group.ids.map(lineOf),
        start: hasTimes ? timeline.time(first) : undefined,
        end: hasTimes ? timeline.time(last) : undefined,
        durationSeconds: hasTimes ? secondsOf(elapsed.between(first, last)) : undefined,
        files: range.files.map((file) => files[file]!),
        events: Array.from(group.events, (event) => timeline.event(event, convert)),
      };
    }),
    unmatched,
    withoutId,
    unknownFields: correlation.unknown,
    leftOutLinks: (links?.leftOut ?? []).map(({ id, others }) => ({ id: lineOf(id), others })),
  };
}

/**
 * Reads logs and puts all their lines in order of time. The event objects are made during iteration. Rejects with a
 * log's read error.
 */
export async function merge<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: MergeOptions & { readonly mask: boolean },
  convert: LineConverter<Line>,
): Promise<Iterable<TraceEvent<Line>>> {
  const { timeline, events } = await mergeLogs(rulebook, logs, { ...options, keepsLines: true });
  return new LazyItems(events.length, function* () {
    for (const event of events) yield timeline.event(event, convert);
  });
}

function bytesOf(value: string | Uint8Array | undefined): Buffer | undefined {
  return value === undefined ? undefined : Buffer.from(value);
}

function secondsOf({ seconds, nanoseconds }: Elapsed): number {
  // A sum would differ in its last digits from the number that is written like this.
  return Number(`${seconds}.${String(nanoseconds).padStart(9, "0")}`);
}
