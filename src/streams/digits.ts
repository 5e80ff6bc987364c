const ZERO = 0x30;
/** The largest that the runtime calculates with as 32 bits. */
const MAX_SMALL_INTEGER = 0x7fffffff;

/** The digits of the largest number that is exact. */
export const MAX_DIGITS = 16;

/** How many digits a whole number has that is not negative. */
export function digitsOf(number: number): number {
  let digits = 1;
  for (let next = 10; next <= number; next *= 10) digits++;
  return digits;
}

/** Writes a whole number that is not negative to `target[from]` to `target[to]`, with zeros in front. */
export function writeDigits(number: number, target: Uint8Array, from: number, to: number): void {
  let at = to - 1;
  let rest = number;
  for (; rest > MAX_SMALL_INTEGER; at--) {
    const tens = Math.floor(rest / 10);
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
  // Divided as small integers, which takes a fraction of the time.
  for (; at >= from; at--) {
    const tens = (rest / 10) | 0;
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
}
