import type { Claim } from "./claim.ts";
import type { CountAnswer } from "./counts.ts";

/** How much each change tells, if it is as sure and concerns as many lines. */
const IMPORTANCE: Readonly<Record<Claim["change"], number>> = {
  new: 4,
  new_value: 3,
  gone: 2,
  new_variant: 2,
  gone_variant: 1,
  share: 2,
  gone_value: 1,
  slower: 2,
  faster: 1,
  larger: 1,
  smaller: 1,
  more: 1,
  fewer: 1,
};

/** The evidence in orders of magnitude, which counts for less the more there is. */
export function weightOf(change: Claim["change"], { p }: CountAnswer, share: number): number {
  return IMPORTANCE[change] * Math.sqrt(-Math.log10(p + 1e-300)) * (0.2 + Math.sqrt(share));
}

export function weightOfShift(size: number, share: number): number {
  return IMPORTANCE.slower * 4 * Math.min(2, size) * (0.2 + Math.sqrt(share));
}
