import { type Claim, IMPORTANCE } from "./claim.ts";
import type { CountAnswer } from "./counts.ts";

/** The evidence in orders of magnitude, which counts for less the more there is. */
export function weightOf(change: Claim["change"], { p }: CountAnswer, share: number): number {
  return IMPORTANCE[change] * Math.sqrt(-Math.log10(p + 1e-300)) * (0.2 + Math.sqrt(share));
}

export function weightOfShift(size: number, share: number): number {
  return IMPORTANCE.slower * 4 * Math.min(2, size) * (0.2 + Math.sqrt(share));
}
