const ZERO = 0x30;
/** The largest integer for which the runtime uses 32-bit arithmetic. */
const MAX_SMALL_INTEGER = 0x7fffffff;

/** The number of digits of the largest safe integer. */
export const MAX_DIGITS = 16;

/** How many digits a non-negative integer has. */
export function countDigits(number: number): number {
  let digits = 1;
  for (let next = 10; next <= number; next *= 10) digits++;
  return digits;
}

/** Writes a non-negative integer into `target` from `from` up to `to`, with leading zeros. */
export function writeDigits(number: number, target: Uint8Array, from: number, to: number): void {
  let at = to - 1;
  let rest = number;
  for (; rest > MAX_SMALL_INTEGER; at--) {
    const tens = Math.floor(rest / 10);
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
  // Dividing small integers takes a fraction of the time.
  for (; at >= from; at--) {
    const tens = (rest / 10) | 0;
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
}
