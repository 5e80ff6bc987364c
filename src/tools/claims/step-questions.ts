// Questions about the steps of requests: whether they come, what comes after them, and how long that takes. A request
// counts once, and requests are independent of each other.

import { groupBy } from "../../text/collections/polyfills.ts";
import { type Both, type Claim, type EventName, eventKey } from "./claim.ts";
import { answerFor, type CountAnswer, changeOf, frequencies, othersIn, questionOf, weightOf } from "./counts.ts";
import type { Events } from "./events.ts";
import { type NumberFacts, numberQuestions } from "./field-questions.ts";
import {
  countsOf,
  type Edit,
  editOf,
  OUTSIDE,
  placeOf,
  RequestProfiles,
  type StepLines,
  type StepPair,
} from "./requests.ts";
import type { Question } from "./statistics.ts";

/** Shorter times matter to nobody, and many logs cannot tell them. */
const MILLISECOND = 0.001;
/** How much the time from the beginning to a step counts. */
const ARRIVAL_PART = 0.7;

/** How a step changed, and how many requests have it there, of how many. */
interface CountedEdit {
  readonly change: Claim["change"];
  readonly edit: Edit;
  readonly count: Both<number>;
  readonly total: Both<number>;
}

export class StepQuestions {
  private readonly events: Events;
  private readonly requests: RequestProfiles;
  private readonly total: Both<number>;

  constructor(events: Events, steps: Both<StepLines>) {
    this.events = events;
    this.requests = new RequestProfiles(steps);
    this.total = this.requests.total;
  }

  all(): Question[] {
    const { events, transitions, hasTransitions } = this.requests;
    if (this.total.old === 0 || this.total.new === 0) return [];
    const ofEvents = events.flatMap((pair) => [
      ...this.questionOn(pair, this.total, (answer) => this.editOfEvent(pair, answer)),
      ...this.durationQuestions(pair, ARRIVAL_PART),
    ]);
    if (!hasTransitions) return ofEvents;
    const ofTransitions = transitions.flatMap((pair) => {
      const total = pair.from === OUTSIDE ? this.total : requestsIn(events[pair.from]!);
      return [
        ...this.questionOn(pair, total, (answer) => this.editOfTransition(pair, total, answer)),
        ...this.durationQuestions(pair, 1),
      ];
    });
    return [...ofEvents, ...ofTransitions, ...this.strayQuestions()];
  }

  get notes(): string[] {
    const { hasTransitions, hasVariants } = this.requests;
    if (!hasTransitions)
      return ["requests have too many transitions between steps: only which steps they have is compared"];
    return hasVariants ? [] : ["requests have too many variants: what is between which steps is not always told"];
  }

  /** By event, how many lines come before it in the mean. */
  get places(): ReadonlyMap<string, number> {
    const places = this.requests.events.flatMap(({ to, old, new: next }) => {
      const { linesBefore, requests } = old ?? next!;
      return [[eventKey(this.nameOf(to)), linesBefore / requests] as const];
    });
    return new Map(places);
  }

  /** Asks whether more or fewer requests of a total have an event or a transition. `editFor` tells how they differ. */
  private questionOn(pair: StepPair, total: Both<number>, editFor: (answer: CountAnswer) => CountedEdit): Question[] {
    if (total.old === 0 || total.new === 0) return [];
    const own = requestsIn(pair);
    const answer = answerFor(own, othersIn(total, own), 1);
    const claim = (): Claim => {
      const { change, edit, ...counts } = editFor(answer);
      const { step, from, to, kind, before, after } = edit;
      const side = change === "fewer" ? "new" : sideOf(answer);
      const names = (events: readonly number[]): string[] => events.map((event) => this.stepName(event)!);
      return {
        ...{ ...this.nameOf(step), from: this.stepName(from), to: this.stepName(to) },
        ...{ change, confidence: 1, weight: weightOf(change, answer, this.shareOf(own)) },
        ...{ unit: "requests", ...frequencies(counts.count, counts.total) },
        sequence: { kind, before: names(before), after: names(after) },
        example: { side, index: pair[side]!.example },
      };
    };
    return [questionOf(answer, claim)];
  }

