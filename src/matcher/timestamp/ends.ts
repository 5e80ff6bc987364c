// A core is a date-time without its tails, which are a zone, AM or PM. Cores are given by the position after them, -1 for
// none. Their ends are added longest first: of each core the end of its longest tail before its own.

import { byteAt, isAlphanumeric } from "../line/bytes.ts";
import { meridiem } from "./clock.ts";
import type { DateTimeParts } from "./date-time-parts.ts";
import { zone } from "./zone.ts";

/** Adds the end of a core that no tail may follow. */
export function addEnd(core: number, parts: DateTimeParts): void {
  if (core >= 0) parts.ends[parts.count++] = core;
}

/** Adds the ends of a core that a zone may follow. */
export function addEndsWithZone(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  addEnd(zone(bytes, core, end, parts), parts);
  addEnd(core, parts);
}

/** Adds the ends of a core that AM or PM may follow. */
export function addEndsWithMeridiem(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  addEnd(meridiem(bytes, core, end, parts), parts);
  addEnd(core, parts);
}

/** Adds the ends of a core that AM or PM, a zone, or both may follow. */
export function addEndsWithBoth(bytes: Uint8Array, core: number, end: number, parts: DateTimeParts): void {
  if (core < 0) return;
  const half = meridiem(bytes, core, end, parts);
  if (half >= 0) addEndsWithZone(bytes, half, end, parts);
  if (half >= 0) addEnd(core, parts);
  else addEndsWithZone(bytes, core, end, parts);
}

/** Whether an end lies between two letters or digits. A date-time never ends there. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
