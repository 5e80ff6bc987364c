// Questions about whether lines of an event come more or less often.

import { isBadNews } from "../../text/events/bad-words.ts";
import type { Both, Claim, EventName, RareEvent } from "./claim.ts";
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
import { effectOfCount, effectsOf, ownQuestion } from "./good-runs.ts";
import type { EventProfile } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import { LEVEL, type Question } from "./statistics.ts";

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

/** What is asked about events, and what is known of those that are too rare for that. */
interface EventQuestions {
  readonly questions: readonly Question[];
  /** Of several good runs, about events that one run alone has or lacks. */
  readonly own: readonly Question[];
  readonly rare: Both<readonly RareEvent[]>;
}

/** Asks of each event whether it comes more or less often, and of those that are too rare for that together. */
export function eventQuestions(profiles: Profiles, pairs: readonly EventPair[]): EventQuestions {
  const total = evenly({ old: profiles.old.blocks.lines, new: profiles.new.blocks.lines });
  const claimFor = (pair: EventPair, counted: Both<number>, answer: CountAnswer) => {
    const change = changeOf(counted, answer);
    const side = change === "gone" ? "old" : "new";
    return (confidence: number): Claim => {
      const isGrave = isBadNews(profiles.events.wordsOf(pair.event));
      return {
        ...{ ...pair.name, change, unit: "lines", ...frequencies(counted, total), confidence },
        weight: weightOf(change, answer, counted[side] / total[side]) * (isGrave ? GRAVE : 1),
        example: { side, index: pair[side]!.first },
      };
    };
  };
  const counts = pairs.map((pair) => countedIn(pair, linesOfAnId(pair)));
  const burstiness = new Burstiness(MAX_BURST);
  for (const counted of counts) burstiness.learn(counted, total);
  const answers = answersFor(counts, total, burstiness);
  const questions: Question[] = [];
  const rare: Both<RareEvent[]> = { old: [], new: [] };
  const eventClaims: ((confidence: number) => Claim)[] = [];
  for (const [i, pair] of pairs.entries()) {
    const [counted, answer] = [counts[i]!, answers[i]!];
    const claimOf = claimFor(pair, counted, answer);
    eventClaims[pair.event] = claimOf;
    const isAlone = counted.old === 0 || counted.new === 0;
    if (!isAlone && counted.old + counted.new < MIN_TOLD) continue;
    if (isAlone && answer.least > LEVEL / pairs.length) {
      const side = counted.old === 0 ? "new" : "old";
      rare[side].push({ name: pair.name, first: pair[side]!.first, claimOf });
    } else {
      const effects = effectsOf(profiles, ({ events, blocks }) =>
        effectOfCount(events[pair.event]?.count ?? 0, blocks.lines),
      );
      questions.push({ ...questionOf(answer, claimOf), effects });
    }
  }
  if (profiles.runs.length === 1) return { questions: [...questions, rareQuestion(rare, total)], own: [], rare };
  return { questions, own: [false, true].map((isGone) => ownQuestion(profiles, isGone, eventClaims)), rare };
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
  const occasionsOf = (events: readonly RareEvent[]): number => {
    const firsts = events.map(({ first }) => first).sort((a, b) => a - b);
    return firsts.filter((first, i) => i === 0 || first - firsts[i - 1]! > MAX_GAP).length;
  };
  const occasions = { old: occasionsOf(rare.old), new: occasionsOf(rare.new) };
  const { p, least, isMore } = answerFor(occasions, lines, 1);
  const [side, other] = isMore ? (["new", "old"] as const) : (["old", "new"] as const);
  const byChance = Math.min(1, (occasions[other] * lines[side]) / lines[other] / occasions[side]);
  return { p, least, claims: (confidence) => rare[side].map(({ claimOf }) => claimOf(confidence * (1 - byChance))) };
}
