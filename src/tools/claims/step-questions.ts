// Questions about the steps of requests: whether they come, what comes after them, and how long that takes. A request
// counts once, and requests are independent of each other.

import { type Both, type Claim, type EventName, eventKey, type Question, type StepSequence } from "./claim.ts";
import type { PlaceOf } from "./consequences.ts";
import { answerFor, type CountAnswer, changeOf, frequencies, othersIn, questionOf, weightOf } from "./counts.ts";
import type { Events } from "./events.ts";
import { type NumberFacts, numberQuestions } from "./number-questions.ts";
import { OUTSIDE, RequestProfiles, type StepProfile } from "./request-profiles.ts";
import type { StepLines } from "./step-lines.ts";
import { type Edit, Variants } from "./variants.ts";

/** Shorter times matter to nobody, and many logs cannot tell them. */
const MILLISECOND = 0.001;
/** How much the time from the beginning to a step counts. */
const ARRIVAL_PART = 0.7;

type StepPair = Both<StepProfile | undefined>;

/** A step between its neighbours, and how many requests have it there. */
interface CountedStep extends Omit<Edit, "kind"> {
  readonly kind: StepSequence["kind"];
  readonly count: Both<number>;
  readonly total: Both<number>;
}

/** Asks what changed in the steps of requests. */
export class StepQuestions {
  private readonly events: Events;
  private readonly requests: RequestProfiles;
  private readonly variants: Variants;
  private readonly total: Both<number>;

  constructor(events: Events, steps: Both<StepLines>) {
    this.events = events;
    this.requests = new RequestProfiles(steps.old, steps.new);
    this.variants = new Variants(this.requests);
    this.total = { old: this.requests.old.blocks.lines, new: this.requests.new.blocks.lines };
  }

  all(): Question[] {
    const { old, new: next } = this.requests;
    if (this.total.old === 0 || this.total.new === 0) return [];
    const events = pairsOf(old.events, next.events).map(([event, pair]) => [
      this.eventQuestion(event + 1, pair),
      ...this.durationQuestions(OUTSIDE, event + 1, pair, ARRIVAL_PART),
    ]);
    if (!this.requests.hasTransitions) return events.flat();
    const transitions = pairsOf(old.transitions, next.transitions).map(([number, pair]) => [
      ...this.transitionQuestion(number, pair),
      ...this.durationQuestions(...this.stepsOf(number), pair, 1),
    ]);
    return [...events, ...transitions, ...this.strayQuestions()].flat();
  }

  /** What is not asked. */
  get notes(): string[] {
    const { hasTransitions, hasVariants } = this.requests;
    if (!hasTransitions)
      return ["requests have too many transitions between steps: only which steps they have is compared"];
    return hasVariants ? [] : ["requests have too many variants: what is between which steps is not always told"];
  }

  places(): PlaceOf {
    const { old, new: next } = this.requests;
    const places = pairsOf(old.events, next.events).map(([event, pair]) => {
      const { linesBefore, requests } = pair.old ?? pair.new!;
      return [eventKey(this.nameOf(event + 1)), linesBefore / requests] as const;
    });
    const placeOf = new Map(places);
    return (event) => placeOf.get(eventKey(event));
  }

  private eventQuestion(event: number, pair: StepPair): Question {
    const { total } = this;
    const count = requestsIn(pair);
    const answer = answerFor(count, othersIn(total, count), 1);
    return questionOf(answer, (confidence) => {
      const change = changeOf(count, answer);
      const shown = change === "gone" ? "old" : "new";
      const neighbours = this.variants.neighbours(pair[sideOf(answer)]!, event) ?? { from: OUTSIDE, to: OUTSIDE };
      const kind = answer.isMore ? "inserted" : "removed";
      return {
        ...this.factsOf({ kind, step: event, ...neighbours, count, total }),
        ...{ change, confidence, weight: weightOf(change, answer, this.shareOf(count)) },
        example: { side: shown, index: pair[shown]!.example },
      };
    });
  }

  private transitionQuestion(number: number, pair: StepPair): Question[] {
    const [from, to] = this.stepsOf(number);
    const total = from === OUTSIDE ? this.total : this.requestsWith(from);
    if (total.old === 0 || total.new === 0) return [];
    const count = requestsIn(pair);
    const answer = answerFor(count, othersIn(total, count), 1);
    const side = sideOf(answer);
    const claimOf = (confidence: number): Claim => {
      const direct = { kind: "direct", step: to === OUTSIDE ? from : to, from, to, count, total } as const;
      const edit = this.requests.hasVariants ? this.variants.edit(side, pair[side]!, from, to) : undefined;
      const explained = edit && this.explained(edit, answer);
      const isMore = explained?.isMore ?? answer.isMore;
      const change = isMore ? "new_variant" : "gone_variant";
      return {
        ...this.factsOf(explained?.step ?? direct),
        ...{ change, confidence, weight: weightOf(change, answer, this.shareOf(count)) },
        example: { side, index: pair[side]!.example },
      };
    };
    return [questionOf(answer, claimOf)];
  }

