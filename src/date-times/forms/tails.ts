// A core is a date-time without its tails: AM or PM, and a zone. Here, `core` is the position after it, or -1 if there
// is none. Ends are added longest first: those after a tail before the end of the core itself.

import { byteAt, isAlphanumeric } from "../../bytes/ascii.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { meridiem } from "./clock.ts";
import { zone } from "./zone.ts";

/** Adds the end of a core that cannot have a tail. */
export function addEnd(core: number, parts: DateTimeParts): void {
  if (core >= 0) parts.ends[parts.count++] = core;
}

/** Adds the ends of a core that may have a zone. */
export function addEndsWithZone(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  addEnd(zone(bytes, core, end, parts), parts);
  addEnd(core, parts);
}

/** Adds the ends of a core that may have AM or PM. */
export function addEndsWithMeridiem(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  addEnd(meridiem(bytes, core, end, parts), parts);
  addEnd(core, parts);
}

/** Adds the ends of a core that may have AM or PM, a zone, or both. */
export function addEndsWithBoth(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  const afterMeridiem = meridiem(bytes, core, end, parts);
  if (afterMeridiem >= 0) addEndsWithZone(bytes, afterMeridiem, end, parts);
  if (afterMeridiem >= 0) addEnd(core, parts);
  else addEndsWithZone(bytes, core, end, parts);
}

/** Whether a position lies between two letters or digits, where no date-time ends. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
