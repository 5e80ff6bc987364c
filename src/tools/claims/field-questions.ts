// Questions about the fields of events: whether their values are others, and how numbers and durations are distributed.

import { type Both, type Claim, type Distribution, IMPORTANCE } from "./claim.ts";
import {
  answerFor,
  answersFor,
  Burstiness,
  type CountAnswer,
  countedIn,
  frequencies,
  MAX_DISPERSION,
  MIN_TOLD,
  questionOf,
  weightOf,
} from "./counts.ts";
import type { EventPair } from "./event-questions.ts";
import { effectOfCount, effectOfQuantile, noiseIn } from "./event-questions.ts";
import { binsOf, type Sketch, secondsOf } from "./numbers.ts";
import { type FieldProfile, MAX_NUMBER_VALUES, type NumberProfile, type ProfiledValue } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { normalTails, type Question, sumOf } from "./statistics.ts";

/** A duration with so few values is a setting, such as a timeout. */
const MAX_DURATION_VALUES = 3;
/** A field has numbers if at most this share of its captures are none. */
const MAX_OTHERS = 0.1;

interface FieldPair extends Both<FieldProfile> {
  readonly pair: EventPair;
  readonly name: string;
  /** The word for its unit if it is a duration; see `durationUnit`. */
  readonly unit: string | undefined;
  /** What a run has of it. */
  readonly ofRun: (run: Profiles["new"]) => FieldProfile | undefined;
  /** The share of the new log's lines that have it. */
  readonly share: number;
}

/** The fields of the events that both logs have. */
export function fieldPairs(profiles: Profiles, pairs: readonly EventPair[]): FieldPair[] {
  return pairs.flatMap((pair) => {
    const { event, old, new: next } = pair;
    if (old === undefined || next === undefined) return [];
    const share = next.count / profiles.new.blocks.lines;
    return profiles.events.at(event).fields.map(({ name }, i): FieldPair => {
      const own = { old: old.fields[i]!, new: next.fields[i]! };
      const isWritten = 2 * (own.new.numbers?.units ?? 0) > own.new.count;
      const unit = isWritten ? "s" : profiles.events.unitOf(event, name);
      return { pair, name, unit, share, ...own, ofRun: ({ events }) => events[event]?.fields[i] };
    });
  });
}

/** Asks of each field whether its values or its numbers are others. */
export function fieldQuestions(profiles: Profiles, fields: readonly FieldPair[]): Question[] {
  const burstiness = new Burstiness(MAX_DISPERSION);
  const counted = fields.flatMap(countedValues);
  for (const { values, total } of counted) for (const { count } of values) burstiness.learn(count, total);
  return [
    ...counted.flatMap((values) => valueQuestions(profiles, values, burstiness)),
    ...fields.flatMap((field) => questionsOnNumbers(profiles, field)),
  ];
}

/** The values of a field, and how often each comes; nothing if there is nothing to ask. */
function countedValues(field: FieldPair) {
  const { old, new: next, unit } = field;
  const areFew = hasFewValues(old, unit) && hasFewValues(next, unit);
  if (!areFew || old.count === 0 || next.count === 0 || old.count + next.count < MIN_TOLD) return [];
  const [olds, news] = [old.values!, next.values!];
  const values = [...new Set([...olds.keys(), ...news.keys()])].map((text) => {
    const value = { old: olds.get(text), new: news.get(text) };
    return { text, value, count: countedIn(value, linesOfARun([value.old, old.count], [value.new, next.count])) };
  });
  // Where no value is in both logs, the values belong to the runs.
  if (values.every(({ count }) => count.old === 0 || count.new === 0)) return [];
  return [{ field, values, total: countedIn(field) }];
}

/**
 * How many more lines in a row have a value than by chance: so many are one observation. `sides` are what both logs
 * have of the value, and how many lines have any.
 */
function linesOfARun(...sides: readonly (readonly [ProfiledValue | undefined, number])[]): number {
  let runs = 0;
  let byChance = 0;
  for (const [value, total] of sides) {
    if (value === undefined) continue;
    runs += value.runs;
    byChance += value.count * (1 - value.count / total);
  }
  return Math.max(1, byChance / runs);
}

function valueQuestions(
  profiles: Profiles,
  { field, values, total }: ReturnType<typeof countedValues>[number],
  burstiness: Burstiness,
): Question[] {
  const { pair, name, share, ofRun } = field;
  const counts = values.map(({ count }) => count);
  const answers = answersFor(counts, total, burstiness);
  return values.map(({ text, value, count }, i) => {
    const answer = answers[i]!;
    const change = count.old === 0 ? "new_value" : count.new === 0 ? "gone_value" : "share";
    const side = change === "gone_value" ? "old" : "new";
    const claim = (): Claim => ({
      ...{ ...pair.name, change, field: name, value: Buffer.from(text, "latin1").toString(), unit: "lines" },
      ...{ ...frequencies(count, total), confidence: 1, weight: weightOf(change, answer, share) },
      example: { side, index: value[side]!.first },
    });
    const noise = noiseIn(profiles, (run) => {
      const own = ofRun(run);
      return own?.values && effectOfCount(own.values.get(text)?.count ?? 0, own.count);
    });
    return { ...questionOf(answer, claim), noise };
  });
}

