import type { EventTable } from "./event-table.ts";
import type { FileTimes } from "./file-times.ts";

/** A log whose events were gathered, or are being gathered. */
export interface GatheredFile {
  readonly times: FileTimes;
  /** Its first event; the last is the one before the next file's. */
  readonly first: number;
  /** The log's own date, in seconds since 1970. */
  readonly written: number;
}

/**
 * Settles what the times of events left open, when all lines are read. Events before the first time of their file borrow
 * that time.
 */
export function settleTimes(events: EventTable, files: readonly GatheredFile[]): void {
  const reference = files.reduce((latest, { times }) => Math.max(latest, times.latest), Number.NEGATIVE_INFINITY);
  for (const [i, file] of files.entries()) {
    const end = files[i + 1]?.first ?? events.length;
    borrowFirst(events, file, end);
    if (file.times.isOpen) settle(events, file, end, reference);
  }
}

function borrowFirst(events: EventTable, { times, first }: GatheredFile, end: number): void {
  for (let event = first; event < end && events.secondsOf(event) === Number.POSITIVE_INFINITY; event++) {
    events.setTime(event, times.first, true);
  }
}

function settle(events: EventTable, { times, first, written }: GatheredFile, end: number, reference: number): void {
  const settled = times.settled(reference, written);
  for (let event = first; event < end; event++) {
    events.setSeconds(event, settled(events.lineOf(event), events.secondsOf(event), events.openOf(event)));
  }
}
