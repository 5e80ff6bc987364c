// Questions about how numbers and durations are distributed.

import { type Both, type Claim, type Distribution, IMPORTANCE } from "./claim.ts";
import { answerFor, type CountAnswer } from "./counts.ts";
import { binsOf, type Sketch } from "./numbers.ts";
import type { NumberProfile } from "./profile.ts";
import { normalTails, type Question, sumOf } from "./statistics.ts";

/** A shift of all numbers by less than this factor matters to nobody. */
const BAND = 1.05;
const MIN_COUNT = 20;
/** The tail is what so large a share of the old numbers does not exceed. */
const TAIL = 0.95;
/** Smaller numbers are zero. */
const LEAST = 1e-9;
/** The quantiles that the questions are about, in their order. */
export const QUESTION_SHARES = [0.5, TAIL] as const;
/** Parts of a log tell by how much numbers vary more than independent ones. So many parts are assumed not to. */
const PRIOR_PARTS = 4;

/** What the numbers tell of a claim, with a weight for the share of lines or requests that have any. */
export type NumberFacts = Pick<Claim, "change" | "old" | "new" | "numbers" | "confidence" | "weight">;

/**
 * Asks whether the numbers have become larger or smaller, as a whole and in the tail of the largest ones. Numbers below
 * `unit` count as about as large as each other.
 */
export function numberQuestions(
  pair: Both<NumberProfile>,
  areDurations: boolean,
  share: number,
  claimOf: (facts: NumberFacts) => Claim,
  unit = LEAST,
): Question[] {
  const { old, new: next } = pair;
  if (old.sketch.count < MIN_COUNT || next.sketch.count < MIN_COUNT || old.isCounter || next.isCounter) return [];
  const excess = excessOf(pair);
  const [larger, smaller] = areDurations ? (["slower", "faster"] as const) : (["larger", "smaller"] as const);
  const question = (p: () => number, least: number, isLarger: boolean, quantile: number): Question => ({
    p,
    least,
    claims: (confidence) => [
      claimOf({
        change: isLarger ? larger : smaller,
        old: distributionOf(old.sketch),
        new: distributionOf(next.sketch),
        numbers: { old: old.sketch, new: next.sketch },
        confidence,
        weight: IMPORTANCE.slower * 4 * Math.min(2, changeOf(quantile)) * (0.2 + Math.sqrt(share)),
      }),
    ],
  });
  const sizeOf = ({ sketch }: NumberProfile, quantile: number): number => Math.abs(sketch.quantile(quantile)) + unit;
  const changeOf = (quantile: number): number => Math.abs(Math.log(sizeOf(next, quantile) / sizeOf(old, quantile)));
  const shift = shiftOf(old.sketch, next.sketch, excess);
  const tail = tailOf(old.sketch, next.sketch, excess);
  return [
    question(() => shift.p, 0, shift.isLarger, 0.5),
    ...(tail.isMore ? [question(tail.p, tail.least, true, TAIL)] : []),
  ];
}

/** Quantiles are known to a percent, so four digits suffice. */
function distributionOf(sketch: Sketch): Distribution {
  const at = (share: number): number => Number(sketch.quantile(share).toPrecision(4));
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Whether the new numbers are larger or smaller than the old ones times `BAND`: the test of Mann and Whitney, with its
 * correction for ties, on the bins of the sketches.
 */
function shiftOf(old: Sketch, next: Sketch, excess: number): { p: number; isLarger: boolean } {
  const larger = rankScore(old, next, binsOf(BAND));
  const smaller = rankScore(old, next, -binsOf(BAND));
  const z = Math.max(larger, -smaller, 0) / Math.sqrt(excess);
  return { p: normalTails(z), isLarger: larger > -smaller };
}

/** The standard score of the new numbers' ranks among those of both, when the old ones are moved by `shift` bins. */
function rankScore(old: Sketch, next: Sketch, shift: number): number {
  const bins = new Map<number, [old: number, next: number]>();
  for (const [bin, count] of old.entries()) bins.set(bin + Math.sign(bin) * shift, [count, 0]);
  for (const [bin, count] of next.entries()) {
    const known = bins.get(bin);
    if (known === undefined) bins.set(bin, [0, count]);
    else known[1] += count;
  }
  const [m, n] = [old.count, next.count];
  let below = 0;
  let wins = 0;
  let ties = 0;
  for (const [, [olds, news]] of [...bins].sort(([a], [b]) => a - b)) {
    wins += news * (below + olds / 2);
    ties += (olds + news) ** 3 - (olds + news);
    below += olds;
  }
  const all = m + n;
  const variance = ((m * n) / 12) * (all + 1 - ties / (all * (all - 1)));
  return variance > 0 ? (wins - (m * n) / 2) / Math.sqrt(variance) : 0;
}

function tailOf(old: Sketch, next: Sketch, excess: number): CountAnswer {
  const limit = old.quantile(TAIL) * BAND;
  const [olds, news] = [old, next].map((sketch) => sketch.countAbove(limit)) as [number, number];
  return answerFor({ old: olds, new: news }, { old: old.count - olds, new: next.count - news }, excess);
}

/** By how much the differences of the means of parts vary more than those of independent numbers. */
function excessOf({ old, new: next }: Both<NumberProfile>): number {
  const [olds, news] = [partsOf(old), partsOf(next)];
  const parts = olds.flatMap((own, i) => {
    const other = news[i]!;
    if (own.count < 2 || other.count < 2) return [];
    const weight = (own.count * other.count) / (own.count + other.count);
    return [
      { weight, difference: other.mean - own.mean, within: own.within + other.within, count: own.count + other.count },
    ];
  });
  const variance = sumOf(parts.map(({ within }) => within)) / sumOf(parts.map(({ count }) => count - 2));
  if (parts.length < 3 || !(variance > 0)) return 1;
  const mean =
    sumOf(parts.map(({ difference, weight }) => difference * weight)) / sumOf(parts.map(({ weight }) => weight));
  const spread = sumOf(parts.map(({ difference, weight }) => weight * (difference - mean) ** 2));
  return Math.max(1, (spread / variance + PRIOR_PARTS) / (parts.length - 1 + PRIOR_PARTS));
}

/** How many numbers each part of a log has, the mean of their logarithms, and how far these are from it. */
function partsOf({ counts, sums, squares }: NumberProfile) {
  const [ofSums, ofSquares] = [sums.parts, squares.parts];
  return Array.from(counts.parts, (count, i) => {
    return { count, mean: ofSums[i]! / count, within: ofSquares[i]! - ofSums[i]! ** 2 / count };
  });
}
