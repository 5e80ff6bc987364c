// Claims in words, for people.

import { shortened } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { type Change, type Claim, type Distribution, type EventName, type Frequency, isFrequency } from "./claim.ts";
import { secondsOf } from "./numbers.ts";

/** So much of a value, or of a shape, is shown. */
const MAX_VALUE = 40;
const MAX_SHAPE = 160;
/** Numbers that differ by less than this factor are not worth a second pair of quantiles. */
const NOTABLE = 1.05;

/** A claim in words. The numbers of OLD and NEW stand before them, in columns. */
interface ClaimWords {
  readonly old: string;
  readonly new: string;
  /** What has changed, without the kind of change: an event, a field of one, or the steps of a request. */
  readonly what: string;
  readonly byHowMuch: string;
  readonly sizes: readonly [old: number, next: number];
}

export function claimInWords(claim: Claim): ClaimWords {
  const { old, new: next, unit } = claim;
  const what = subjectOf(claim);
  const value = claimedValue(claim);
  if (!isFrequency(old) || !isFrequency(next))
    return { what, ...quantilesInWords(old as Distribution, next as Distribution, unit) };
  return {
    ...{ what, old: String(old.count), new: String(next.count), sizes: [shareOf(old), shareOf(next)] },
    byHowMuch: `${value}, ${percentOf(old)} → ${percentOf(next)}%${unit === "lines" ? "" : ` of ${unit}`}`,
  };
}

const TIMES: ReadonlySet<Change> = new Set(["slower", "faster"]);

type Subject = Omit<Claim, "old" | "new" | "unit" | "confidence" | "weight">;

export function subjectInWords(claim: Subject): string {
  return subjectOf(claim) + claimedValue(claim);
}

function eventInWords({ rule, ruleFile, shape }: EventName): string {
  if (rule === undefined) return `'${shortened(shape ?? "", MAX_SHAPE)}'`;
  return printable(ruleFile === undefined ? rule : `${rule} (${ruleFile})`);
}

/** How sure a claim is. Nothing is certain. */
export function confidenceInWords(confidence: number): string {
  return confidence >= 0.999 ? ">99.9%" : `${(Math.floor(confidence * 1000) / 10).toFixed(1)}%`;
}

function subjectOf(claim: Subject): string {
  const { change, rule, shape, field, from, to } = claim;
  // Between two steps, the claim is on the time that they are apart.
  const isTime = field === undefined && TIMES.has(change);
  const hasEvent = !isTime && (rule !== undefined || shape !== undefined);
  return [
    ...(field === undefined ? [] : [`${printable(field)} of`]),
    ...(hasEvent ? [eventInWords(claim)] : []),
    ...(from === undefined && to === undefined ? [] : [stepsInWords(from, to, isTime)]),
  ].join(" ");
}

function claimedValue({ value }: Subject): string {
  if (value === undefined) return "";
  return `: ${value === "" ? "(nothing)" : shortened(value, MAX_VALUE)}`;
}

function stepsInWords(from: string | undefined, to: string | undefined, isTime: boolean): string {
  const [first, last] = [from, to].map((step) => step && shortened(step, MAX_SHAPE));
  if (first === undefined) return `${isTime ? "up to" : "before"} ${last}`;
  if (last === undefined) return `after ${first}`;
  return isTime ? `from ${first} to ${last}` : `between ${first} and ${last}`;
}

function shareOf({ count, total }: Frequency): number {
  return total === 0 ? 0 : count / total;
}

/** A share in percent, to two digits; nothing that happened is 0, and nothing that happened not always is 100. */
export function percentOf({ count, total }: Frequency): string {
  if (count === 0 || total === 0) return "0";
  if (count === total) return "100";
  const percent = (100 * count) / total;
  if (percent > 99) return String(Math.min(99.9, Number(percent.toFixed(1))));
  return percent < 0.0001 ? "<0.0001" : String(Number(percent.toPrecision(2)));
}

/** The quantiles that tell most, in columns and in words. */
function quantilesInWords(old: Distribution, next: Distribution, unit: string): Omit<ClaimWords, "what"> {
  const ratio = (name: keyof Distribution): number => Math.abs(Math.log(next[name] / old[name]));
  const isTail = !(ratio("median") >= Math.log(NOTABLE)) && ratio("p95") > ratio("median");
  const shown = isTail ? "p95" : "median";
  const others = (isTail ? ["median", "p99"] : ["p95"]) as (keyof Distribution)[];
  const show = numberFormat([old, next], unit);
  const pairs = others.map((name) => `${name} ${show.number(old[name])} → ${show.number(next[name])}${show.unit}`);
  return {
    old: show.number(old[shown]) + show.unit,
    new: show.number(next[shown]) + show.unit,
    sizes: [old[shown], next[shown]],
    byHowMuch: `, ${shown} (${pairs.join(", ")})`,
  };
}

/** How numbers are shown: to three digits, as their quantiles are only known to a percent. */
export function numberFormat(
  facts: readonly Distribution[],
  unit: string,
): { readonly unit: string; readonly number: (value: number) => string } {
  const isTime = secondsOf(unit) !== undefined;
  const areSmall = unit === "s" && facts.every(({ p95 }) => p95 < 1);
  const factor = areSmall ? 1000 : 1;
  return {
    unit: !isTime ? "" : areSmall ? " ms" : ` ${unit}`,
    number: (value) => String(Number((value * factor).toPrecision(3))),
  };
}
