import type { Belonging, EventReader } from "./event-reader.ts";
import { ROLES } from "./trace-steps.ts";

const TELLING = ROLES.indexOf("telling");

/** The events of a log, by the index of a line. */
interface EventLines {
  /** The first line of its event. */
  readonly first: Uint32Array;
  /** The telling line of the event that begins there. */
  readonly telling: Uint32Array;
  /** An index in `ROLES`. */
  readonly roles: Uint8Array;
}

/**
 * Finds the events of a log with this many lines. `read` has the reader read a line. It is called in order, but again
 * for the few lines that did not belong to an event after all, since they may be one themselves.
 */
export function groupLines(count: number, reader: EventReader, read: (line: number) => Belonging): EventLines {
  const first = new Uint32Array(count);
  const telling = new Uint32Array(count);
  const roles = new Uint8Array(count);
  let event = 0;
  /** The first line that perhaps belongs to the event. */
  let pending = 0;
  reader.begin();
  for (let line = 0; line <= count; line++) {
    const belonging = line < count ? read(line) : "no";
    if (belonging === "no" && pending < line) {
      reader.begin();
      event = pending;
      line = pending - 1;
      continue;
    }
    if (line === count) break;
    roles[line] = ROLES.indexOf(reader.role);
    if (belonging === "perhaps") continue;
    if (belonging === "no") event = line;
    for (; pending <= line; pending++) {
      first[pending] = event;
      if (roles[pending] === TELLING) telling[event] = pending;
    }
    if (belonging === "no") telling[line] = line;
  }
  return { first, telling, roles };
}
