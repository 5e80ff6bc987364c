// Questions about whether lines of an event come more or less often.

import { isBadNews } from "../../text/events/bad-words.ts";
import { PARTS } from "./blocks.ts";
import type { Both, Claim, EventName, Question } from "./claim.ts";
import { countedIn, type EventPair, effectsOf } from "./compared-events.ts";
import {
  answerFor,
  answersFor,
  Burstiness,
  type CountAnswer,
  type Counted,
  changeOf,
  frequencies,
  MIN_TOLD,
  othersIn,
  questionOf,
  weightOf,
} from "./counts.ts";
import { ownEvents, ownQuestion } from "./own-events.ts";
import type { Profiles } from "./profiles.ts";
import { type RareEvents, rareQuestion } from "./rare-events.ts";
import { effectOfCount } from "./run-noise.ts";
import { type SimilarShapes, similarShapes } from "./similar-shapes.ts";
import { LEVEL } from "./statistics.ts";

/** Of a burst of lines that one log alone has, so many are one observation at most: it is news, after all. */
const MAX_BURST = 3;
/** How much more what tells of trouble counts. */
const GRAVE = 3;

export class EventQuestions {
  private readonly profiles: Profiles;
  private readonly pairs: readonly EventPair[];
  private readonly total: Counted;
  /** Events that one log alone has, too rarely to tell. */
  private readonly rare: Both<RareEvents["old"][number][]> = { old: [], new: [] };
  /** The indexes of pairs with similar shapes. */
  private similar: SimilarShapes<number>[] = [];
  private readonly eventClaims: ((confidence: number) => Claim)[] = [];

  constructor(profiles: Profiles, pairs: readonly EventPair[]) {
    this.profiles = profiles;
    this.pairs = pairs;
    this.total = evenly({ old: profiles.old.blocks.lines, new: profiles.new.blocks.lines });
  }

  /** Asks of each event whether it comes more or less often, and of those that are too rare for that together. */
  all(): Question[] {
    const { profiles, pairs, rare } = this;
    const { total } = this;
    const counts = pairs.map((pair) => countedIn(profiles, pair, linesOfAnId(pair)));
    const burstiness = new Burstiness(MAX_BURST);
    for (const counted of counts) burstiness.learn(counted, total);
    const answers = answersFor(counts, total, burstiness);
    const questions: Question[] = [];
    for (const [i, pair] of pairs.entries()) {
      const [counted, answer] = [counts[i]!, answers[i]!];
      const claimOf = this.claimFor(pair.name, [pair], counted, answer);
      this.eventClaims[pair.event] = claimOf;
      const isAlone = counted.old === 0 || counted.new === 0;
      if (!isAlone && counted.old + counted.new < MIN_TOLD) continue;
      if (isAlone && answer.least > LEVEL / pairs.length) {
        const side = counted.old === 0 ? "new" : "old";
        rare[side].push({ name: pair.name, pair: i, first: pair[side]!.first, claimOf });
      } else {
        const effects = effectsOf(profiles, ({ events, blocks }) =>
          effectOfCount(events[pair.event]?.count ?? 0, blocks.lines),
        );
        questions.push(questionOf(answer, claimOf, effects));
      }
    }
    if (profiles.runs.length > 1) return questions;
    return [...questions, ...this.similarQuestions(counts, burstiness), rareQuestion(rare, total)];
  }

  /** The claims without those on similar shapes of which one is claimed by itself. */
  withoutCrowds(claims: readonly Claim[]): Claim[] {
    const claimed = new Set(claims.map(({ shape }) => shape));
    const crowds = this.similar.filter(({ items }) => items.some((pair) => claimed.has(this.pairs[pair]!.name.shape)));
    const templates = new Set(crowds.map(({ template }) => template));
    return claims.filter(({ shape }) => shape === undefined || !templates.has(shape));
  }

  /** The rare events without those of which similar ones are claimed together. */
  rareBeside(claims: readonly Claim[]): RareEvents {
    const templates = new Set(claims.flatMap(({ shape }) => shape ?? []));
    const claimed = new Set(this.similar.flatMap(({ template, items }) => (templates.has(template) ? items : [])));
    const isLeft = ({ pair }: RareEvents["new"][number]): boolean => !claimed.has(pair);
    return { old: this.rare.old.filter(isLeft), new: this.rare.new.filter(isLeft) };
  }

  /** Asks about similar shapes together if one log alone has one of them, too rarely to tell. */
  private similarQuestions(counts: readonly Counted[], burstiness: Burstiness): Question[] {
    const { pairs, rare, total } = this;
    const rarePairs = new Set([...rare.old, ...rare.new].map(({ pair }) => pair));
    const shapes = [...pairs.keys()].filter((pair) => pairs[pair]!.name.shape !== undefined);
    this.similar = similarShapes(shapes, (pair) => pairs[pair]!.name.shape!).filter(({ items }) =>
      items.some((pair) => rarePairs.has(pair)),
    );
    return this.similar.map(({ template, items }) => {
      const all = sumOf(items.map((pair) => counts[pair]!));
      const answer = answerFor(all, othersIn(total, all), burstiness.of(all, total));
      const similar = items.map((pair) => pairs[pair]!);
      return questionOf(answer, this.claimFor({ rule: undefined, shape: template }, similar, all, answer));
    });
  }

  /** What is claimed of the lines of an event or, together, of similar ones. */
  private claimFor(
    name: EventName,
    pairs: readonly EventPair[],
    counted: Counted,
    answer: CountAnswer,
  ): (confidence: number) => Claim {
    const { total, profiles } = this;
    const change = changeOf(counted, answer);
    const side = change === "gone" ? "old" : "new";
    return (confidence) => {
      const isGrave = isBadNews(name.shape ?? profiles.events.wordsOf(pairs[0]!.event));
      return {
        ...{ ...name, change, unit: "lines", ...frequencies(counted, total), confidence },
        weight: weightOf(change, answer, counted[side] / total[side]) * (isGrave ? GRAVE : 1),
        example: { side, index: Math.min(...pairs.flatMap((pair) => pair[side]?.first ?? [])) },
      };
    };
  }

  /**
   * If there are several good runs, asks whether there are more events that only the new one has, or lacks, than in a
   * good run.
   */
  own(): Question[] {
    const { profiles, eventClaims } = this;
    if (profiles.runs.length === 1) return [];
    return [false, true].map((isGone) => ownQuestion(ownEvents(profiles, isGone), eventClaims));
  }
}

/** Counts that all parts have as much of. */
function evenly({ old, new: next }: Both<number>): Counted {
  const parts = (count: number): Float64Array => new Float64Array(PARTS).fill(count / PARTS);
  return { old, new: next, oldParts: parts(old), newParts: parts(next) };
}

function sumOf(counts: readonly Counted[]): Counted {
  const sum = { old: 0, new: 0, oldParts: new Float64Array(PARTS), newParts: new Float64Array(PARTS) };
  for (const { old, new: next, oldParts, newParts } of counts) {
    sum.old += old;
    sum.new += next;
    for (let i = 0; i < PARTS; i++) {
      sum.oldParts[i]! += oldParts[i]!;
      sum.newParts[i]! += newParts[i]!;
    }
  }
  return sum;
}

/** How many lines in a row have one id: together they are one observation. */
function linesOfAnId({ old, new: next }: EventPair): number {
  const ids = (old?.ids ?? 0) + (next?.ids ?? 0);
  return ids === 0 ? 1 : ((old?.count ?? 0) + (next?.count ?? 0)) / ids;
}
