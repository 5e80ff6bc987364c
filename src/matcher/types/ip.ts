import { ipv4Ends } from "./ipv4.ts";
import { ipv6Ends } from "./ipv6.ts";
import { longestFirst } from "./longest-first.ts";

/**
 * As `Ends`, for IPv4 and IPv6 addresses. A start has the ends of one kind only, as the first mark in it is a dot or a
 * colon; they are fewer than 40.
 */
export function ipEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const count = ipv4Ends(bytes, at, end, ends, 0);
  return longestFirst(ends, count > 0 ? count : ipv6Ends(bytes, at, end, ends, 0));
}
