import { byteAt, COLON } from "../timestamp/bytes.ts";
import { isHexDigit } from "./hex-digit.ts";
import { ipv4Ends } from "./ipv4.ts";

const DIGITS = 4;
const GROUPS = 8;
/** An IPv4 address stands for the last two groups. */
const GROUPS_BEFORE_IPV4 = 6;

/**
 * Adds to the `count` ends that are there those of the IPv6 addresses that start at `at`, from the left; gives the new
 * count. They have any of the forms of RFC 4291, section 2.2, where `::` stands for one group of zeros or more, once.
 * Neither a zone nor brackets belong to them.
 */
export function ipv6Ends(bytes: Uint8Array, at: number, end: number, ends: number[], count: number): number {
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
