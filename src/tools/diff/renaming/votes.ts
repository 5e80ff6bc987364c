import { NumberList, PairNumbers } from "../../../text/collections/numbers.ts";
import { type AliasedLogs, NO_VALUE } from "./aliased-lines.ts";
import type { Renaming } from "./renaming.ts";

/** The votes of two lines that certainly match, and of two lines that other lines may match just as well. */
const CERTAIN = 4;
const UNCERTAIN = 1;

/** A pair cannot have more votes than this. */
const MAX_VOTES = 0xffff;

/** Votes for pairs of values: that a value of the new log stands for one of the old log. */
export class Votes {
  private readonly pairs = new PairNumbers();
  /** By the number of the pair. */
  private readonly weights = new NumberList();

  /** Adds votes for the pairs of values that stand at the same positions of two lines that match. */
  addFor({ old, next }: AliasedLogs, i: number, j: number, isCertain: boolean): void {
    const [from, other] = [old.starts[i]!, next.starts[j]!];
    const count = old.starts[i + 1]! - from;
    const weight = isCertain ? CERTAIN : UNCERTAIN;
    for (let k = 0; k < count; k++) this.add(old.values[from + k]!, next.values[other + k]!, weight);
  }

  /** Adds votes for a pair of values. */
  add(old: number, next: number, weight: number): void {
    const { weights } = this;
    const pair = this.pairs.of(old, next);
    if (pair === weights.length) weights.push(0);
    weights.set(pair, Math.min(weights.at(pair) + weight, MAX_VOTES));
  }

  /** Pairs the free values, those with most votes first. Of equally good pairs, the one that was seen first. */
  decide(renaming: Renaming): Renaming {
    const order = descending(this.weights.values());
    for (const pair of order) renaming.tryPair(this.pairs.first(pair), this.pairs.second(pair));
    return renaming;
  }

  /** Adds to the votes for pairs of values that are equal texts, so that they win against equally good ones. */
  prefer(partners: Uint32Array): void {
    const { pairs, weights } = this;
    for (let pair = 0; pair < weights.length; pair++) {
      const same = partners[pairs.first(pair)]!;
      if (same !== NO_VALUE && same === pairs.second(pair)) this.add(pairs.first(pair), same, 1);
    }
  }
}

/** The indexes of the numbers, the greatest number first. A counting sort: equal numbers keep their order. */
function descending(numbers: Uint32Array): Uint32Array {
  const max = numbers.reduce((max, number) => Math.max(max, number), 0);
  const starts = new Uint32Array(max + 2);
  for (const number of numbers) starts[max - number + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const order = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) order[starts[max - numbers[i]!]!++] = i;
  return order;
}
