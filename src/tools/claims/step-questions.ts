// Questions about the steps of requests: whether they come, what comes after them, and how long that takes. A request
// counts once, and requests are independent of each other.

import { type Both, type Claim, type EventName, eventKey, type Question, type StepSequence } from "./claim.ts";
import type { PlaceOf } from "./consequences.ts";
import { answerFor, type CountAnswer, changeOf, frequencies, questionOf } from "./counts.ts";
import { type NumberFacts, numberQuestions } from "./number-questions.ts";
import type { Profiles } from "./profiles.ts";
import { OUTSIDE, RequestProfiles, type StepProfile } from "./request-profiles.ts";
import { type Edit, type EditCounts, Variants } from "./variants.ts";
import { weightOf, weightOfShift } from "./weight.ts";

/** Shorter times matter to nobody, and many logs cannot tell them. */
const MILLISECOND = 0.001;
/** How much the time from the beginning to a step counts. */
const ARRIVAL_PART = 0.7;

/** What both logs have of a step or a transition. */
type StepPair = Both<StepProfile | undefined>;

/** Asks what changed in the steps of requests. Undefined if lines have no ids. */
export function compareSteps(profiles: Profiles) {
  const { steps } = profiles;
  if (steps === undefined) return undefined;
  const asker = new StepAsker(profiles, new RequestProfiles(steps.old, steps.new));
  return { questions: asker.questions(), placeOf: asker.places(), note: asker.note };
}

class StepAsker {
  private readonly profiles: Profiles;
  private readonly requests: RequestProfiles;
  private readonly variants: Variants;
  private readonly total: Both<number>;

  constructor(profiles: Profiles, requests: RequestProfiles) {
    this.profiles = profiles;
    this.requests = requests;
    this.variants = new Variants(requests);
    this.total = { old: requests.old.blocks.lines, new: requests.new.blocks.lines };
  }

  questions(): Question[] {
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

  get note(): string | undefined {
    const { hasTransitions, hasVariants } = this.requests;
    if (!hasTransitions)
      return "requests have too many transitions between steps: only which steps they have is compared";
    return hasVariants ? undefined : "requests have too many variants: what is between which steps is not always told";
  }

  places(): PlaceOf {
    const { old, new: next } = this.requests;
    const places = pairsOf(old.events, next.events).map(([event, pair]) => {
      const profile = pair.old ?? pair.new!;
      return [eventKey(this.nameOf(event + 1)), profile.linesBefore / profile.requests] as const;
    });
    const placeOf = new Map(places);
    return (event) => placeOf.get(eventKey(event));
  }

  private eventQuestion(event: number, pair: StepPair): Question {
    const { total } = this;
    return countQuestion(pair, total, (answer, count) => (confidence) => {
      const change = changeOf(count, answer);
      const side = answer.isMore ? "new" : "old";
      const shown = change === "gone" ? "old" : "new";
      const { from, to } = this.variants.neighbours(pair[side]!, event) ?? { from: OUTSIDE, to: OUTSIDE };
      return {
        ...this.nameOf(event),
        change,
        from: this.stepName(from),
        to: this.stepName(to),
        sequence: this.sequenceOf(answer.isMore ? "inserted" : "removed", { step: event, from, to }),
        ...{ unit: "requests", ...frequencies(count, total), confidence },
        weight: weightOf(change, answer, this.shareOf(count)),
        example: { side: shown, index: pair[shown]!.example },
      };
    });
  }

  private transitionQuestion(number: number, pair: StepPair): Question[] {
    const [from, to] = this.stepsOf(number);
    const total = from === OUTSIDE ? this.total : this.requestsWith(from);
    if (total.old === 0 || total.new === 0) return [];
    const question = countQuestion(pair, total, (answer, count) => (confidence) => {
      const side = answer.isMore ? "new" : "old";
      const profile = pair[side]!;
      const edit = this.requests.hasVariants ? this.variants.edit(side, profile, from, to) : undefined;
      const counts = edit && this.variants.counts(edit);
      const isNew = edit === undefined ? answer.isMore : isMore(edit, answer.isMore);
      const isTold = counts !== undefined && hasChanged(counts, isNew);
      const change = (isTold ? isNew : answer.isMore) ? "new_variant" : "gone_variant";
      const told = isTold ? counts : { count, total };
      const step = isTold ? edit! : { step: to === OUTSIDE ? from : to, from, to };
      return {
        ...this.nameOf(step.step),
        change,
        from: this.stepName(step.from),
        to: this.stepName(step.to),
        sequence: this.sequenceOf(isTold ? edit!.kind : "direct", step),
        ...{ unit: "requests", ...frequencies(told.count, told.total), confidence },
        weight: weightOf(change, answer, this.shareOf(count)),
        example: { side, index: profile.example },
      };
    });
    return [question];
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
      const others = { old: total.old - own.old, new: total.new - own.new };
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
      ...this.nameOf(to),
      from: this.stepName(from),
      to: this.stepName(to),
      unit: "s",
      ...facts,
      weight: part * weightOfShift(facts.weight, share),
      example: { side: "new", index: next.example },
    });
    return numberQuestions({ old: old.durations, new: next.durations, blocks }, true, claimOf, MILLISECOND);
  }

  /** The share of requests that a change concerns. */
  private shareOf({ old, new: next }: Both<number>): number {
    return Math.abs(next / this.total.new - old / this.total.old);
  }

  private requestsWith(event: number): Both<number> {
    const { old, new: next } = this.requests;
    return { old: old.events[event - 1]?.requests ?? 0, new: next.events[event - 1]?.requests ?? 0 };
  }

  private stepsOf(number: number): readonly [from: number, to: number] {
    return [this.requests.pairs.first(number), this.requests.pairs.second(number)];
  }

  private nameOf(event: number): EventName {
    return this.profiles.events.nameOf(event - 1);
  }

  private sequenceOf(kind: StepSequence["kind"], step: Omit<Edit, "kind">): StepSequence {
    const { before, after } = this.variants.around(step);
    const names = (events: readonly number[]): string[] => events.map((event) => this.stepName(event) ?? "");
    return { kind, before: names(before), after: names(after) };
  }

  private stepName(event: number): string | undefined {
    return event === OUTSIDE ? undefined : this.nameOf(event).rule;
  }
}

function isMore({ kind }: Edit, isMoreHere: boolean): boolean {
  if (kind === "moved") return isMoreHere;
  return kind === "inserted" || kind === "repeated";
}

function hasChanged({ count, total }: EditCounts, isNew: boolean): boolean {
  const growth = count.new * total.old - count.old * total.new;
  return isNew ? growth > 0 : growth < 0;
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

/** Asks whether more or fewer of the requests have it. */
function countQuestion(
  pair: StepPair,
  total: Both<number>,
  claimFor: (answer: CountAnswer, count: Both<number>) => (confidence: number) => Claim,
): Question {
  const count = { old: pair.old?.requests ?? 0, new: pair.new?.requests ?? 0 };
  const others = { old: total.old - count.old, new: total.new - count.new };
  const answer = answerFor(count, others, 1);
  return questionOf(answer, claimFor(answer, count));
}
