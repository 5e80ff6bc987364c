import type { TypeName } from "../../matcher/types/type-registry.ts";
import { KeyedPseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { FieldText, stepOf, type Transform } from "../../rules/transforms/transform-registry.ts";
import { countsByText } from "../../run/run-values.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { isSampledAt, type SampledValue, type ValueCounts } from "../../text/collections/value-counts.ts";
import { keptValue } from "../../text/collections/value-key.ts";
import { MAX_FEW_VALUES } from "../../text/messages/few-values.ts";
import type { FieldColumn } from "./field-columns.ts";

/** What makes outputs equal in each run: to leave out, or to transform. To show what is the same in each. */
export type Advice = "leave_out" | "alias" | "mask" | "show";

/** What values of a type are: measures, which nobody traces through a log, or perhaps ids; else just texts. */
const ROLES: Readonly<Partial<Record<TypeName, "measure" | "id">>> = {
  number: "id",
  float: "measure",
  hex: "id",
  word: "id",
  ip: "id",
  uuid: "id",
  timestamp: "measure",
};
/** At least this share of ids is new in each run. */
const MIN_NEW_IDS = 0.9;
/** An id has so many lines on average, or one in so many is found in another rule. */
const MIN_LINES_PER_ID = 2;
const MAX_VALUES_PER_SHARED_ONE = 10;

/**
 * The edit after which the output no longer varies with a field that has these transforms; undefined if it does not
 * vary now. `isShared` says whether some values occur in a field of the same name in another rule.
 */
export function adviceOf(
  column: FieldColumn,
  variation: Variation,
  transforms: readonly Transform[],
  isShared: boolean,
): Advice | undefined {
  const { values, type, lines, empty } = column;
  if (transforms.some(({ name }) => name === "alias") || !variesAfter(column, transforms)) return undefined;
  const { name } = type;
  const role = name === undefined ? undefined : ROLES[name];
  if (role === "measure") return "leave_out";
  const lineCount = lines[0] + lines[1] - empty[0] - empty[1];
  const recurs = isShared || lineCount >= MIN_LINES_PER_ID * values.distinct;
  const isId = role === "id" && variation.newShare >= MIN_NEW_IDS && recurs;
  if (isId || name === "uuid") return "alias";
  if (name === "number") return "leave_out";
  if (!variesAfter(column, [...transforms, { name: "mask" }])) return "mask";
  return role === "id" ? "alias" : "leave_out";
}

/** The columns that share values with another one of their name: ids that tie lines of several rules together. */
export function columnsWithSharedValues(columns: readonly FieldColumn[]): ReadonlySet<FieldColumn> {
  const byName = groupBy(columns, ({ name }) => name);
  return new Set([...byName.values()].flatMap((named) => (named.length > 1 ? sharing(named) : [])));
}

function sharing(columns: readonly FieldColumn[]): FieldColumn[] {
  // Only values that are not left out of any of the samples can be compared.
  const depth = Math.max(...columns.map(({ values }) => values.depth));
  const owners = new Map<string, number>();
  const compared = columns.map(({ values }) => {
    const keys: string[] = [];
    for (const { key, hash } of values.sampled()) if (isSampledAt(depth, hash)) keys.push(key.toString("latin1"));
    for (const key of keys) owners.set(key, (owners.get(key) ?? 0) + 1);
    return keys;
  });
  return columns.filter((_, i) => {
    const keys = compared[i]!;
    const shared = keys.filter((key) => owners.get(key)! > 1).length;
    return shared > 0 && shared * MAX_VALUES_PER_SHARED_ONE >= keys.length;
  });
}

/** Names for values, to see whether they vary. They do so with any key. */
const pseudonyms = new KeyedPseudonyms(Buffer.from("any key"));

/** What values of a field become. */
function transformed(name: string, transforms: readonly Transform[]): (value: Buffer) => Buffer {
  const made = { name, numbers: { of: () => () => 0 }, numberMark: undefined, pseudonyms };
  const steps = transforms.map((transform) => stepOf(transform, made));
  const text = new FieldText();
  return (value) => {
    if (steps.length === 0) return value;
    text.begin();
    text.take(value, 0, value.length);
    for (const step of steps) step(text);
    return Buffer.from(text.bytes.subarray(text.from, text.to));
  };
}

/** Whether a field still varies when its values are transformed. */
function variesAfter({ name, values }: FieldColumn, transforms: readonly Transform[]): boolean {
  const byText = countsByText(values, transformed(name, transforms));
  const variation = variationOf(
    Array.from(byText.values(), (counts) => ({ counts })),
    values.totals,
  );
  return variation !== undefined && variesBy(variation) !== false;
}

/** Whether a transform hides what two runs have alike. A pseudonym does not count: it hides values from people. */
export function isHiding(name: string): boolean {
  return name === "alias" || name === "mask";
}

/** The transforms without those that hide what two runs have alike. */
export function withoutHiding(transforms: readonly Transform[]): Transform[] {
  return transforms.filter(({ name }) => !isHiding(name));
}

/** Whether the transforms hide a value that would be shown without those that hide. */
export function isHidden({ name, values }: FieldColumn, transforms: readonly Transform[]): boolean {
  if (transforms.some(({ name }) => name === "alias")) return true;
  const [hiding, showing] = [transformed(name, transforms), transformed(name, withoutHiding(transforms))];
  return [...values.sampled()].some(({ key }) => {
    const { bytes, cut } = keptValue(key);
    return !cut && !hiding(bytes).equals(showing(bytes));
  });
}

/** A comparison of the values that a field has in two logs. */
export interface Variation {
  /** In the log with fewer such lines: the share of lines whose value never occurs in the other log. */
  readonly newShare: number;
  /** The share that could be expected if each line had come into either log by chance. */
  readonly chanceShare: number;
}

/** Why the values do not tell whether a field varies: there are few of them, or chance would hardly make any new. */
export type Doubt = "few_values" | "chance";

/** Whether a field varies from run to run: yes, no, or why that is unclear. */
export type Verdict = boolean | Doubt;

/** A field varies if at least this share of its lines have new values. */
const NEARLY_ALL = 0.9;
/** Below this share, values are so frequent that chance has nearly all of them in both logs. */
const MIN_CHANCE = 0.2;
/** From this share on, values are so rare that those of the same work would be found in both logs far more often. */
const CLEAR_CHANCE = 0.5;
/** New values are as many as by chance if they are less than this many times more or fewer. */
const TOLERANCE = 3;
/** Values recur if they have this many lines on average. */
const MIN_LINES_PER_VALUE = 2;

/** The types whose values belong to a run by their nature, however few there are. */
const TYPES_OF_RUNS: ReadonlySet<TypeName> = new Set(["timestamp", "uuid"]);

/**
 * Compares the values of two logs, or a sample of them by which no value is sampled in one log only. `totals` are the
 * numbers of all values in each log. Returns undefined if either log has none.
 */
export function variationOf(
  values: Iterable<Pick<SampledValue, "counts">>,
  totals: readonly [number, number],
): Variation | undefined {
  const [old, next] = totals;
  if (old === 0 || next === 0) return undefined;
  const [shorter, longer] = old < next ? ([0, 1] as const) : ([1, 0] as const);
  const share = totals[shorter] / (old + next);
  let all = 0;
  let onlyShorter = 0;
  let expected = 0;
  for (const { counts } of values) {
    all += counts[shorter];
    if (counts[longer] === 0) onlyShorter += counts[shorter];
    // A value with n lines has all of them in the shorter log with probability share^n.
    const count = counts[0] + counts[1];
    expected += count * share ** count;
  }
  return all === 0 ? undefined : { newShare: onlyShorter / all, chanceShare: Math.min(1, expected / all) };
}

/** Whether values vary from run to run: nearly all are new, or as many as chance would make new. */
export function variesBy({ newShare, chanceShare }: Variation): boolean | "chance" {
  if (newShare >= NEARLY_ALL) return true;
  const isByChance =
    chanceShare >= MIN_CHANCE && newShare * TOLERANCE >= chanceShare && newShare <= chanceShare * TOLERANCE;
  return isByChance && (chanceShare >= CLEAR_CHANCE || "chance");
}

/**
 * Whether a field varies from run to run. If a log has few values, that all are new may be a single event, such as an
 * outage in which each status changes, however many lines it has.
 */
export function verdictOn({ values, type }: Pick<FieldColumn, "values" | "type">, variation: Variation): Verdict {
  const verdict = variesBy(variation);
  if (verdict === false || (type.name !== undefined && TYPES_OF_RUNS.has(type.name))) return verdict;
  return hasFewValues(values) ? "few_values" : verdict;
}

/** Whether both logs have the same value in all lines, or several, each in as many lines. */
export function isSameInBoth({ values, lines, empty }: Pick<FieldColumn, "values" | "lines" | "empty">): boolean {
  if (!values.isExact || lines[0] === 0 || lines[1] === 0) return false;
  const all = [...values.sampled()].map(({ counts }) => counts);
  if (all.length === 1) return empty[0] + empty[1] === 0 && all[0]![0] > 0 && all[0]![1] > 0;
  return all.length > 1 && empty[0] === empty[1] && all.every(([old, next]) => old === next);
}

/** Whether one of the logs has a single value, or few values that recur. */
function hasFewValues(values: ValueCounts): boolean {
  if (!values.isExact) return false;
  const distinct: [number, number] = [0, 0];
  for (const { counts } of values.sampled()) for (const side of [0, 1] as const) if (counts[side] > 0) distinct[side]++;
  return distinct.some(
    (count, side) =>
      count === 1 || (count <= MAX_FEW_VALUES && values.totals[side as 0 | 1] >= MIN_LINES_PER_VALUE * count),
  );
}