  /** The step by which a transition changed; undefined if not more, or not fewer, requests have it there. */
  private explained(edit: Edit, answer: CountAnswer): { step: CountedStep; isMore: boolean } | undefined {
    const { count, total } = this.variants.counts(edit);
    const isMore = edit.kind === "moved" ? answer.isMore : edit.kind === "inserted" || edit.kind === "repeated";
    const growth = count.new * total.old - count.old * total.new;
    return (isMore ? growth > 0 : growth < 0) ? { step: { ...edit, count, total }, isMore } : undefined;
  }

  /**
   * Asks of each step whether more requests go on to one that never came next. The old log tells how many do that by
   * chance: as many as have a transition that no other request has (Good, 1953).
   */
  private strayQuestions(): Question[] {
    const { old, new: next } = this.requests;
    const strays = new Map<number, { old: number; new: number; first: StepProfile }>();
    for (const [number, pair] of pairsOf(old.transitions, next.transitions)) {
      const [from] = this.stepsOf(number);
      const own = strays.get(from) ?? { old: 0, new: 0, first: (pair.new ?? pair.old)! };
      if (pair.old?.requests === 1) own.old++;
      if (pair.old === undefined) {
        if (own.new === 0) own.first = pair.new!;
        own.new += pair.new!.requests;
      }
      strays.set(from, own);
    }
    return [...strays].flatMap(([from, own]) => {
      const total = this.requestsWith(from);
      if (own.new === 0 || total.old === 0) return [];
      const others = othersIn(total, own);
      if (others.old + others.new <= 0) return [];
      const answer = answerFor(own, others, 1 + total.new / total.old);
      if (!answer.isMore) return [];
      const claim = (confidence: number): Claim => ({
        ...this.nameOf(from),
        ...{ change: "new_variant", unit: "requests", ...frequencies(own, total), confidence },
        weight: weightOf("new_variant", answer, this.shareOf(own)),
        example: { side: "new", index: own.first.example },
      });
      return [questionOf(answer, claim)];
    });
  }

  /** Asks whether the time from one step to another is longer or shorter. `part` is how much that counts. */
  private durationQuestions(from: number, to: number, { old, new: next }: StepPair, part: number): Question[] {
    if (old?.durations === undefined || next?.durations === undefined) return [];
    // Durations of two resolutions cannot be compared.
    if (2 * old.whole > old.requests !== 2 * next.whole > next.requests) return [];
    const blocks = { old: this.requests.old.blocks, new: this.requests.new.blocks };
    const share = next.requests / this.total.new;
    const claimOf = (facts: NumberFacts): Claim => ({
      ...{ ...this.nameOf(to), from: this.stepName(from), to: this.stepName(to), unit: "s", ...facts },
      weight: part * facts.weight,
      example: { side: "new", index: next.example },
    });
    return numberQuestions({ old: old.durations, new: next.durations, blocks }, true, share, claimOf, MILLISECOND);
  }

  /** The share of requests that a change concerns. */
  private shareOf({ old, new: next }: Both<number>): number {
    return Math.abs(next / this.total.new - old / this.total.old);
  }

  private requestsWith(event: number): Both<number> {
    const { old, new: next } = this.requests;
    return requestsIn({ old: old.events[event - 1], new: next.events[event - 1] });
  }

  private stepsOf(number: number): readonly [from: number, to: number] {
    return [this.requests.pairs.first(number), this.requests.pairs.second(number)];
  }

  private nameOf(event: number): EventName {
    return this.events.nameOf(event - 1);
  }

  private factsOf({ kind, step, from, to, count, total }: CountedStep) {
    const { before, after } = this.variants.around({ step, from, to });
    const names = (events: readonly number[]): string[] => events.map((event) => this.stepName(event) ?? "");
    return {
      ...{ ...this.nameOf(step), from: this.stepName(from), to: this.stepName(to) },
      sequence: { kind, before: names(before), after: names(after) },
      ...{ unit: "requests", ...frequencies(count, total) },
    };
  }

  private stepName(event: number): string | undefined {
    return event === OUTSIDE ? undefined : this.nameOf(event).rule;
  }
}

function pairsOf(
  old: readonly (StepProfile | undefined)[],
  next: readonly (StepProfile | undefined)[],
): (readonly [number: number, pair: StepPair])[] {
  return Array.from(
    { length: Math.max(old.length, next.length) },
    (_, i) => [i, { old: old[i], new: next[i] }] as const,
  ).filter(([, pair]) => pair.old !== undefined || pair.new !== undefined);
}

function requestsIn({ old, new: next }: StepPair): Both<number> {
  return { old: old?.requests ?? 0, new: next?.requests ?? 0 };
}

/** The log that has more of it than is expected. */
function sideOf({ isMore }: CountAnswer): "old" | "new" {
  return isMore ? "new" : "old";
}
