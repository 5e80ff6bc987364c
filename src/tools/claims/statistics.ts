// Probabilities of what chance does, and which of many questions they answer.

import type { Claim, Effects, Question } from "./claim.ts";

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
export function studentTails(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The probability of a standard normal value above `z`: half the complement of the error function. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  // Below 3 by the integral's series, above by its continued fraction (Abramowitz and Stegun, 26.2.11 and 26.2.14).
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let n = 3; term > 1e-17 * sum; n += 2) {
      term *= (z * z) / n;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let n = 60; n > 0; n--) fraction = z + n / fraction;
  return density / fraction;
}

/**
 * The claims of the questions that are answered with yes, if at most `LEVEL` of comparisons of equal logs make any.
 * The questions are one of so many families. `noiseOf` is the probability of what is compared by more than chance.
 */
export function claimsOf(
  questions: readonly Question[],
  families = 1,
  noiseOf: (effects: Effects) => number = () => 0,
): { readonly claims: Claim[]; readonly asked: number } {
  const byChance = answeredOf(questions, families);
  const byNoise = byChance.answered.map(({ effects, ...question }): Question => {
    return { ...question, p: () => (effects === undefined ? 0 : noiseOf(effects())), least: 0 };
  });
  const claims = answeredOf(byNoise, 1).answered.flatMap((question) => question.claims(1 - question.p()));
  return { claims, asked: byChance.asked };
}

/**
 * The questions that are answered with yes, with their claims by what is left to chance: by Holm's procedure (1979),
 * for the questions that their counts could answer at all (Tarone, 1990).
 */
function answeredOf(
  questions: readonly Question[],
  families: number,
): { readonly answered: Question[]; readonly asked: number } {
  const sorted = askable(questions, families)
    .map((question) => ({ question, p: question.p() }))
    .sort((a, b) => a.p - b.p);
  const answered: Question[] = [];
  let chance = 0;
  for (const [i, { question, p }] of sorted.entries()) {
    chance = Math.max(chance, Math.min(1, p * (sorted.length - i) * families));
    if (chance > LEVEL) break;
    const own = chance;
    const claims: Question["claims"] = (confidence) => question.claims(Math.min(1 - own, confidence));
    answered.push({ ...question, p: () => own, claims });
  }
  return { answered, asked: sorted.length };
}

/** The largest set of questions each of which could be answered if all of the set are asked. */
function askable(questions: readonly Question[], families: number): Question[] {
  const sorted = [...questions].sort((a, b) => a.least - b.least);
  let count = sorted.length;
  while (count > 0 && sorted[count - 1]!.least > LEVEL / (count * families)) count--;
  return sorted.slice(0, count);
}
