// Questions about how often something comes: lines of an event among all, lines with a value among those of an event,
// requests with a step. The strongest difference is found first, and its lines leave the totals of the others, so that
// one loud event does not make all others rarer.

import { type Count, PARTS } from "./blocks.ts";
import { type Both, type Claim, type Frequency, IMPORTANCE } from "./claim.ts";
import { atLeast, type Question, sumOf } from "./statistics.ts";

/** A ratio that has become less than so many times as large, or as small, matters to nobody. */
const BAND = 1.1;
/** How much what is known of all counts weighs against what the parts of one count say. */
const PRIOR_PARTS = 15;
/** Of fewer lines, parts tell nothing. */
const MIN_LINES = 5;
/** More dispersed counts say no more. */
export const MAX_DISPERSION = 20;
/** Bursts in one log alone: how dispersed they are, and how many each log has at least. */
const MIN_BURST = 3;
const MIN_ALONE = 2;
/** Fewer lines of both logs tell nothing by themselves. */
export const MIN_TOLD = 8;
/** From this probability on, a difference does not leave the totals of the others. */
const CLEAR = 0.01;
const MAX_ROUNDS = 200;
/** Of differences that are at least this share as strong as the strongest, the largest is taken first. */
const STRONG = 0.5;

/** How often something comes in both logs, and in which parts of them. */
export interface Counted extends Both<number> {
  /** By how much the variance exceeds that of independent lines at least. */
  readonly excess: number;
  readonly parts: Both<ArrayLike<number>>;
}

export interface CountAnswer {
  /** Two-sided. Found when it is first asked for: most questions are not asked, as the least one is too large. */
  readonly p: () => number;
  readonly least: number;
  readonly isMore: boolean;
}

const NO_PARTS = new Float64Array(PARTS);

/** How often both logs have something. Its parts are found when asked for: most things are too rare for that. */
export function countedIn({ old, new: next }: Both<Count | undefined>, excess = 1): Counted {
  let parts: Counted["parts"] | undefined;
  return {
    ...{ old: old?.count ?? 0, new: next?.count ?? 0, excess },
    get parts() {
      parts ??= { old: old?.blocks.parts ?? NO_PARTS, new: next?.blocks.parts ?? NO_PARTS };
      return parts;
    },
  };
}

export function evenly({ old, new: next }: Both<number>): Counted {
  return {
    old,
    new: next,
    excess: 1,
    parts: { old: NO_PARTS.map(() => old / PARTS), new: NO_PARTS.map(() => next / PARTS) },
  };
}

/** How bursts in one log relate to those in the other: 0 if they come at the same places, 1 if they come anywhere. */
export class Burstiness {
  private excess = 0;
  private own = 0;
  /** How bursty the counts are that one log alone has. */
  private readonly alone: Both<number[]> = { old: [], new: [] };
  private readonly mostAlone: number;
  private readonly known = new Map<Counted, Dispersion>();

  /** `mostAlone` is by how much the variance of a count that one log alone has may exceed that of independent lines. */
  constructor(mostAlone: number) {
    this.mostAlone = mostAlone;
  }

  learn(counted: Counted, total: Counted): void {
    const { old, new: next } = counted;
    const isInBoth = Math.min(old, next) >= MIN_LINES;
    if (!isInBoth && (Math.max(old, next) < 2 * MIN_LINES || Math.min(old, next) > 0)) return;
    const dispersion = dispersionOf(counted, total);
    this.known.set(counted, dispersion);
    const { paired, single, degrees } = dispersion;
    const own = degrees * (Math.min(single, MAX_DISPERSION) - 1);
    if (isInBoth) {
      this.excess += degrees * (Math.min(paired, MAX_DISPERSION) - 1);
      this.own += own;
    } else if (single > MIN_BURST) this.alone[next === 0 ? "old" : "new"].push(own);
  }

  /**
   * The share of bursts that have nothing to do with the other log. If both logs have bursts of their own, these are
   * such ones, too; if one alone has them, they may be what has changed.
   */
  private get share(): number {
    const { old, new: next } = this.alone;
    const count = Math.min(old.length, next.length);
    const inBoth = count < MIN_ALONE ? 0 : sumOf([...old.slice(0, count), ...next.slice(0, count)]);
    const own = this.own + inBoth;
    return own <= 0 ? 0 : Math.min(1, Math.max(0, (this.excess + inBoth) / own));
  }

