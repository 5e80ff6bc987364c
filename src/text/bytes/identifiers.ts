// Texts of bounded length that identify something: IP addresses, MAC addresses, UUIDs and times of Linux's kernel.

import {
  byteAt,
  CLOSING_BRACKET,
  COLON,
  DASH,
  DOT,
  digits,
  isHexDigit,
  numberAt,
  OPENING_BRACKET,
  SPACE,
} from "./ascii.ts";

/**
 * As `Ends`, for IPv4 and IPv6 addresses. A start has ends of only one of them, because the first mark after it is
 * either a dot or a colon. It has fewer than 40 ends.
 */
export function ipEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const isIpv4 = byteAt(bytes, at + digits(bytes, at, end, MAX_OCTET_DIGITS), end) === DOT;
  return longestFirst(ends, (isIpv4 ? ipv4Ends : ipv6Ends)(bytes, at, end, ends, 0));
}

const MAX_OCTET_DIGITS = 3;

/**
 * Adds the ends of the IPv4 addresses that start at `at` to the first `count` ends, in ascending order, and returns the
 * new count. An address is four decimal numbers from 0 to 255 without leading zeros, which some programs would read as
 * octal.
 */
function ipv4Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
  let from = at;
  for (let dots = 0; dots < 3; dots++) {
    const length = octetLength(bytes, from, end);
    if (length === 0 || byteAt(bytes, from + length, end) !== DOT) return count;
    from += length + 1;
  }
  const last = from + octetLength(bytes, from, end);
  let total = count;
  for (let stop = from + 1; stop <= last; stop++) ends[total++] = stop;
  return total;
}

/** The length of the longest number up to 255 at an offset; 0 if there is none. */
function octetLength(bytes: Uint8Array, at: number, end: number): number {
  const length = digits(bytes, at, end, MAX_OCTET_DIGITS);
  if (length > 1 && numberAt(bytes, at, 1) === 0) return 1;
  return length === MAX_OCTET_DIGITS && numberAt(bytes, at, length) > 255 ? length - 1 : length;
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

const UUID = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/** As `Ends`, for UUIDs: 8, 4, 4, 4 and 12 hexadecimal digits, separated by dashes. A start has at most one end. */
export function uuidEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + UUID.length > end) return 0;
  for (let i = 0; i < UUID.length; i++) {
    const byte = bytes[at + i]!;
    if (UUID[i] === "-" ? byte !== DASH : !isHexDigit(byte)) return 0;
  }
  ends[0] = at + UUID.length;
  return 1;
}

const MIN_SECONDS_WIDTH = 5;
const MAX_SECONDS_DIGITS = 12;
const MICROSECONDS_DIGITS = 6;

/** As `Ends`, for `[   12.345678]`: seconds, padded with blanks, and microseconds. A start has at most one end. */
export function uptimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  let from = at + 1;
  while (from < at + MIN_SECONDS_WIDTH && byteAt(bytes, from, end) === SPACE) from++;
  const dot = from + digits(bytes, from, end, MAX_SECONDS_DIGITS);
  const close = dot + 1 + digits(bytes, dot + 1, end, MICROSECONDS_DIGITS);
  if (dot <= at + MIN_SECONDS_WIDTH || close !== dot + 1 + MICROSECONDS_DIGITS) return 0;
  const isMarked = byteAt(bytes, at, end) === OPENING_BRACKET && byteAt(bytes, dot, end) === DOT;
  if (!isMarked || byteAt(bytes, close, end) !== CLOSING_BRACKET) return 0;
  ends[0] = close + 1;
  return 1;
}

/**
 * Fills `ends` with every position where a text of some kind may end that starts exactly at `at`, and returns their
 * count. Positions are exclusive and refer to the buffer. They are distinct, greater than `at` and at most `end`, and
 * the largest comes first. Bytes before `at`, or from `end` on, do not matter.
 */
export type Ends = (bytes: Uint8Array, at: number, end: number, ends: number[]) => number;

/** Reverses the first `count` ends, which ascend, so that the largest comes first. Returns the count. */
function longestFirst(ends: number[], count: number): number {
  for (let low = 0, high = count - 1; low < high; low++, high--) {
    const end = ends[low]!;
    ends[low] = ends[high]!;
    ends[high] = end;
  }
  return count;
}
