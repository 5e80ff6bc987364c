// Questions about the fields of events: whether their values, or their numbers, are others.

import type { Both, Claim, Question } from "./claim.ts";
import { countedIn, type EventPair, effectsOf } from "./compared-events.ts";
import { answersFor, Burstiness, frequencies, MAX_DISPERSION, MIN_TOLD, questionOf, weightOf } from "./counts.ts";
import { MAX_NUMBER_VALUES } from "./few-values.ts";
import type { FieldProfile, ProfiledValue } from "./field-profile.ts";
import { numberQuestions, QUESTION_SHARES } from "./number-questions.ts";
import type { Profiles } from "./profiles.ts";
import { effectOfCount, effectOfQuantile } from "./run-noise.ts";
import { secondsOf } from "./written-number.ts";

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
  /** The index among the fields of the event. */
  readonly field: number;
  /** The share of the new log's lines that have it. */
  readonly share: number;
}

/** The fields of the events that both logs have. */
export function fieldPairs(profiles: Profiles, pairs: readonly EventPair[]): FieldPair[] {
  return pairs.flatMap((pair) => {
    const { event, old, new: next } = pair;
    if (old === undefined || next === undefined) return [];
    const share = next.count / profiles.new.blocks.lines;
    return profiles.events.fieldsOf(event).map(({ name }, field) => {
      const own = { old: old.fields[field]!, new: next.fields[field]! };
      const isWritten = 2 * (own.new.numbers?.units ?? 0) > own.new.count;
      return { pair, name, unit: isWritten ? "s" : profiles.events.unitOf(event, name), field, share, ...own };
    });
  });
}

/** Asks of each field whether its values or its numbers are others. */
export function fieldQuestions(profiles: Profiles, fields: readonly FieldPair[]): Question[] {
  const burstiness = new Burstiness(MAX_DISPERSION);
  const counted = fields.flatMap((field) => countedValues(profiles, field));
  for (const { counts, total } of counted) for (const count of counts) burstiness.learn(count, total);
  return [
    ...counted.flatMap((values) => valueQuestions(profiles, values, burstiness)),
    ...fields.flatMap((field) => questionsOnNumbers(profiles, field)),
  ];
}

/** The values of a field, and how often each comes; nothing if there is nothing to ask. */
function countedValues(profiles: Profiles, field: FieldPair) {
  const { old, new: next, unit } = field;
  const areFew = hasFewValues(old, unit) && hasFewValues(next, unit);
  if (!areFew || old.count === 0 || next.count === 0 || old.count + next.count < MIN_TOLD) return [];
  const values = valuesOf(field);
  const counts = values.map((ids) => {
    const value = { old: old.values![ids.old], new: next.values![ids.new] };
    return countedIn(profiles, value, linesOfARun([value.old, old.count], [value.new, next.count]));
  });
  // Where no value is in both logs, the values belong to the runs.
  if (counts.every((count) => count.old === 0 || count.new === 0)) return [];
  return [{ field, values, counts, total: countedIn(profiles, field) }];
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
  { field: own, values, counts, total }: ReturnType<typeof countedValues>[number],
  burstiness: Burstiness,
): Question[] {
  const { pair, name, field, share } = own;
  const answers = answersFor(counts, total, burstiness);
  return values.map((ids, i) => {
    const [count, answer] = [counts[i]!, answers[i]!];
    const change = count.old === 0 ? "new_value" : count.new === 0 ? "gone_value" : "share";
    const side = change === "gone_value" ? "old" : "new";
    const bytes = own[side].bytes(ids[side]);
    const claimOf = (confidence: number): Claim => ({
      ...{ ...pair.name, change, field: name, value: bytes.toString(), unit: "lines" },
      ...{ ...frequencies(count, total), confidence, weight: weightOf(change, answer, share) },
      example: { side, index: own[side].values![ids[side]]!.first },
    });
    const effects = effectsOf(profiles, ({ events }) => {
      const of = events[pair.event]?.fields[field];
      return of?.values && effectOfCount(of.countOf(bytes), of.count);
    });
    return questionOf(answer, claimOf, effects);
  });
}

/** The values of both logs, by their numbers in each, or -1. */
function valuesOf(field: FieldPair): Both<number>[] {
  const values = new Map<string, { old: number; new: number }>();
  for (const side of ["old", "new"] as const) {
    for (const id of field[side].values!.keys()) {
      const key = field[side].bytes(id).toString("latin1");
      const known = values.get(key) ?? { old: -1, new: -1 };
      known[side] = id;
      values.set(key, known);
    }
  }
  return [...values.values()];
}

function questionsOnNumbers(profiles: Profiles, { pair, name, unit, field, share, ...own }: FieldPair): Question[] {
  const [old, next] = [numbersOf(own.old, unit), numbersOf(own.new, unit)];
  if (old === undefined || next === undefined) return [];
  const blocks = { old: profiles.old.blocks, new: profiles.new.blocks };
  return numberQuestions({ old, new: next, blocks }, unit !== undefined, share, (facts) => ({
    ...{ ...pair.name, field: name, unit: unit !== undefined && secondsOf(unit) !== undefined ? unit : "", ...facts },
    example: { side: "new", index: pair.new!.first },
  })).map((question, i) => {
    const effects = effectsOf(profiles, ({ events }) => {
      const numbers = events[pair.event]?.fields[field]?.numbers;
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
