import { isBadNews } from "../../text/events/bad-words.ts";
import { PARTS, type Table } from "./blocks.ts";
import type { Claim, Effect, Effects, EventName, ExampleLine, Question } from "./claim.ts";
import { type PlaceOf, withoutConsequences } from "./consequences.ts";
import { answerFor, answersFor, Burstiness, type CountAnswer, type Counted, MAX_DISPERSION } from "./counts.ts";
import type { FieldProfile, ProfiledValue } from "./field-profile.ts";
import { numberQuestions, QUESTION_SHARES } from "./number-questions.ts";
import { joinAlike, ownEvents } from "./own-events.ts";
import type { EventProfile, Profile, Profiles } from "./profile.ts";
import { type RareEvents, rareQuestions } from "./rare-events.ts";
import { chanceOfOwn, effectOfCount, effectOfQuantile, noiseOf } from "./run-noise.ts";
import { type SimilarShapes, similarShapes } from "./similar-shapes.ts";
import { claimsOf, LEVEL } from "./statistics.ts";
import { weightOf, weightOfShift } from "./weight.ts";
import { secondsOf } from "./written-number.ts";

/** A typed number, or a field of numbers, with at most so many values is one of few values. */
const MAX_NUMBER_VALUES = 20;
/** A duration with so few values is a setting, such as a timeout. */
const MAX_DURATION_VALUES = 3;
/** A field has numbers if at most this share of its captures are none. */
const MAX_OTHERS = 0.1;

/** What is claimed of two logs, and how many questions were asked. */
export interface Claims {
  /** The most important first. */
  readonly claims: readonly Claim[];
  readonly questions: number;
  /** Events that one log alone has, and that no claim is about unless there are many of them. */
  readonly tooRare: RareEvents;
  /** How many events either log has, and how many fields the events of both have. */
  readonly compared: { readonly events: number; readonly fields: number };
}

/** What is asked about the steps of requests. */
export interface StepComparison {
  readonly questions: readonly Question[];
  readonly placeOf: PlaceOf;
  /** What is not asked, because there is too much of it. */
  readonly note: string | undefined;
}

/** An event with what both logs have of it. */
interface EventPair {
  readonly event: number;
  readonly name: EventName;
  readonly old: EventProfile | undefined;
  readonly new: EventProfile | undefined;
}

const NO_PARTS = new Float64Array(PARTS);

/** Compares what was collected of two logs. */
export function findClaims(profiles: Profiles, steps?: StepComparison): Claims {
  for (const run of [...profiles.runs, profiles.new]) run.finish();
  const finder = new ClaimFinder(profiles);
  const questions = [...finder.eventQuestions(), ...finder.fieldQuestions(), ...(steps?.questions ?? [])];
  const own = finder.ownQuestions();
  // Two families of questions, each of which has half of the chance to err.
  const families = own.length === 0 ? 1 : 2;
  const { claims, asked } = claimsOf(questions, families, noiseOf);
  const ofOwn = claimsOf(own, families);
  return {
    claims: withoutConsequences(withoutRepeated([...claims, ...ofOwn.claims]), (event) => steps?.placeOf(event)),
    questions: asked + ofOwn.asked,
    tooRare: finder.rareBeside([...claims, ...ofOwn.claims]),
    compared: { events: finder.pairs.length, fields: finder.fields.length },
  };
}

class ClaimFinder {
  private readonly profiles: Profiles;
  readonly pairs: readonly EventPair[];
  readonly fields: readonly FieldPair[];
  /** Events that one log alone has, too rarely to tell. */
  readonly rare: RareEvents = { old: [], new: [] };
  /** The indexes of pairs with similar shapes. */
  private similar: SimilarShapes<number>[] = [];
  private readonly eventClaims: ((confidence: number) => Claim)[] = [];

  constructor(profiles: Profiles) {
    this.profiles = profiles;
    if (profiles.runs.length > 1) joinAlike(profiles);
    const { old, new: next } = profiles;
    this.pairs = Array.from({ length: profiles.eventCount }, (_, event) => {
      return { event, name: profiles.nameOf(event), old: old.events[event], new: next.events[event] };
    }).filter(({ event, old, new: next }) => {
      const isShape = profiles.patternOf(event) === undefined;
      if (isShape && profiles.hasManyShapes) return old !== undefined && next !== undefined && !profiles.isRest(event);
      return old !== undefined || next !== undefined;
    });
    this.fields = this.pairs.flatMap((pair) => {
      if (pair.old === undefined || pair.new === undefined) return [];
      const named = profiles.fieldsOf(pair.event);
      return named.map(({ name }, field) => {
        const [old, next] = [pair.old!.fields[field]!, pair.new!.fields[field]!];
        const isWritten = 2 * (next.numbers?.units ?? 0) > next.count;
        return { pair, name, unit: isWritten ? "s" : profiles.unitOf(pair.event, name), field, old, new: next };
      });
    });
  }