  /** By how much the variance of a count exceeds that of independent lines. */
  of(counted: Counted, total: Counted): number {
    const { paired, single, degrees } = this.known.get(counted) ?? dispersionOf(counted, total);
    const expected = 1 + this.share * Math.max(0, single - 1);
    const least = Math.max(1, counted.excess);
    if (Math.min(counted.old, counted.new) < MIN_LINES) return Math.max(least, Math.min(this.mostAlone, expected));
    return Math.max(least, (degrees * paired + PRIOR_PARTS * expected) / (degrees + PRIOR_PARTS));
  }
}

type Dispersion = ReturnType<typeof dispersionOf>;

/**
 * How much more the parts of a count vary than those of independent lines: `paired`, between the logs, and `single`, in
 * both together. `degrees` is how many degrees of freedom tell.
 */
function dispersionOf(counted: Counted, total: Counted) {
  const all = counted.old + counted.new;
  const ofAll = total.old + total.new;
  const { old: olds, new: news } = counted.parts;
  const { old: allOld, new: allNew } = total.parts;
  /** The new log's share of a part, drawn towards that of the whole where there is little. */
  const chanceIn = (i: number): number => (allNew[i]! + total.new / ofAll) / (allOld[i]! + allNew[i]! + 1);
  // The odds that are common to all parts.
  let expectedNew = 0;
  for (let i = 0; i < PARTS; i++) expectedNew += (olds[i]! + news[i]!) * chanceIn(i);
  const odds = ratioOf(counted.new, counted.old) / ratioOf(expectedNew, all - expectedNew);
  let [paired, pairedParts, single, singleParts] = [0, 0, 0, 0];
  for (let i = 0; i < PARTS; i++) {
    const here = olds[i]! + news[i]!;
    const mean = (all * (allOld[i]! + allNew[i]!)) / ofAll;
    if (mean > 0) {
      single += (here - mean) ** 2 / mean;
      singleParts++;
    }
    const chance = chanceIn(i);
    const adjusted = (odds * chance) / (1 - chance + odds * chance);
    const variance = here * adjusted * (1 - adjusted);
    if (variance > 0) {
      paired += (news[i]! - here * adjusted) ** 2 / variance;
      pairedParts++;
    }
  }
  const meanOf = (sum: number, count: number): number => (count > 1 ? sum / (count - 1) : 1);
  return {
    paired: meanOf(paired, pairedParts),
    single: meanOf(single, singleParts),
    degrees: Math.max(0, pairedParts - 1),
  };
}

function ratioOf(one: number, other: number): number {
  return (one + 0.5) / (other + 0.5);
}

/**
 * Whether the ratio of a count to all others has changed. `excess` is by how much its variance exceeds that of
 * independent lines, and `excessOfOthers` that of the others. The smaller of the two sides is what is counted: the
 * larger one tells what is expected of it, with an uncertainty of its own.
 */
export function answerFor(
  counted: Both<number>,
  others: Both<number>,
  excess: number,
  excessOfOthers = 1,
): CountAnswer {
  if (others.old + others.new === 0) return { p: () => 1, least: 1, isMore: false };
  const isMore = counted.new * others.old > counted.old * others.new;
  const isSmall = counted.old + counted.new <= others.old + others.new;
  const [tested, reference] = isSmall ? [counted, others] : [others, counted];
  const all = tested.old + tested.new;
  const [own, known] = isSmall ? [excess, excessOfOthers] : [excessOfOthers, excess];
  const weight = all / (own + (known * all) / (reference.old + reference.new));
  const expected = ratioOf(reference.new, reference.old);
  const [more, fewer] = [chanceOf(expected * BAND), chanceOf(BAND / expected)];
  const [hits, chance] = isMore === isSmall ? [tested.new, more] : [tested.old, fewer];
  let p: number | undefined;
  return {
    p: () => {
      p ??= Math.min(1, 2 * atLeast((hits / all) * weight, weight, chance));
      return p;
    },
    least: 2 * Math.min(more ** weight, fewer ** weight),
    isMore,
  };
}

export function changeOf({ old, new: next }: Both<number>, { isMore }: CountAnswer): "new" | "gone" | "more" | "fewer" {
  if (old === 0) return "new";
  if (next === 0) return "gone";
  return isMore ? "more" : "fewer";
}

