import type { Claim, Question } from "./claim.ts";
import type { EventProfile, Profile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { sumOf } from "./run-noise.ts";
import { atLeast } from "./statistics.ts";

/** What a word that only one run has becomes. No shape has it. */
const OWN = "\0";
/** At most this share of the words of a shape are values of a run; with more, the shape is the run's own. */
const MAX_OWN = 0.5;

/**
 * Makes shapes of several good runs and a new one the same event if they differ only in words that one run alone has,
 * such as the name of its folder.
 */
export function joinAlike(profiles: Profiles): void {
  const runs = [...profiles.runs, profiles.new];
  const words = Array.from({ length: profiles.eventCount }, (_, event) =>
    profiles.events.nameOf(event).shape?.split(" "),
  );
  const owners = new Map<string, number>();
  for (const [i, { events }] of runs.entries())
    for (const event of events.keys())
      if (events[event] !== undefined)
        for (const word of words[event] ?? []) owners.set(word, (owners.get(word) ?? i) === i ? i : -1);
  const firsts = new Map<string, number>();
  for (const [event, own] of words.entries()) {
    if (own === undefined) continue;
    const kind = own.map((word) => (owners.get(word) === -1 ? word : OWN));
    if (kind.filter((word) => word === OWN).length > MAX_OWN * own.length) continue;
    const key = [profiles.events.fieldsOf(event).length, ...kind].join(" ");
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, event);
    else for (const { events } of runs) join(events, first, event);
  }
}

function join(events: (EventProfile | undefined)[], first: number, other: number): void {
  const [into, from] = [events[first], events[other]];
  events[first] = into ?? from;
  events[other] = undefined;
  if (into !== undefined && from !== undefined)
    into.addAll(from, (sum, table) => {
      for (let i = 0; i < sum.length; i++) sum[i]! += table[i]!;
    });
}

/** The events that only the new run has, or lacks; and how many a good run has, or lacks, unlike all others. */
interface OwnEvents {
  readonly next: readonly number[];
  readonly good: readonly number[];
}

/** The events that only the new run has or, with `isGone`, that only it lacks. */
export function ownEvents({ runs, new: next, eventCount }: Profiles, isGone: boolean): OwnEvents {
  const all: readonly Profile[] = [next, ...runs];
  const own = all.map((): number[] => []);
  for (let event = 0; event < eventCount; event++) {
    const unlike = all.flatMap(({ events }, i) => ((events[event] === undefined) === isGone ? [i] : []));
    if (unlike.length === 1) own[unlike[0]!]!.push(event);
  }
  return { next: own[0]!, good: own.slice(1).map(({ length }) => length) };
}

/**
 * Asks whether the new run has more events of its own than one more good run would: each event that one of all runs has
 * alone would be as likely to be in any of them. Where they come in crowds, a crowd counts as one.
 */
export function ownQuestion(
  { next, good }: OwnEvents,
  eventClaims: readonly ((confidence: number) => Claim)[],
): Question {
  const runs = good.length;
  const sum = sumOf(good);
  const mean = sum / runs;
  const variance = sumOf(good.map((count) => (count - mean) ** 2)) / (runs - 1);
  const crowd = Math.max(1, mean > 0 ? variance / mean : 1);
  return {
    p: () => atLeast(next.length / crowd, (next.length + sum) / crowd, 1 / (runs + 1)),
    least: (runs + 1) ** -next.length,
    claims: (confidence) => next.map((event) => eventClaims[event]!(confidence)),
  };
}
