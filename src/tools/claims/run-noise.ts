// Runs of the same work differ by more than chance. Several good ones tell by how much.

import type { Table } from "./blocks.ts";
import type { Effect, Effects } from "./claim.ts";
import type { NumberProfile } from "./field-profile.ts";
import { studentTails } from "./statistics.ts";

/** How often something comes, by its odds. */
export function effectOfCount(count: number, total: number): Effect {
  const [hits, others] = [count + 0.5, total - count + 0.5];
  return { value: Math.log(hits / others), variance: 1 / hits + 1 / others };
}

/** The variance of a quantile of n normal values, times n and divided by theirs. */
const QUANTILE_VARIANCES: Readonly<Record<0.5 | 0.95, number>> = { 0.5: 1.57, 0.95: 4.47 };

/** How large numbers are, by a quantile. */
export function effectOfQuantile({ sketch, sums, squares }: NumberProfile, share: 0.5 | 0.95): Effect {
  const { count } = sketch;
  const [sum, squared] = [sums, squares].map(sumOf) as [number, number];
  const variance = Math.max(0, squared / count - (sum / count) ** 2);
  const value = Math.log(Math.abs(sketch.quantile(share)) + 1e-9);
  return { value, variance: (QUANTILE_VARIANCES[share] * variance) / count };
}

/**
 * The probability that one more good run differs as much from the others, two-sided: Student's test of a single value,
 * with the variance of the good runs beyond that of chance. That there is none counts like one more run, as two runs
 * tell little of it. It is 1 for what is not beyond every good run.
 */
export function noiseOf({ good, next }: Effects): number {
  const count = good.length;
  if (next === undefined || count < 2) return 0;
  const values = good.map(({ value }) => value);
  if (next.value >= Math.min(...values) && next.value <= Math.max(...values)) return 1;
  const mean = sumOf(values) / count;
  const chance = sumOf(good.map(({ variance }) => variance)) / count;
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  const variance = Math.max(0, squares - (count - 1) * chance) / count;
  return studentTails(Math.abs(next.value - mean) / Math.sqrt(variance * (1 + 1 / count)), count);
}

export function sumOf(numbers: Table | readonly number[]): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
