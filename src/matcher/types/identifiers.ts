// Types of a bounded length that name a machine or a thing: addresses and UUIDs.
import { byteAt, COLON, DASH, DOT, isDigit, isHexDigit } from "../line/bytes.ts";
import { longestFirst } from "./field-type.ts";

/**
 * As `Ends`, for IPv4 and IPv6 addresses. A start has the ends of one kind only, as the first mark in it is a dot or a
 * colon; they are fewer than 40.
 */
export function ipEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const count = ipv4Ends(bytes, at, end, ends, 0);
  return longestFirst(ends, count > 0 ? count : ipv6Ends(bytes, at, end, ends, 0));
}

const ZERO = 0x30;

/**
 * Adds to the `count` ends that are there those of the IPv4 addresses that start at `at`, from the left; gives the new
 * count. They are four numbers from 0 to 255 in decimal. One with a zero before it is none: some programs read it as octal.
 */
function ipv4Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
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

const DIGITS = 4;
const GROUPS = 8;
/** An IPv4 address stands for the last two groups. */
const GROUPS_BEFORE_IPV4 = 6;

/**
 * Adds to the `count` ends that are there those of the IPv6 addresses that start at `at`, from the left; gives the new
 * count. They have any of the forms of RFC 4291, section 2.2, where `::` stands for one group of zeros or more, once.
 * Neither a zone nor brackets belong to them.
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
      const isPlaceOfIpv4 = isCompressed ? before < GROUPS_BEFORE_IPV4 : before === GROUPS_BEFORE_IPV4;
      return isPlaceOfIpv4 ? ipv4Ends(bytes, from, end, ends, total) : total;
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

/** The place after up to four hexadecimal digits, `at` itself without one. */
function group(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < at + DIGITS && isHexDigit(byteAt(bytes, i, end))) i++;
  return i;
}

const UUID_LENGTH = 36;

/** As `Ends`, for UUIDs: groups of 8, 4, 4, 4 and 12 hexadecimal digits with dashes between. A start has one end at most. */
export function uuidEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + UUID_LENGTH > end) return 0;
  for (let i = 0; i < UUID_LENGTH; i++) {
    const byte = bytes[at + i]!;
    const isRight = i === 8 || i === 13 || i === 18 || i === 23 ? byte === DASH : isHexDigit(byte);
    if (!isRight) return 0;
  }
  ends[0] = at + UUID_LENGTH;
  return 1;
}
