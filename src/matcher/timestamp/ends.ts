// A core is a date-time without its tails, which are a zone, AM or PM. Its ends are collected longest first: each function
// adds to the `count` ends that are there those of one core, the end of its longest tail before its own. The core is given
// by the position after it; -1 adds nothing.

import { byteAt, isAlphanumeric } from "../line/bytes.ts";
import { meridiem, zone } from "./tails.ts";

/** Adds the end of a core that no tail may follow; gives the new count. */
export function bare(core: number, ends: number[], count: number): number {
  if (core < 0) return count;
  ends[count] = core;
  return count + 1;
}

/** Adds the ends of a core that a zone may follow; gives the new count. */
export function withZone(bytes: Uint8Array, core: number, end: number, ends: number[], count: number): number {
  return core < 0 ? count : bare(core, ends, bare(zone(bytes, core, end), ends, count));
}

/** Adds the ends of a core that AM or PM may follow; gives the new count. */
export function withMeridiem(bytes: Uint8Array, core: number, end: number, ends: number[], count: number): number {
  return core < 0 ? count : bare(core, ends, bare(meridiem(bytes, core, end), ends, count));
}

/** Adds the ends of a core that AM or PM, a zone, or both may follow; gives the new count. */
export function withBoth(bytes: Uint8Array, core: number, end: number, ends: number[], count: number): number {
  if (core < 0) return count;
  const half = meridiem(bytes, core, end);
  if (half < 0) return withZone(bytes, core, end, ends, count);
  return bare(core, ends, withZone(bytes, half, end, ends, count));
}

/** Keeps of the ends those that do not lie between two letters or digits, in their order; gives their count. */
export function guarded(bytes: Uint8Array, end: number, ends: number[], count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const stop = ends[i]!;
    if (!isInside(bytes, stop, end)) ends[kept++] = stop;
  }
  return kept;
}

/** Whether an end lies between two letters or digits. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