  private editOfEvent(pair: StepPair, answer: CountAnswer): CountedEdit {
    const { total } = this;
    const count = requestsIn(pair);
    const edit = placeOf(pair[sideOf(answer)]!, pair.to, answer.isMore ? "inserted" : "removed");
    return { change: changeOf(count, answer), edit, count, total };
  }

  /** The step by which a transition changed, if more, or fewer, requests have it there; else the two steps. */
  private editOfTransition(pair: StepPair, total: Both<number>, answer: CountAnswer): CountedEdit {
    const { requests } = this;
    const { from, to } = pair;
    const changeFor = (isMore: boolean): Claim["change"] => (isMore ? "new_variant" : "gone_variant");
    const edit = requests.hasVariants ? editOf(requests, sideOf(answer), pair) : undefined;
    if (edit !== undefined) {
      const { count, total } = countsOf(requests, edit);
      const isMore = edit.kind === "moved" ? answer.isMore : edit.kind === "inserted" || edit.kind === "repeated";
      const growth = count.new * total.old - count.old * total.new;
      if (isMore ? growth > 0 : growth < 0) return { change: changeFor(isMore), edit, count, total };
    }
    const [before, after] = [from, to].map((step) => (step === OUTSIDE ? [] : [step])) as [number[], number[]];
    const direct = { kind: "direct", step: to === OUTSIDE ? from : to, from, to, before, after } as const;
    return { change: changeFor(answer.isMore), edit: direct, count: requestsIn(pair), total };
  }

  /**
   * Asks of each step whether more requests go on to one that never came next. The old log tells how many do that by
   * chance: as many as have a transition that no other request has (Good, 1953).
   */
  private strayQuestions(): Question[] {
    const { events, transitions } = this.requests;
    const following = groupBy(transitions, ({ from }) => String(from));
    return events.flatMap(({ to: step, ...own }) => {
      const total = requestsIn(own);
      const next = following.get(String(step)) ?? [];
      const strays = next.filter(({ old }) => old === undefined);
      const count = {
        old: next.filter(({ old }) => old?.requests === 1).length,
        new: strays.reduce((sum, { new: stray }) => sum + stray!.requests, 0),
      };
      const others = othersIn(total, count);
      if (count.new === 0 || total.old === 0 || others.old + others.new <= 0) return [];
      const answer = answerFor(count, others, 1 + total.new / total.old);
      if (!answer.isMore) return [];
      const claim = (): Claim => ({
        ...this.nameOf(step),
        ...{ change: "new_variant", unit: "requests", ...frequencies(count, total), confidence: 1 },
        weight: weightOf("new_variant", answer, this.shareOf(count)),
        example: { side: "new", index: strays[0]!.new!.example },
      });
      return [questionOf(answer, claim)];
    });
  }

  /** Asks whether the time from one step to another is longer or shorter. `part` is how much that counts. */
  private durationQuestions({ from, to, old, new: next }: StepPair, part: number): Question[] {
    if (old === undefined || next === undefined) return [];
    // Durations of two resolutions cannot be compared.
    if (2 * old.whole > old.requests !== 2 * next.whole > next.requests) return [];
    const share = next.requests / this.total.new;
    const durations = { old: old.durations, new: next.durations };
    const claimOf = (facts: NumberFacts): Claim => ({
      ...{ ...this.nameOf(to), from: this.stepName(from), to: this.stepName(to), unit: "s", ...facts },
      weight: part * facts.weight,
      example: { side: "new", index: next.example },
    });
    return numberQuestions(durations, true, share, claimOf, MILLISECOND);
  }

  private shareOf({ old, new: next }: Both<number>): number {
    return Math.abs(next / this.total.new - old / this.total.old);
  }

  private nameOf(event: number): EventName {
    return this.events.at(event - 1).name;
  }

  private stepName(event: number): string | undefined {
    return event === OUTSIDE ? undefined : this.nameOf(event).rule;
  }
}

function requestsIn({ old, new: next }: Partial<StepPair>): Both<number> {
  return { old: old?.requests ?? 0, new: next?.requests ?? 0 };
}

function sideOf({ isMore }: CountAnswer): "old" | "new" {
  return isMore ? "new" : "old";
}
