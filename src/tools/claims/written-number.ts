import { DASH, DOT, isDigit, ZERO } from "../../text/bytes/ascii.ts";

/** Longer numbers are ids. */
const MAX_DIGITS = 15;

/** What units of durations are in seconds. */
const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  sec: 1,
  secs: 1,
  seconds: 1,
  m: 60,
  min: 60,
  h: 3600,
};
const MAX_UNIT_BYTES = 7;

/** Reads numbers as logs have them, with or without a unit of time: `42`, `-1.5`, `12ms`, `0.3 s`. */
export class WrittenNumber {
  /** In seconds if it has a unit. */
  value = 0;
  hasUnit = false;

  /** Returns false if the bytes are no number. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    let at = bytes[from] === DASH ? from + 1 : from;
    const first = at;
    let value = 0;
    let scale = 0;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (isDigit(byte)) {
        value = 10 * value + byte - ZERO;
        scale *= 10;
      } else if (byte === DOT && scale === 0 && at > first) scale = 1;
      else break;
    }
    if (at === first || at - first > MAX_DIGITS) return false;
    if (scale > 1) value /= scale;
    this.value = first > from ? -value : value;
    this.hasUnit = at < to;
    if (at === to) return true;
    const seconds =
      to - at > MAX_UNIT_BYTES + 1 ? undefined : secondsOf(Buffer.from(bytes.subarray(at, to)).toString());
    if (seconds === undefined) return false;
    this.value *= seconds;
    return true;
  }
}

/** What a unit of time is in seconds; undefined if a text is none. */
export function secondsOf(unit: string): number | undefined {
  return Object.hasOwn(SECONDS, unit.trim()) ? SECONDS[unit.trim()] : undefined;
}
