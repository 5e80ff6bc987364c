// Questions about whether lines of an event come more or less often, also than in several good runs: these differ by
// more than chance, and tell by how much.

import { isBadNews } from "../../text/events/bad-words.ts";
import type { Both, Claim, EventName } from "./claim.ts";
import {
  answerFor,
  answersFor,
  Burstiness,
  type CountAnswer,
  changeOf,
  countedIn,
  evenly,
  frequencies,
  MIN_TOLD,
  questionOf,
  weightOf,
} from "./counts.ts";
import type { EventProfile, NumberProfile, Profile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { atLeast, type Effect, LEVEL, noiseOf, type Question, sumOf } from "./statistics.ts";

/** Of a burst of lines that one log alone has, so many are one observation at most: it is news, after all. */
const MAX_BURST = 3;
const GRAVE = 3;
/** First lines of events that are no further apart are one occasion, such as an error with all that follows from it. */
const MAX_GAP = 20;

export interface EventPair extends Both<EventProfile | undefined> {
  readonly event: number;
  readonly name: EventName;
}

/** The events that either log has. If there are too many shapes, only those that both have. */
export function eventPairs(profiles: Profiles): EventPair[] {
  const { old, new: next, events } = profiles;
  return Array.from({ length: profiles.eventCount }, (_, event): EventPair => {
    return { event, name: events.at(event).name, old: old.events[event], new: next.events[event] };
  }).filter(({ event, name, old, new: next }) => {
    if (name.shape !== undefined && events.hasManyShapes)
      return old !== undefined && next !== undefined && !events.isRest(event);
    return old !== undefined || next !== undefined;
  });
}

interface EventQuestions {
  readonly questions: readonly Question[];
  /** Of several good runs, about events that one run alone has or lacks. */
  readonly own: readonly Question[];
  readonly rare: Both<readonly Claim[]>;
}

/** Asks of each event whether it comes more or less often, and of those that are too rare for that together. */
export function eventQuestions(profiles: Profiles, pairs: readonly EventPair[]): EventQuestions {
  const total = evenly({ old: profiles.old.blocks.lines, new: profiles.new.blocks.lines });
  const claimFor = (pair: EventPair, counted: Both<number>, answer: CountAnswer) => (): Claim => {
    const change = changeOf(counted, answer);
    const side = change === "gone" ? "old" : "new";
    const isGrave = isBadNews(profiles.events.wordsOf(pair.event));
    return {
      ...{ ...pair.name, change, unit: "lines", ...frequencies(counted, total), confidence: 1 },
      weight: weightOf(change, answer, counted[side] / total[side]) * (isGrave ? GRAVE : 1),
      example: { side, index: pair[side]!.first },
    };
  };
  const counts = pairs.map((pair) => countedIn(pair, linesOfAnId(pair)));
  const burstiness = new Burstiness(MAX_BURST);
  for (const counted of counts) burstiness.learn(counted, total);
  const answers = answersFor(counts, total, burstiness);
  const questions: Question[] = [];
  const rare: Both<Claim[]> = { old: [], new: [] };
  const claims: (() => Claim)[] = [];
  for (const [i, pair] of pairs.entries()) {
    const [counted, answer] = [counts[i]!, answers[i]!];
    const claim = claimFor(pair, counted, answer);
    claims[pair.event] = claim;
    const isAlone = counted.old === 0 || counted.new === 0;
    if (!isAlone && counted.old + counted.new < MIN_TOLD) continue;
    if (isAlone && answer.least > LEVEL / pairs.length) rare[counted.old === 0 ? "new" : "old"].push(claim());
    else {
      const noise = noiseIn(profiles, ({ events, blocks }) =>
        effectOfCount(events[pair.event]?.count ?? 0, blocks.lines),
      );
      questions.push({ ...questionOf(answer, claim), noise });
    }
  }
  if (profiles.runs.length === 1) return { questions: [...questions, rareQuestion(rare, total)], own: [], rare };
  return { questions, own: [false, true].map((isGone) => ownQuestion(profiles, isGone, claims)), rare };
}

/** How many lines in a row have one id: together they are one observation. */
function linesOfAnId({ old, new: next }: EventPair): number {
  const ids = (old?.ids ?? 0) + (next?.ids ?? 0);
  return ids === 0 ? 1 : ((old?.count ?? 0) + (next?.count ?? 0)) / ids;
}

/**
 * Asks whether one log has more occasions of rare events than the other. Equal logs have about as many of them each. If
 * one has many more, most of these are no chance. `lines` are those of the logs.
 */
function rareQuestion(rare: EventQuestions["rare"], lines: Both<number>): Question {
  const occasionsOf = (claims: readonly Claim[]): number => {
    const firsts = claims.map(({ example }) => example!.index).sort((a, b) => a - b);
    return firsts.filter((first, i) => i === 0 || first - firsts[i - 1]! > MAX_GAP).length;
  };
  const occasions = { old: occasionsOf(rare.old), new: occasionsOf(rare.new) };
  const { p, least, isMore } = answerFor(occasions, lines, 1);
  const [side, other] = isMore ? (["new", "old"] as const) : (["old", "new"] as const);
  const byChance = Math.min(1, (occasions[other] * lines[side]) / lines[other] / occasions[side]);
  return { p, least, claims: () => rare[side].map((claim) => ({ ...claim, confidence: 1 - byChance })) };
}

/** What a word that only one run has becomes. No shape has it. */
const OWN = "\0";
/** At most this share of the words of a shape are values of a run; with more, the shape is the run's own. */
const MAX_OWN = 0.5;
/** The variance of a quantile of n normal values, times n and divided by theirs. */
const QUANTILE_VARIANCES: Readonly<Record<0.5 | 0.95, number>> = { 0.5: 1.57, 0.95: 4.47 };

/** How far an effect in the new run is from those in the good ones; see `noiseOf`. */
export function noiseIn({ runs, new: next }: Profiles, effectOf: (run: Profile) => Effect | undefined): () => number {
  return () =>
    noiseOf(
      runs.flatMap((run) => effectOf(run) ?? []),
      effectOf(next),
    );
}

/** How often something comes, by its odds. */
export function effectOfCount(count: number, total: number): Effect {
  const [hits, others] = [count + 0.5, total - count + 0.5];
  return { value: Math.log(hits / others), variance: 1 / hits + 1 / others };
}

/** How large numbers are, by a quantile. */
export function effectOfQuantile({ sketch, sums, squares }: NumberProfile, share: 0.5 | 0.95): Effect {
  const { count } = sketch;
  const variance = Math.max(0, squares.sum / count - (sums.sum / count) ** 2);
  const value = Math.log(Math.abs(sketch.quantile(share)) + 1e-9);
  return { value, variance: (QUANTILE_VARIANCES[share] * variance) / count };
}

/**
 * Makes shapes of several good runs and a new one the same event if they differ only in words that one run alone has,
 * such as the name of its folder.
 */
export function joinAlike({ events, runs: good, new: next, eventCount }: Profiles): void {
  const runs = [...good, next];
  const words = Array.from({ length: eventCount }, (_, event) => events.at(event).name.shape?.split(" ") ?? []);
  const owners = new Map<string, number>();
  for (const [i, { events: own }] of runs.entries())
    for (const event of own.keys())
      if (own[event] !== undefined)
        for (const word of words[event]!) owners.set(word, (owners.get(word) ?? i) === i ? i : -1);
  const firsts = new Map<string, number>();
  for (const [event, own] of words.entries()) {
    const kind = own.map((word) => (owners.get(word) === -1 ? word : OWN));
    if (own.length === 0 || kind.filter((word) => word === OWN).length > MAX_OWN * own.length) continue;
    const key = [events.at(event).fields.length, ...kind].join(" ");
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, event);
    else for (const run of runs) join(run.events, first, event);
  }
}