  /** Asks of each event whether it comes more or less often, and of those that are too rare for that together. */
  eventQuestions(): Question[] {
    const { profiles, pairs } = this;
    const total = this.countedOf(profiles.old.blocks.lines, profiles.new.blocks.lines);
    const counts = pairs.map((pair) => {
      const counted = this.counted(pair.old && wholeOf(pair.old), pair.new && wholeOf(pair.new));
      return { ...counted, excess: linesOfAnId(pair) };
    });
    const burstiness = new Burstiness(MAX_BURST);
    for (const counted of counts) burstiness.learn(counted, total);
    const answers = answersFor(counts, total, burstiness);
    const questions: Question[] = [];
    for (const [i, pair] of pairs.entries()) {
      const { old, new: next } = counts[i]!;
      const answer = answers[i]!;
      const change = changeOf(counts[i]!, answer);
      const side = change === "gone" ? "old" : "new";
      const own = pair[side]!;
      const share = own.lines / total[side];
      const claimOf = (confidence: number): Claim => ({
        ...pair.name,
        change,
        unit: "lines",
        old: { count: old, total: total.old },
        new: { count: next, total: total.new },
        confidence,
        weight: weightOf(change, answer, share) * this.gravityOf(pair),
        example: { side, index: own.first },
      });
      if ((change === "new" || change === "gone") && answer.least > LEVEL / pairs.length)
        this.rare[side].push({ name: pair.name, pair: i, count: own.lines, first: own.first, claimOf });
      else {
        const effects = this.effectsOf(({ events, blocks }) =>
          effectOfCount(events[pair.event]?.lines ?? 0, blocks.lines),
        );
        questions.push(questionOf(answer, claimOf, effects));
      }
      this.eventClaims[pair.event] = claimOf;
    }
    if (profiles.runs.length > 1) return questions;
    return [...questions, ...this.similarQuestions(counts, total, burstiness), ...rareQuestions(this.rare, total)];
  }

  /** The rare events without those of which similar ones are claimed together. */
  rareBeside(claims: readonly Claim[]): RareEvents {
    const templates = new Set(claims.flatMap(({ shape }) => shape ?? []));
    const claimed = new Set(this.similar.flatMap(({ template, items }) => (templates.has(template) ? items : [])));
    const isLeft = ({ pair }: RareEvents["new"][number]): boolean => !claimed.has(pair);
    return { old: this.rare.old.filter(isLeft), new: this.rare.new.filter(isLeft) };
  }

  /** Asks about similar shapes together if one log alone has one of them, too rarely to tell. */
  private similarQuestions(counts: readonly Counted[], total: Counted, burstiness: Burstiness): Question[] {
    const { pairs, rare } = this;
    const rarePairs = new Set([...rare.old, ...rare.new].map(({ pair }) => pair));
    const shapes = [...pairs.keys()].filter((pair) => pairs[pair]!.name.shape !== undefined);
    this.similar = similarShapes(shapes, (pair) => pairs[pair]!.name.shape!).filter(({ items }) =>
      items.some((pair) => rarePairs.has(pair)),
    );
    return this.similar.map(({ template, items }) => {
      const all = sumOf(items.map((pair) => counts[pair]!));
      const others = { old: total.old - all.old, new: total.new - all.new };
      const answer = answerFor(all, others, burstiness.of(all, total));
      const change = changeOf(all, answer);
      const side = change === "gone" ? "old" : "new";
      const index = Math.min(...items.flatMap((pair) => pairs[pair]![side]?.first ?? []));
      return questionOf(
        answer,
        (confidence) => ({
          ...{ rule: undefined, shape: template, change, unit: "lines", confidence },
          old: { count: all.old, total: total.old },
          new: { count: all.new, total: total.new },
          weight: weightOf(change, answer, all[side] / total[side]) * (isBadNews(template) ? GRAVE : 1),
          example: { side, index },
        }),
        this.effectsOf(() => undefined),
      );
    });
  }