function questionsOnNumbers(profiles: Profiles, { pair, name, unit, share, ofRun, ...own }: FieldPair): Question[] {
  const [old, next] = [own.old, own.new].map((field) =>
    isNumeric(field) && !hasFewValues(field, unit) ? field.numbers : undefined,
  );
  if (old === undefined || next === undefined) return [];
  const isUnit = unit !== undefined && secondsOf(unit) !== undefined;
  return numberQuestions({ old, new: next }, unit !== undefined, share, (facts) => ({
    ...{ ...pair.name, field: name, unit: isUnit ? unit : "", ...facts },
    example: { side: "new", index: pair.new!.first },
  })).map((question, i) => {
    const noise = noiseIn(profiles, (run) => {
      const numbers = ofRun(run)?.numbers;
      return numbers && effectOfQuantile(numbers, QUESTION_SHARES[i]!);
    });
    return { ...question, noise };
  });
}

function isNumeric({ numbers, count }: FieldProfile): boolean {
  return numbers !== undefined && count - numbers.sketch.count <= MAX_OTHERS * count;
}

/** Few numbers may be codes, but durations are not. */
function hasFewValues(field: FieldProfile, unit: string | undefined): boolean {
  const { values } = field;
  const most = unit === undefined ? MAX_NUMBER_VALUES : MAX_DURATION_VALUES;
  return values !== undefined && (values.size <= most || !isNumeric(field));
}

/** A shift of all numbers by less than this factor matters to nobody. */
const BAND = 1.05;
const MIN_COUNT = 20;
/** The tail is what so large a share of the old numbers does not exceed. */
const TAIL = 0.95;
/** Smaller numbers are zero. */
const LEAST = 1e-9;
const QUESTION_SHARES = [0.5, TAIL] as const;
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
  if (pair.old.isCounter || pair.new.isCounter) return [];
  const [old, next] = [pair.old.sketch, pair.new.sketch];
  if (Math.min(old.count, next.count) < MIN_COUNT) return [];
  const excess = excessOf(pair);
  const [larger, smaller] = areDurations ? (["slower", "faster"] as const) : (["larger", "smaller"] as const);
  const claimsOn = (quantile: number, isLarger: boolean) => (): Claim[] => {
    const [was, is] = [old, next].map((sketch) => Math.abs(sketch.quantile(quantile)) + unit) as [number, number];
    const weight = IMPORTANCE.slower * 4 * Math.min(2, Math.abs(Math.log(is / was))) * (0.2 + Math.sqrt(share));
    const distributions = { old: distributionOf(old), new: distributionOf(next), numbers: { old, new: next } };
    return [claimOf({ change: isLarger ? larger : smaller, ...distributions, confidence: 1, weight })];
  };
  const shift = shiftOf(old, next, excess);
  const tail = tailOf(old, next, excess);
  return [
    { p: () => shift.p, least: 0, claims: claimsOn(0.5, shift.isLarger) },
    ...(tail.isMore ? [{ p: tail.p, least: tail.least, claims: claimsOn(TAIL, true) }] : []),
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
    const count = own.count + other.count;
    const [weight, within] = [(own.count * other.count) / count, own.within + other.within];
    return [{ count, weight, within, difference: other.mean - own.mean }];
  });
  const sum = (of: (part: (typeof parts)[number]) => number): number => sumOf(parts.map(of));
  const variance = sum(({ within }) => within) / sum(({ count }) => count - 2);
  if (parts.length < 3 || !(variance > 0)) return 1;
  const mean = sum(({ difference, weight }) => difference * weight) / sum(({ weight }) => weight);
  const spread = sum(({ difference, weight }) => weight * (difference - mean) ** 2);
  return Math.max(1, (spread / variance + PRIOR_PARTS) / (parts.length - 1 + PRIOR_PARTS));
}

/** How many numbers each part of a log has, the mean of their logarithms, and how far these are from it. */
function partsOf({ counts, sums, squares }: NumberProfile) {
  const [ofSums, ofSquares] = [sums.parts, squares.parts];
  return Array.from(counts.parts, (count, i) => {
    return { count, mean: ofSums[i]! / count, within: ofSquares[i]! - ofSums[i]! ** 2 / count };
  });
}
