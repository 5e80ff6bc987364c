// Questions about the fields of events: whether their values, or their numbers, are others.

import type { Both, Claim } from "./claim.ts";
import {
  answersFor,
  Burstiness,
  countedIn,
  frequencies,
  MAX_DISPERSION,
  MIN_TOLD,
  questionOf,
  weightOf,
} from "./counts.ts";
import type { EventPair } from "./event-questions.ts";
import { MAX_NUMBER_VALUES } from "./few-values.ts";
import { effectOfCount, effectOfQuantile, effectsOf } from "./good-runs.ts";
import { numberQuestions, QUESTION_SHARES } from "./number-questions.ts";
import { secondsOf } from "./numbers.ts";
import type { FieldProfile, ProfiledValue } from "./profile.ts";
import type { Profiles } from "./profiles.ts";
import type { Question } from "./statistics.ts";

/** A duration with so few values is a setting, such as a timeout. */
const MAX_DURATION_VALUES = 3;
/** A field has numbers if at most this share of its captures are none. */
const MAX_OTHERS = 0.1;

/** A field with what both logs have of it. */
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
  const [olds, news] = [old.byText!, next.byText!];
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
    const claimOf = (confidence: number): Claim => ({
      ...{ ...pair.name, change, field: name, value: Buffer.from(text, "latin1").toString(), unit: "lines" },
      ...{ ...frequencies(count, total), confidence, weight: weightOf(change, answer, share) },
      example: { side, index: value[side]!.first },
    });
    const effects = effectsOf(profiles, (run) => {
      const own = ofRun(run);
      return own?.values && effectOfCount(own.byText!.get(text)?.count ?? 0, own.count);
    });
    return { ...questionOf(answer, claimOf), effects };
  });
}

function questionsOnNumbers(profiles: Profiles, { pair, name, unit, share, ofRun, ...own }: FieldPair): Question[] {
  const [old, next] = [numbersOf(own.old, unit), numbersOf(own.new, unit)];
  if (old === undefined || next === undefined) return [];
  const isUnit = unit !== undefined && secondsOf(unit) !== undefined;
  return numberQuestions({ old, new: next }, unit !== undefined, share, (facts) => ({
    ...{ ...pair.name, field: name, unit: isUnit ? unit : "", ...facts },
    example: { side: "new", index: pair.new!.first },
  })).map((question, i) => {
    const effects = effectsOf(profiles, (run) => {
      const numbers = ofRun(run)?.numbers;
      return numbers && effectOfQuantile(numbers, QUESTION_SHARES[i]!);
    });
    return { ...question, effects };
  });
}

function numbersOf(field: FieldProfile, unit: string | undefined): FieldProfile["numbers"] {
  return isNumeric(field) && !hasFewValues(field, unit) ? field.numbers : undefined;
}

function isNumeric({ numbers, count }: FieldProfile): boolean {
  return numbers !== undefined && count - numbers.sketch.count <= MAX_OTHERS * count;
}

/** Few numbers may be codes, but durations are not. */
function hasFewValues(field: FieldProfile, unit: string | undefined): boolean {
  const { values } = field;
  const most = unit === undefined ? MAX_NUMBER_VALUES : MAX_DURATION_VALUES;
  return values !== undefined && (values.length <= most || !isNumeric(field));
}
