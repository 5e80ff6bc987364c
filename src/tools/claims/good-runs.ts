// Runs of the same work differ by more than chance. Several good ones tell by how much.

import type { Claim } from "./claim.ts";
import type { EventProfile, NumberProfile, Profile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { atLeast, type Effect, type Effects, type Question, sumOf } from "./statistics.ts";

/** What a word that only one run has becomes. No shape has it. */
const OWN = "\0";
/** At most this share of the words of a shape are values of a run; with more, the shape is the run's own. */
const MAX_OWN = 0.5;
/** The variance of a quantile of n normal values, times n and divided by theirs. */
const QUANTILE_VARIANCES: Readonly<Record<0.5 | 0.95, number>> = { 0.5: 1.57, 0.95: 4.47 };

/** What is compared of all runs. */
export function effectsOf(
  { runs, new: next }: Profiles,
  effectOf: (run: Profile) => Effect | undefined,
): () => Effects {
  return () => ({ good: runs.map(effectOf).filter((effect) => effect !== undefined), next: effectOf(next) });
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
export function ownQuestion(
  { runs, new: next, eventCount }: Profiles,
  isGone: boolean,
  eventClaims: readonly ((confidence: number) => Claim)[],
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
    claims: (confidence) => own[0]!.map((event) => eventClaims[event]!(confidence)),
  };
}
