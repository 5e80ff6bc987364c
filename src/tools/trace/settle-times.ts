import type { EventTable } from "./event-table.ts";
import type { FileTimes } from "./file-times.ts";

/** A log whose events were collected, or are being collected. */
export interface CollectedFile {
  readonly name: string;
  readonly times: FileTimes;
  /** The number of its first event. Its last event is the one before the next file's first. */
  readonly first: number;
  /** The log's own date in seconds since 1970. */
  readonly written: number;
}

/**
 * Resolves what the times of the events leave open. Must be called after all lines are read. Events before the first
 * time of their file borrow that time.
 */
export function settleTimes(events: EventTable, files: readonly CollectedFile[]): void {
  const reference = files.reduce((latest, { times }) => Math.max(latest, times.latest), Number.NEGATIVE_INFINITY);
  for (const [i, file] of files.entries()) {
    const end = files[i + 1]?.first ?? events.length;
    borrowFirstTime(events, file, end);
    if (file.times.isOpen) resolveTimes(events, file, end, reference);
  }
}

function borrowFirstTime(events: EventTable, { times, first }: CollectedFile, end: number): void {
  for (let event = first; event < end && events.secondsOf(event) === Number.POSITIVE_INFINITY; event++) {
    events.setTime(event, times.first, true);
  }
}

function resolveTimes(
  events: EventTable,
  { times, first, written }: CollectedFile,
  end: number,
  reference: number,
): void {
  const instantOf = times.resolver(reference, written);
  for (let event = first; event < end; event++) {
    events.setSeconds(event, instantOf(events.lineOf(event), events.secondsOf(event), events.openOf(event)));
  }
}
