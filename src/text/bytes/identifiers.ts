// Texts of bounded length that identify something: IP addresses, MAC addresses and UUIDs.

import { byteAt, COLON, DASH, DOT, isHexDigit } from "./ascii.ts";
import { leadingDigits, nonHexDigits, wordFrom, wordView } from "./machine-words.ts";

/**
 * As `Ends`, for IPv4 and IPv6 addresses. A start has ends of only one of them, because the first mark after it is
 * either a dot or a colon. It has fewer than 40 ends.
 */
export function ipEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const word = wordFrom(bytes, at, end);
  const isIpv4 = ((word >>> (8 * leadingDigits(word))) & 0xff) === DOT;
  return longestFirst(ends, (isIpv4 ? ipv4Ends : ipv6Ends)(bytes, at, end, ends, 0));
}

/** The bits of an ASCII digit that are its value. */
const DIGIT_VALUE = 0x0f;

/**
 * Adds the ends of the IPv4 addresses that start at `at` to the first `count` ends, in ascending order, and returns the
 * new count. An address is four decimal numbers from 0 to 255 without leading zeros, which some programs would read as
 * octal.
 */
function ipv4Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
  let from = at;
  for (let dots = 0; dots < 3; dots++) {
    const word = wordFrom(bytes, from, end);
    const length = octetLength(word);
    const stop = from + length;
    if (length === 0 || ((word >>> (8 * length)) & 0xff) !== DOT) return count;
    from = stop + 1;
  }
  const last = from + octetLength(wordFrom(bytes, from, end));
  let total = count;
  for (let stop = from + 1; stop <= last; stop++) ends[total++] = stop;
  return total;
}

/** The length of the longest number up to 255 with which a word begins; 0 if there is none. */
function octetLength(word: number): number {
  const digits = leadingDigits(word);
  const first = word & DIGIT_VALUE;
  if (digits < 2) return digits;
  if (first === 0) return 1;
  if (digits === 2) return 2;
  const value = 100 * first + 10 * ((word >>> 8) & DIGIT_VALUE) + ((word >>> 16) & DIGIT_VALUE);
  return value > 255 ? 2 : 3;
}

const MAX_GROUP_DIGITS = 4;
const GROUPS = 8;
/** An IPv4 address may replace the last two groups. */
const GROUPS_BEFORE_IPV4 = 6;

/**
 * Adds the ends of the IPv6 addresses that start at `at` to the first `count` ends, in ascending order, and returns the
 * new count. All forms of RFC 4291, section 2.2 are allowed, where `::` may occur once and replaces one or more groups
 * of zeros. A zone or brackets are not part of an address.
 */
function ipv6Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
  let isCompressed = isDoubleColon(bytes, at, end);
  let total = count;
  let from = at;
  if (isCompressed) {
    from += 2;
    ends[total++] = from;
  }
  for (let groups = 1; groups <= (isCompressed ? GROUPS - 1 : GROUPS); groups++) {
    const stop = group(bytes, from, end);
    if (stop === from) return total;
    if (isCompressed || groups === GROUPS) {
      for (let cut = from + 1; cut <= stop; cut++) ends[total++] = cut;
    }
    if (byteAt(bytes, stop, end) !== COLON) {
      const before = groups - 1;
      const mayBeIpv4 = isCompressed ? before < GROUPS_BEFORE_IPV4 : before === GROUPS_BEFORE_IPV4;
      return mayBeIpv4 ? ipv4Ends(bytes, from, end, ends, total) : total;
    }
    from = stop + 1;
    if (!isCompressed && groups < GROUPS && isDoubleColon(bytes, stop, end)) {
      isCompressed = true;
      from++;
      ends[total++] = from;
    }
  }
  return total;
}

function isDoubleColon(bytes: Uint8Array, at: number, end: number): boolean {
  return byteAt(bytes, at, end) === COLON && byteAt(bytes, at + 1, end) === COLON;
}

/** The offset after up to four hexadecimal digits, or `at` if there is none. */
function group(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < at + MAX_GROUP_DIGITS && isHexDigit(byteAt(bytes, i, end))) i++;
  return i;
}

const MAC_DIGITS = 12;

/**
 * As `Ends`, for MAC addresses: six pairs of hexadecimal digits, all joined by `:` or all by `-`, or three groups of
 * four joined by dots. A start has at most one end.
 */
export function macEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const isInPairs = byteAt(bytes, at + 4, end) !== DOT;
  const size = isInPairs ? 2 : 4;
  const mark = byteAt(bytes, at + size, end);
  if (isInPairs ? mark !== COLON && mark !== DASH : mark !== DOT) return 0;
  let i = at;
  for (let digits = 0; digits < MAC_DIGITS; digits++) {
    if (digits > 0 && digits % size === 0 && byteAt(bytes, i++, end) !== mark) return 0;
    if (!isHexDigit(byteAt(bytes, i++, end))) return 0;
  }
  ends[0] = i;
  return 1;
}

const UUID_LENGTH = 36;

/** As `Ends`, for UUIDs: 8, 4, 4, 4 and 12 hexadecimal digits, separated by dashes. A start has at most one end. */
export function uuidEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + UUID_LENGTH > end) return 0;
  const words = wordView(bytes);
  // Most other texts differ in the first word.
  if (nonHexDigits(words.getInt32(at, true)) !== 0) return 0;
  const misfit =
    nonHexDigits(words.getInt32(at + 4, true)) |
    dashMisfit(words.getInt32(at + 8, true), 0) |
    dashMisfit(words.getInt32(at + 12, true), 1) |
    dashMisfit(words.getInt32(at + 16, true), 2) |
    dashMisfit(words.getInt32(at + 20, true), 3) |
    nonHexDigits(words.getInt32(at + 24, true)) |
    nonHexDigits(words.getInt32(at + 28, true)) |
    nonHexDigits(words.getInt32(at + 32, true));
  if (misfit !== 0) return 0;
  ends[0] = at + UUID_LENGTH;
  return 1;
}

/** Zero if a word has a dash in this place and hexadecimal digits in the others. */
function dashMisfit(word: number, place: number): number {
  const dash = 0xff << (8 * place);
  return ((word ^ (DASH << (8 * place))) & dash) | (nonHexDigits(word) & ~dash);
}

/**
 * Fills `ends` with every position where a text of some kind may end that starts exactly at `at`, and returns their
 * count. Positions are exclusive and refer to the buffer. They are distinct, greater than `at` and at most `end`, and
 * the largest comes first. Bytes before `at`, or from `end` on, do not matter.
 */
export type Ends = (bytes: Uint8Array, at: number, end: number, ends: number[]) => number;

/** Reverses the first `count` ends, which ascend, so that the largest comes first. Returns the count. */
export function longestFirst(ends: number[], count: number): number {
  for (let low = 0, high = count - 1; low < high; low++, high--) {
    const end = ends[low]!;
    ends[low] = ends[high]!;
    ends[high] = end;
  }
  return count;
}
