// By how much a clock is to be moved, as people write it: `+2.5s`, `-300ms`, `+1h2m`.

/** An amount of time, which may be negative. */
export interface TimeShift {
  /** An integer. */
  readonly seconds: number;
  /** After that second, 0 to 999999999. */
  readonly nanoseconds: number;
  /** How many decimals of the second it needs. */
  readonly decimals: number;
}

/** The accepted texts, for messages. */
export const TIME_SHIFT_FORMS = "an offset such as +2.5s, -300ms or +1h2m";

const SECOND = 1_000_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  d: 86_400n * SECOND,
  h: 3600n * SECOND,
  m: 60n * SECOND,
  s: SECOND,
  ms: 1_000_000n,
  us: 1000n,
  ns: 1n,
};

/** A century: a clock that is off by more is no clock, and larger numbers have no calendar. */
const MAX = 36_525n * 86_400n * SECOND;

const SHIFT = /^([+-]?)((?:\d{1,9}(?:\.\d{1,9})?(?:d|h|ms|m|s|us|ns)){1,7})$/;
const PART = /(\d{1,9})(?:\.(\d{1,9}))?([a-z]{1,2})/g;

/** Parses such a text. Returns undefined for others. */
export function timeShift(text: string): TimeShift | undefined {
  const [, sign, amount = ""] = SHIFT.exec(text) ?? [];
  if (sign === undefined) return undefined;
  let sum = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of amount.matchAll(PART))
    sum += (BigInt(whole + fraction) * UNITS[unit]!) / 10n ** BigInt(fraction.length);
  if (sum > MAX) return undefined;
  return shiftOfNanoseconds(sign === "-" ? -sum : sum);
}

function shiftOfNanoseconds(sum: bigint): TimeShift {
  const nanoseconds = ((sum % SECOND) + SECOND) % SECOND;
  let decimals = nanoseconds === 0n ? 0 : 9;
  for (let rest = nanoseconds; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals--;
  return { seconds: Number((sum - nanoseconds) / SECOND), nanoseconds: Number(nanoseconds), decimals };
}

/** Milliseconds in that form: `+1h2m3.5s`, `-300ms`. */
export function timeShiftText(milliseconds: number): string {
  if (milliseconds === 0) return "0s";
  const rest = Math.abs(milliseconds);
  const sign = milliseconds < 0 ? "-" : "+";
  if (rest < 1000) return `${sign}${rest}ms`;
  const [hours, minutes, seconds] = [
    Math.floor(rest / 3_600_000),
    Math.floor(rest / 60_000) % 60,
    (rest % 60_000) / 1000,
  ];
  const parts = [`${hours}h`, `${minutes}m`, `${seconds}s`].filter((part) => Number.parseFloat(part) > 0);
  return sign + parts.join("");
}
