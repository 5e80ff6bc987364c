// Changes to the lines of one half of a log: to events, and to the values of their fields.
import type { Random } from "../bench/workloads/random.ts";
import { deviance, rankDeviance } from "./chance.ts";
import { type Candidate, type Change, KINDS, replaceAt, reword, sample, WORDS, wordsOf } from "./change-candidates.ts";
import { groupBy, type Halves, type Line } from "./known-logs.ts";
import { type Claim, isAbout, isNew } from "./summary-claims.ts";

/** Fewer lines are no event that anybody would miss. */
const LEAST_LINES = 20;
/** A field with more values is not few-valued. */
const FEW = 20;
const LEAST_NUMBERS = 200;
/** Names of numbers that measure. Others may be ids and counters, of which a fifth more means nothing. */
const MEASURE = /(^|_)(time|took|duration|elapsed|lifetime|sec|ms|rt|latency|len|length|size|bytes|sent|received)(_|$)/;
/** Names of times and ids, of which no value means anything. */
const NO_VALUES = /(^|_)(timestamp|epoch|date|id|pid|tid|port|attempt|line)(_|$)/;
/** Values that could be new: the first that the field accepts. */
const VALUES = ["7", "10.93.7.5", "rutabaga"];

export function* seededLines(halves: Halves, random: Random): Generator<Candidate> {
  const olds = groupBy(halves.old, ({ rule }) => rule);
  const sides = groupBy(halves.new.keys(), (i) => halves.new[i]!.rule);
  for (const [rule, indexes] of sides) {
    const old = olds.get(rule) ?? [];
    if (rule === undefined || Math.min(old.length, indexes.length) < LEAST_LINES) continue;
    const event = { halves, random, rule, old, indexes };
    yield renamed(event);
    yield doubled(event);
    for (const field of old[0]!.fields.keys()) yield* changedField(event, field);
  }
}

/** The lines of an event: those of the old half, and where those of the new half are. */
interface EventLines {
  readonly halves: Halves;
  readonly random: Random;
  readonly rule: string;
  readonly old: readonly Line[];
  readonly indexes: readonly number[];
}

/** Replaces one word that all lines of an event have between their fields. */
function renamed({ halves, random, rule, old, indexes }: EventLines): Candidate {
  const make = (): Change | undefined => {
    const lines = [...old, ...indexes.map((i) => halves.new[i]!)];
    const words = wordsOf(old[0]!).filter((word) => lines.every((line) => wordsOf(line).includes(word)));
    if (words.length === 0) return undefined;
    const [word, other] = [random.pick(words), random.pick(WORDS)];
    const texts = new Map(indexes.map((i) => [i, reword(halves.new[i]!, word, other)]));
    if ([...texts.values()].some((text) => halves.log.know(text).rule === rule)) return undefined;
    const isNamedBy = (claim: Claim): boolean =>
      isNew(claim, other) || (claim.change === "gone" && isAbout(claim, { rule }));
    return { lines: halves.new.map(({ text }, i) => texts.get(i) ?? text), isNamedBy };
  };
  const evidence = deviance(old.length, halves.old.length, 0, halves.new.length);
  return { kind: KINDS[0]!, halves, what: `${rule}, ${indexes.length} lines`, evidence, make };
}

function doubled({ halves, rule, old, indexes }: EventLines): Candidate {
  const own = new Set(indexes);
  // Of most of the log nobody could say whether it is more, or the rest is less.
  const isMost = indexes.length > 0.4 * halves.new.length;
  const seen = deviance(old.length, halves.old.length, 2 * indexes.length, halves.new.length + indexes.length);
  // Lines that come in pairs vary twice as much.
  const evidence = isMost ? 0 : seen / 1.5;
  const isNamedBy = (claim: Claim): boolean => claim.change === "more" && isAbout(claim, { rule });
  return {
    ...{ kind: KINDS[3]!, halves, what: `${rule}, ${indexes.length} lines`, evidence },
    make: () => ({ lines: halves.new.flatMap(({ text }, i) => (own.has(i) ? [text, text] : [text])), isNamedBy }),
  };
}

