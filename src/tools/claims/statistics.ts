// Probabilities of what chance does, and which of many questions they answer.

import type { Claim } from "./claim.ts";

/** At most this share of comparisons of equal logs makes any claim. */
export const LEVEL = 0.05;

/** The coefficients of Lanczos' approximation of the gamma function, with g = 7. Its relative error is about 1e-15. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

const MAX_STEPS = 10_000;
const TINY = 1e-300;

/**
 * The regularized incomplete beta function I_x(a, b), by its continued fraction (NIST, Digital Library of Mathematical
 * Functions, 8.17.22) and Lentz's method. Takes about the square root of the larger parameter in steps.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return front * fraction;
}

function nonZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}

/** The probability of at least `count` hits in `total` tries with this chance each; both may be fractions. */
export function atLeast(count: number, total: number, chance: number): number {
  return count <= 0 ? 1 : incompleteBeta(chance, count, total - count + 1);
}

/** The probability of a value of Student's distribution beyond `t` on either side. */
function studentTails(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** Student's distribution is as good as normal with so many degrees of freedom. */
const MANY_DEGREES = 1e6;

/** The probability of a standard normal value beyond `z`, which is positive, on either side. */
export function normalTails(z: number): number {
  return studentTails(z, MANY_DEGREES);
}

/** What is compared of a run: a logarithm, and the variance that chance gives it. */
export interface Effect {
  readonly value: number;
  readonly variance: number;
}

/**
 * The probability that one more good run differs as much from the others, two-sided: Student's test of a single value,
 * with the variance of the good runs beyond that of chance. That there is none counts like one more run, as two runs
 * tell little of it. It is 1 for what is not beyond every good run.
 */
export function noiseOf(good: readonly Effect[], next: Effect | undefined): number {
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

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Whether two logs differ in one respect: what is asked before anything is claimed. */
export interface Question {
  /** The probability of such a difference, or a larger one, by chance. Asked only if there may be an answer. */
  readonly p: () => number;
  /** The least probability that these counts allow. Questions that no counts could answer are not asked. */
  readonly least: number;
  /** See `noiseOf`; absent if only chance counts. */
  readonly noise?: (() => number) | undefined;
  /** What is claimed if the answer is yes, as if that were certain. */
  readonly claims: () => readonly Claim[];
}

/**
 * The claims of the questions that are answered with yes, by chance and by the noise of good runs, if at most `LEVEL`
 * of comparisons of equal logs make any. The questions are one of so many families.
 */
export function claimsOf(
  questions: readonly Question[],
  families = 1,
): { readonly claims: Claim[]; readonly asked: number } {
  const asked = askable(questions, families);
  const byChance = answered(asked, ({ p }) => p(), families);
  const byNoise = answered(byChance, ([{ noise }]) => noise?.() ?? 0, 1);
  const claims = byNoise.flatMap(([[question, known], chance]) =>
    question.claims().map((claim) => ({ ...claim, confidence: claim.confidence * (1 - Math.max(known, chance)) })),
  );
  return { claims, asked: asked.length };
}

/** Those that are answered with yes, with what is left to chance, the surest first: Holm's procedure (1979). */
function answered<Item>(
  items: readonly Item[],
  pOf: (item: Item) => number,
  families: number,
): (readonly [item: Item, chance: number])[] {
  const sorted = items.map((item) => [item, pOf(item)] as const).sort(([, a], [, b]) => a - b);
  let chance = 0;
  const adjusted = sorted.map(([item, p], i) => {
    chance = Math.max(chance, Math.min(1, p * (items.length - i) * families));
    return [item, chance] as const;
  });
  return adjusted.filter(([, chance]) => chance <= LEVEL);
}

/** The largest set of questions that could be answered by their counts if all of the set are asked (Tarone, 1990). */
function askable(questions: readonly Question[], families: number): Question[] {
  const sorted = questions.toSorted((a, b) => a.least - b.least);
  let count = sorted.length;
  while (count > 0 && sorted[count - 1]!.least > LEVEL / (count * families)) count--;
  return sorted.slice(0, count);
}