  /**
   * If there are several good runs, asks whether there are more events that only the new one has, or lacks, than in a
   * good run.
   */
  ownQuestions(): Question[] {
    const { profiles, eventClaims } = this;
    if (profiles.runs.length === 1) return [];
    return [false, true].map((isGone) => {
      const own = ownEvents(profiles, isGone);
      const least = (own.good.length + 1) ** -own.next.length;
      const claims: Question["claims"] = (confidence) => own.next.map((event) => eventClaims[event]!(confidence));
      return { p: chanceOfOwn(own), least, claims };
    });
  }

  private effectsOf(effectOf: (run: Profile) => Effect | undefined): () => Effects {
    const { runs, new: next } = this.profiles;
    return () => ({ good: runs.map(effectOf).filter((effect) => effect !== undefined), next: effectOf(next) });
  }

  /** What tells of trouble counts for more. */
  private gravityOf({ event, name }: EventPair): number {
    return isBadNews(name.shape ?? this.profiles.wordsOf(event)) ? GRAVE : 1;
  }

  /** Asks of each field that both logs have whether its values or its numbers are others. */
  fieldQuestions(): Question[] {
    const { fields } = this;
    const burstiness = new Burstiness(MAX_DISPERSION);
    const questions = fields.map((field) => this.valueQuestions(field, burstiness));
    return [...questions.flatMap((ask) => ask()), ...fields.flatMap((field) => this.numberQuestions(field))];
  }

  /** Teaches `burstiness` the values of a field, and returns what asks about them. */
  private valueQuestions(
    { pair, name, unit, field, old, new: next }: FieldPair,
    burstiness: Burstiness,
  ): () => Question[] {
    const areFew = hasFewValues(old, unit) && hasFewValues(next, unit);
    if (!areFew || old.count === 0 || next.count === 0) return () => [];
    const values = valuesOf(old, next);
    const total = this.counted(old, next);
    const counts = values.map((value) => {
      const [before, after] = [old.values![value.old], next.values![value.new]];
      return { ...this.counted(before, after), excess: linesOfARun([before, old.count], [after, next.count]) };
    });
    // Where no value is in both logs, the values belong to the runs.
    if (counts.every((counted) => counted.old === 0 || counted.new === 0)) return () => [];
    for (const counted of counts) burstiness.learn(counted, total);
    return () => {
      const answers = answersFor(counts, total, burstiness);
      return values.map(({ text, ...ids }, i) => {
        const counted = counts[i]!;
        const change = counted.old === 0 ? "new_value" : counted.new === 0 ? "gone_value" : "share";
        const side = change === "gone_value" ? "old" : "new";
        const index = (side === "old" ? old : next).values![ids[side]]!.first;
        const bytes = ids.old === -1 ? next.bytes(ids.new) : old.bytes(ids.old);
        const effects = this.effectsOf(({ events }) => {
          const own = events[pair.event]?.fields[field];
          return own?.values && effectOfCount(own.countOf(bytes), own.count);
        });
        const claimOf = (confidence: number): Claim => ({
          ...pair.name,
          change,
          field: name,
          value: text,
          unit: "lines",
          old: { count: counted.old, total: total.old },
          new: { count: counted.new, total: total.new },
          confidence,
          weight: weightOf(change, answers[i]!, this.shareOfLog(pair)),
          example: { side, index },
        });
        return questionOf(answers[i]!, claimOf, effects);
      });
    };
  }

  private numberQuestions({ pair, name, unit, field, old, new: next }: FieldPair): Question[] {
    const numbers = { old: numbersOf(old, unit), new: numbersOf(next, unit) };
    if (numbers.old === undefined || numbers.new === undefined) return [];
    const blocks = { old: this.profiles.old.blocks, new: this.profiles.new.blocks };
    const areDurations = unit !== undefined;
    const example: ExampleLine = { side: "new", index: pair.new!.first };
    return numberQuestions({ old: numbers.old, new: numbers.new, blocks }, areDurations, (facts) => ({
      ...pair.name,
      field: name,
      unit: unit !== undefined && secondsOf(unit) !== undefined ? unit : "",
      ...facts,
      weight: weightOfShift(facts.weight, this.shareOfLog(pair)),
      example,
    })).map((question, i) => {
      const effects = this.effectsOf(({ events }) => {
        const own = events[pair.event]?.fields[field]?.numbers;
        return own && effectOfQuantile(own, QUESTION_SHARES[i]!);
      });
      return { ...question, effects };
    });
  }

  private shareOfLog(pair: EventPair): number {
    return (pair.new?.lines ?? 0) / this.profiles.new.blocks.lines;
  }

