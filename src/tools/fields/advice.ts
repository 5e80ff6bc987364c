import type { TypeName } from "../../matcher/types/type-registry.ts";
import { KeyedPseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { FieldText, stepOf, type Transform } from "../../rules/transforms/transform-registry.ts";
import { countsByText } from "../../run/run-values.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { isSampledAt } from "../../text/collections/value-counts.ts";
import { keptValue } from "../../text/collections/value-key.ts";
import type { FieldColumn } from "./field-columns.ts";
import { type Variation, variationOf, variesBy } from "./variation.ts";

/**
 * What makes outputs equal in each run: to leave the field out, or to transform what they show of it. To show it if it
 * is the same in each run.
 */
export type Advice = "leave_out" | "alias" | "mask" | "show";

/**
 * What values of a type are: times and measures, which nobody traces through a log, or perhaps ids. Those of others are
 * just texts.
 */
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