function* changedField(event: EventLines, field: string): Generator<Candidate> {
  const { halves, random, rule } = event;
  const old = event.old.flatMap((line) => line.fields.get(field)?.value || []);
  const indexes = event.indexes.filter((i) => halves.new[i]!.fields.get(field)?.value);
  const values = groupBy(indexes, (i) => fieldOf(halves.new[i]!, field));
  const known = groupBy(old, (value) => value);
  const what = (value: string): string => `${rule}: ${field}=${value}`;
  /** Gives the field another value in some lines. Undefined if that is another event then, or is read otherwise. */
  const rewrite = (at: readonly number[], value: (old: string) => string): readonly string[] | undefined => {
    const lines = halves.new.map(({ text }) => text);
    for (const i of at) {
      const { text, fields } = halves.new[i]!;
      const wanted = value(fields.get(field)!.value);
      lines[i] = replaceAt(text, fields.get(field)!, wanted);
      const line = halves.log.know(lines[i]!);
      if (line.rule !== rule || line.fields.get(field)?.value !== wanted) return undefined;
    }
    return lines;
  };
  const isNamed = (claim: Claim, changes: readonly string[], value?: string): boolean =>
    changes.includes(claim.change) &&
    isAbout(claim, { rule }) &&
    claim.field === field &&
    (claim.value ?? undefined) === value;

  if (!NO_VALUES.test(field) && known.size > 0 && Math.max(known.size, values.size) <= FEW) {
    const count = Math.round((indexes.length * random.between(5, 30)) / 100);
    yield {
      ...{ kind: KINDS[1]!, halves, what: `${what("")}, ${count} of ${indexes.length} lines` },
      evidence: deviance(0, old.length, count, indexes.length),
      make: () => {
        const at = sample(indexes, count, random);
        for (const value of VALUES.filter((one) => !known.has(one) && !values.has(one))) {
          const lines = rewrite(at, () => value);
          if (lines) return { lines, isNamedBy: (claim) => isNamed(claim, ["new_value"], value) };
        }
        return undefined;
      },
    };
    for (const [value, { length }] of values) {
      const share = length / indexes.length;
      const before = known.get(value)?.length ?? 0;
      if (share < 0.01 || share > 0.2 || before < 0.01 * old.length || before > 0.2 * old.length) continue;
      yield {
        ...{ kind: KINDS[2]!, halves, what: `${what(value)}, ${length} of ${indexes.length} lines` },
        evidence: deviance(before, old.length, 3 * length, indexes.length),
        make: () => {
          const others = indexes.filter((i) => fieldOf(halves.new[i]!, field) !== value);
          const lines = rewrite(sample(others, 2 * length, random), () => value);
          return lines && { lines, isNamedBy: (claim) => isNamed(claim, ["share", "more"], value) };
        },
      };
    }
  }

  if (!MEASURE.test(field) || Math.min(known.size, values.size) <= FEW) return;
  const numbers = old.map((value) => Number.parseFloat(value));
  const changed = indexes.map((i) => Number.parseFloat(larger(fieldOf(halves.new[i]!, field))));
  if (![...numbers, ...changed].every(Number.isFinite) || Math.min(old.length, indexes.length) < LEAST_NUMBERS) return;
  yield {
    ...{ kind: KINDS[4]!, halves, what: `${what("")}, ${indexes.length} lines` },
    evidence: rankDeviance(numbers, changed),
    make: () => {
      const lines = rewrite(indexes, larger);
      return lines && { lines, isNamedBy: (claim) => isNamed(claim, ["slower", "larger"]) };
    },
  };
}

const fieldOf = (line: Line, field: string): string => line.fields.get(field)!.value;

/** A number a fifth larger, with as many decimals and the same unit. */
export function larger(value: string): string {
  const [, number, decimals = ""] = /^(\d+(?:\.(\d+))?)/.exec(value) ?? [];
  return number === undefined ? value : (1.2 * Number(number)).toFixed(decimals.length) + value.slice(number.length);
}
