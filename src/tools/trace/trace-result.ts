import type { TraceEvent } from "./event-table.ts";

/** The events that belong to each other by their ids. */
export interface TraceGroup<Line extends string | Uint8Array = string> {
  /** The first of `ids`. */
  readonly id: Line;
  /** In the order of their first events; one, unless ids are linked. */
  readonly ids: readonly Line[];
  /** Without rules: why the other ids belong to the first. */
  readonly links?: readonly TraceLink<Line>[];
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
  /** Without rules: ids that stand beside those of the group and do not belong to it. */
  readonly unfollowed?: readonly TraceUnfollowedId<Line>[];
}

/** An id that stands beside those of a group, and that others have, too. */
export interface TraceUnfollowedId<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** Another id, like the one that was asked for, that shares lines with it; it may be the id itself. */
  readonly other?: Line;
  /** The log of which it is on nearly every line. */
  readonly file?: string;
}

/** An id that belongs to another one, `by`, because it stands beside it in this line of a log. */
export interface TraceLink<Line extends string | Uint8Array = string> {
  readonly id: Line;
  readonly by: Line;
  readonly file: string;
  readonly line: number;
}
