import { byteAt, DOT, isDigit } from "../timestamp/bytes.ts";

const ZERO = 0x30;

/**
 * Adds to the `count` ends that are there those of the IPv4 addresses that start at `at`, from the left; gives the new
 * count. They are four numbers from 0 to 255 in decimal. One with a zero before it is none: some programs read it as octal.
 */
export function ipv4Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
  let from = at;
  for (let dots = 0; dots < 3; dots++) {
    const stop = octet(bytes, from, end);
    if (stop === from || byteAt(bytes, stop, end) !== DOT) return count;
    from = stop + 1;
  }
  const last = octet(bytes, from, end);
  let total = count;
  for (let stop = from + 1; stop <= last; stop++) ends[total++] = stop;
  return total;
}

/** The place after the longest number up to 255 from `at` on; `at` itself without one. What begins a number is one too. */
function octet(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  let i = at;
  for (let digit = byteAt(bytes, i, end); isDigit(digit); digit = byteAt(bytes, i, end)) {
    value = 10 * value + digit - ZERO;
    if (value > 255) break;
    i++;
    if (value === 0) break;
  }
  return i;
}