function join(events: (EventProfile | undefined)[], first: number, other: number): void {
  const [into, from] = [events[first], events[other]];
  events[first] = into ?? from;
  events[other] = undefined;
  if (into !== undefined && from !== undefined) into.addAll(from);
}

/**
 * Asks whether the new run has more events of its own than one more good run would or, with `isGone`, whether it lacks
 * more: each event that one of all runs has alone would be as likely to be in any of them. Where they come in crowds, a
 * crowd counts as one.
 */
function ownQuestion(
  { runs, new: next, eventCount }: Profiles,
  isGone: boolean,
  eventClaims: readonly (() => Claim)[],
): Question {
  const all: readonly Profile[] = [next, ...runs];
  const own = all.map((): number[] => []);
  for (let event = 0; event < eventCount; event++) {
    const unlike = all.flatMap(({ events }, i) => ((events[event] === undefined) === isGone ? [i] : []));
    if (unlike.length === 1) own[unlike[0]!]!.push(event);
  }
  const [news, ...good] = own.map(({ length }) => length) as [number, ...number[]];
  const mean = sumOf(good) / good.length;
  const variance = sumOf(good.map((count) => (count - mean) ** 2)) / (good.length - 1);
  const crowd = Math.max(1, mean > 0 ? variance / mean : 1);
  return {
    p: () => atLeast(news / crowd, (news + sumOf(good)) / crowd, 1 / all.length),
    least: all.length ** -news,
    claims: () => own[0]!.map((event) => eventClaims[event]!()),
  };
}
