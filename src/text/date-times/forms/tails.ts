// A core is a date-time without its tails: AM or PM, and a zone. Here, `core` is the position after it, or -1 if there
// is none. Ends are added longest first: those after a tail before the end of the core itself.

import { byteAt, isAlphanumeric } from "../../bytes/ascii.ts";
import { leadingDigits, WORD_BYTES, wordView } from "../../bytes/machine-words.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { decimals, isFractionMark, meridiem } from "./clock.ts";
import { mayBeginZone, zone } from "./zone.ts";

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

/**
 * Fills `ends` with the ends of a date-time whose seconds end at `at`, where `mark` stands: after a zone, and after the
 * fraction or the seconds. Returns their count.
 */
export function endsAfterSeconds(
  bytes: Uint8Array,
  at: number,
  mark: number,
  end: number,
  ends: number[],
  scratch: DateTimeParts,
): number {
  let core = at;
  let next = mark;
  if (isFractionMark(mark)) {
    // One word has a fraction of up to three digits and the byte after it.
    const word = at + WORD_BYTES < end ? wordView(bytes).getInt32(at + 1, true) : 0;
    const count = leadingDigits(word);
    if (count > 0 && count < WORD_BYTES) {
      core = at + 1 + count;
      next = (word >>> (8 * count)) & 0xff;
    } else {
      core = decimals(bytes, at, end, scratch);
      next = byteAt(bytes, core, end);
    }
  }
  let count = 0;
  if (mayBeginZone(bytes, core, next, end)) {
    const zoned = zone(bytes, core, end, scratch);
    if (zoned >= 0 && !isInside(bytes, zoned, end)) ends[count++] = zoned;
  }
  // A digit comes before.
  if (!isAlphanumeric(next)) ends[count++] = core;
  return count;
}

/** Whether a position lies between two letters or digits, where no date-time ends. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