  private counted(old: Countable | undefined, next: Countable | undefined): Counted {
    const { profiles } = this;
    return {
      old: old?.count ?? 0,
      new: next?.count ?? 0,
      oldParts: old === undefined ? NO_PARTS : profiles.old.blocks.inParts(old.blocks),
      newParts: next === undefined ? NO_PARTS : profiles.new.blocks.inParts(next.blocks),
    };
  }

  private countedOf(old: number, next: number): Counted {
    const parts = (count: number): Float64Array => new Float64Array(PARTS).fill(count / PARTS);
    return { old, new: next, oldParts: parts(old), newParts: parts(next) };
  }
}

interface FieldPair {
  readonly pair: EventPair;
  readonly name: string;
  /** The word for its unit if it is a duration; see `durationUnit`. */
  readonly unit: string | undefined;
  /** The index among the fields of the event. */
  readonly field: number;
  readonly old: FieldProfile;
  readonly new: FieldProfile;
}

/** What has a count by block. */
interface Countable {
  readonly count: number;
  readonly blocks: Table;
}

function changeOf({ old, new: next }: Counted, { isMore }: CountAnswer): "new" | "gone" | "more" | "fewer" {
  if (old === 0) return "new";
  if (next === 0) return "gone";
  return isMore ? "more" : "fewer";
}

function sumOf(counts: readonly Counted[]): Counted {
  const sum = (numbersOf: (counted: Counted) => Float64Array): Float64Array => {
    const parts = new Float64Array(PARTS);
    for (const counted of counts) for (const [i, count] of numbersOf(counted).entries()) parts[i]! += count;
    return parts;
  };
  return {
    old: counts.reduce((all, { old }) => all + old, 0),
    new: counts.reduce((all, { new: next }) => all + next, 0),
    oldParts: sum(({ oldParts }) => oldParts),
    newParts: sum(({ newParts }) => newParts),
  };
}

/**
 * How many more lines in a row have a value than by chance: so many are one observation. `sides` are what both logs have
 * of the value, and how many lines have any.
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

/** How many lines in a row have one id: together they are one observation. */
function linesOfAnId({ old, new: next }: EventPair): number {
  const ids = (old?.ids ?? 0) + (next?.ids ?? 0);
  return ids === 0 ? 1 : ((old?.lines ?? 0) + (next?.lines ?? 0)) / ids;
}

function wholeOf({ lines, blocks }: EventProfile): Countable {
  return { count: lines, blocks };
}

function questionOf(
  { p, least }: CountAnswer,
  claimOf: (confidence: number) => Claim,
  effects: () => Effects,
): Question {
  return { p, least, effects, claims: (confidence) => [claimOf(confidence)] };
}

function isNumeric({ numbers, count }: FieldProfile): boolean {
  return numbers !== undefined && count - numbers.sketch.count <= MAX_OTHERS * count;
}

function numbersOf(field: FieldProfile, unit: string | undefined): FieldProfile["numbers"] {
  return isNumeric(field) && !hasFewValues(field, unit) ? field.numbers : undefined;
}

/** Few numbers may be codes, but durations are not. */
function hasFewValues(field: FieldProfile, unit: string | undefined): boolean {
  const { values } = field;
  const most = unit === undefined ? MAX_NUMBER_VALUES : MAX_DURATION_VALUES;
  return values !== undefined && (values.length <= most || !isNumeric(field));
}

/** The values of both logs, and their numbers in each. */
function valuesOf(old: FieldProfile, next: FieldProfile): { text: string; old: number; new: number }[] {
  const values = new Map<string, { text: string; old: number; new: number }>();
  for (const side of ["old", "new"] as const) {
    const field = side === "old" ? old : next;
    for (let i = 0; i < field.values!.length; i++) {
      const bytes = field.bytes(i);
      const key = bytes.toString("latin1");
      const known = values.get(key) ?? { text: bytes.toString(), old: -1, new: -1 };
      known[side] = i;
      values.set(key, known);
    }
  }
  return [...values.values()];
}

/** Of a burst of lines that one log alone has, so many are one observation at most: it is news, after all. */
const MAX_BURST = 3;

/** How much more what tells of trouble counts. */
const GRAVE = 3;

/** Of several claims on one field that say the same, the surest. */
function withoutRepeated(claims: readonly Claim[]): Claim[] {
  const kept = new Map<string, Claim>();
  for (const claim of claims) {
    const { rule, ruleFile, shape, field, value, change, unit, from, to } = claim;
    const isNumber = "median" in claim.new;
    const key = JSON.stringify([rule, ruleFile, shape, field, value, isNumber ? "numbers" : change + unit, from, to]);
    if (!kept.has(key)) kept.set(key, claim);
  }
  return [...kept.values()];
}
