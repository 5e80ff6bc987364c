// What chance explains. A change that these tests do not see is none that a comparison should find.

/** The square of 4.75 standard errors: chance exceeds it once in 500,000 questions. */
export const VISIBLE = 22.5;

/** Of a of A, and b of B: twice the log likelihood ratio against one common share. */
export function deviance(a: number, A: number, b: number, B: number): number {
  const part = (seen: number, all: number): number => {
    const expected = ((a + b) * all) / (A + B);
    return term(seen, expected) + term(all - seen, all - expected);
  };
  return 2 * (part(a, A) + part(b, B));
}

function term(seen: number, expected: number): number {
  return seen === 0 ? 0 : seen * Math.log(seen / expected);
}

/** The square of the standardized rank sum of Mann and Whitney, ties by their middle rank. */
export function rankDeviance(old: readonly number[], changed: readonly number[]): number {
  const all = [...old.map((value) => [value, 0]), ...changed.map((value) => [value, 1])] as [number, number][];
  all.sort(([a], [b]) => a - b);
  let sum = 0;
  let ties = 0;
  for (let i = 0; i < all.length; ) {
    let end = i;
    while (end < all.length && all[end]![0] === all[i]![0]) end++;
    for (let k = i; k < end; k++) if (all[k]![1] === 1) sum += (i + end + 1) / 2;
    ties += (end - i) ** 3 - (end - i);
    i = end;
  }
  const [m, n, N] = [changed.length, old.length, all.length];
  const variance = ((m * n) / 12) * (N + 1 - ties / (N * (N - 1)));
  return variance > 0 ? (sum - (m * (N + 1)) / 2) ** 2 / variance : 0;
}

/** The deviance of how many numbers are larger than nearly all of the old ones. */
export function tailDeviance(old: readonly number[], changed: readonly number[]): number {
  const bound = old.toSorted((a, b) => a - b)[Math.floor(0.95 * old.length)] ?? 0;
  const above = (numbers: readonly number[]): number => numbers.filter((number) => number > bound).length;
  return deviance(above(old), old.length, above(changed), changed.length);
}