export function frequencies(count: Both<number>, total: Both<number>): Both<Frequency> {
  return { old: { count: count.old, total: total.old }, new: { count: count.new, total: total.new } };
}

export function questionOf({ p, least }: CountAnswer, claim: () => Claim): Question {
  return { p, least, claims: () => [claim()] };
}

export function othersIn(total: Both<number>, count: Both<number>): Both<number> {
  return { old: total.old - count.old, new: total.new - count.new };
}

/** The evidence in orders of magnitude, which counts for less the more there is. */
export function weightOf(change: Claim["change"], { p }: CountAnswer, share: number): number {
  return IMPORTANCE[change] * Math.sqrt(-Math.log10(p() + 1e-300)) * (0.2 + Math.sqrt(share));
}

function chanceOf(odds: number): number {
  return odds / (1 + odds);
}

function without(total: Counted, { parts, ...counted }: Counted): Counted {
  // A loop, because `map` of typed arrays is slow.
  const left = { old: new Float64Array(PARTS), new: new Float64Array(PARTS) };
  for (const side of ["old", "new"] as const)
    for (let i = 0; i < PARTS; i++) left[side][i] = Math.max(0, total.parts[side][i]! - parts[side][i]!);
  return { ...othersIn(total, counted), excess: 1, parts: left };
}

export function answersFor(counts: readonly Counted[], total: Counted, burstiness: Burstiness): CountAnswer[] {
  let left: Both<number> = total;
  const items = counts.map((counted) => {
    const { old, new: next } = counted;
    const isRare = old + next < MIN_TOLD;
    return {
      ...{ counted, isRare, isOut: false },
      // A count that one log alone has is compared with all others, whatever else has changed.
      isAlone: old === 0 || next === 0,
      excess: isRare ? 1 : burstiness.of(counted, total),
      excessOfOthers: isRare ? 1 : burstiness.of(without(total, counted), total),
    };
  });
  type Item = (typeof items)[number];
  // Others are compared with those that have not clearly changed.
  const othersOf = ({ counted, isAlone, isOut }: Item): Both<number> =>
    isAlone ? othersIn(total, counted) : isOut ? left : othersIn(left, counted);
  const answer = (item: Item): CountAnswer => answerFor(item.counted, othersOf(item), item.excess, item.excessOfOthers);
  const takeOut = (item: Item): void => {
    item.isOut = true;
    left = othersIn(left, item.counted);
  };
  for (const item of items) if (item.isAlone && answer(item).p() <= CLEAR) takeOut(item);
  for (let round = 0; round < Math.min(counts.length - 1, MAX_ROUNDS); round++) {
    const strong = items
      .filter(({ isOut, isRare, isAlone }) => !isOut && !isRare && !isAlone)
      .map((item) => ({ item, strength: strengthOf(item.counted, othersOf(item), item.excess) }));
    const enough = strong.reduce((most, { strength }) => Math.max(most, strength), 0) * STRONG;
    // What has lost to a new value is as clear as that, but not what has happened.
    let best: Item | undefined;
    let largest = 0;
    for (const { item, strength } of strong) {
      if (strength === 0 || strength < enough) continue;
      const { old, new: next } = item.counted;
      const size = Math.abs(Math.log(ratioOf(next, old) / ratioOf(left.new, left.old)));
      if (size > largest) [best, largest] = [item, size];
    }
    if (best === undefined || answer(best).p() > CLEAR) break;
    takeOut(best);
  }
  return items.map((item) => {
    const { old, new: next } = item.counted;
    const found = answer(item);
    // What has a smaller share of all lines is not said to come more often, whatever became of the others.
    return found.isMore === next * total.old > old * total.new ? found : { ...found, p: () => 1 };
  });
}

/** The deviance of a count and the others from one ratio: larger for stronger evidence, and the same for both. */
function strengthOf(counted: Both<number>, others: Both<number>, excess: number): number {
  const chance = (counted.new + others.new) / (counted.old + others.old + counted.new + others.new);
  const term = (observed: number, expected: number): number =>
    observed === 0 ? 0 : observed * Math.log(observed / expected);
  const deviance = ({ old, new: next }: Both<number>): number =>
    term(next, (old + next) * chance) + term(old, (old + next) * (1 - chance));
  return (2 * (deviance(counted) + deviance(others))) / excess;
}
