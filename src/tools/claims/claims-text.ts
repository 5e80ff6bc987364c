// Claims as people see them: as text, in a comment, as annotations.

import { groupBy } from "../../text/collections/polyfills.ts";
import { FencedLayout, fenced, MAX_COMMENT, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted, firstOf, shortened } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import {
  type AcceptedResult,
  acceptedLine,
  type Change,
  type Claim,
  type ClaimExample,
  type Claims,
  type Distribution,
  type EventName,
  type ExampleLine,
  eventKey,
  type Frequency,
  isFrequency,
} from "./claim.ts";
import { secondsOf } from "./numbers.ts";

/** A terminal shows so many claims and rare events, so that all fits on a screen of 25 rows. */
const MAX_SHOWN = 8;
/** Elsewhere, and beside many claims, so many rare events are shown. */
const MAX_RARE = 10;
const MIN_RARE = 2;
const RARE = "rare";
/** Bars are shown on terminals of at least this width. */
const MIN_BAR_WIDTH = 60;
const BARS = " ▁▂▃▄▅▆▇█";
const GAP = "  ";
const MAX_NAMED = 3;

const STYLES: Readonly<Partial<Record<Change, Style>>> = {
  ...{ new: "added", new_value: "added", new_variant: "added" },
  ...{ gone: "removed", gone_value: "removed", gone_variant: "removed" },
};

/** What is told of one of two logs. `perMinute` is how many lines it has a minute, if it has times. */
export interface LogFigures {
  readonly name: string;
  readonly lines: number;
  readonly unmatched: number;
  readonly perMinute?: number | undefined;
}

export interface ClaimsReport extends Claims {
  readonly old: LogFigures;
  readonly new: LogFigures;
  readonly hasRules: boolean;
  readonly masked?: string | undefined;
  readonly failing?: number | undefined;
  /** How accepted claims compare, which `claims` lacks. */
  readonly accepted?: AcceptedResult | undefined;
  readonly lineOf: (example: ExampleLine) => ClaimExample<Buffer> & { readonly place: string };
}

/** Writes claims for people, the most important first. On a terminal each line takes one row. */
export function writeClaimsText(layout: TextLayout, report: ClaimsReport): void {
  const isScreen = layout.columns !== Number.POSITIVE_INFINITY;
  writeHead(layout, report);
  const claimed = rowsOf(report.claims, isScreen);
  const rare = rareIn(report).map((claim): Row => ({ claim, sure: RARE, others: 0 }));
  const shown = isScreen ? claimed.slice(0, MAX_SHOWN - Math.min(rare.length, MIN_RARE)) : claimed;
  const all = [...shown, ...rare.slice(0, isScreen ? MAX_SHOWN - shown.length : MAX_RARE)];
  if (all.length > 0) writeTable(layout, all, report.lineOf);
  const left = claimed.slice(shown.length).reduce((sum, { others }) => sum + 1 + others, 0);
  if (left > 0) layout.text(`… ${counted(left, "more change")}; --format json has all\n`);
  if (all.length > 0) layout.text("\n");
  for (const row of remarksOn(report)) layout.labelled("", row);
}

interface Row {
  readonly claim: Claim;
  readonly sure: string;
  /** How many other claims the row stands for. */
  readonly others: number;
}

/** If they are folded, claims on several values of a field that changed in the same way share the row of the first. */
function rowsOf(claims: readonly Claim[], areFolded: boolean): Row[] {
  const keyOf = (claim: Claim): string => acceptedLine({ ...claim, value: claim.value === undefined ? undefined : "" });
  const groups = areFolded ? [...groupBy(claims, keyOf).values()] : claims.map((claim) => [claim]);
  return groups.map(([claim, ...others]) => {
    return { claim: claim!, sure: confidenceInWords(claim!.confidence), others: others.length };
  });
}

function rareIn(report: Omit<ClaimsReport, "lineOf">): Claim[] {
  const claimed = new Set(allOf(report).map(eventKey));
  return [report.tooRare.new, report.tooRare.old].flatMap((events) =>
    events.filter((claim) => !claimed.has(eventKey(claim))).sort((a, b) => b.weight - a.weight),
  );
}

function writeHead(layout: TextLayout, { old, new: next, hasRules }: ClaimsReport): void {
  layout.styled("removed", `--- ${old.name}`);
  layout.text("\n");
  layout.styled("added", `+++ ${next.name}`);
  const facts = [`${old.lines} → ${counted(next.lines, "line")}`];
  if (old.perMinute !== undefined && next.perMinute !== undefined)
    facts.push(`${rateInWords(old.perMinute)} → ${rateInWords(next.perMinute)} a minute`);
  if (hasRules) facts.push(`${old.unmatched} → ${next.unmatched} without a rule`);
  layout.text(`\n${facts.join(", ")}\n\n`);
}

function writeTable(layout: TextLayout, shown: readonly Row[], lineOf: ClaimsReport["lineOf"]): void {
  const hasBars = layout.columns >= MIN_BAR_WIDTH && layout.columns !== Number.POSITIVE_INFINITY;
  const rows = shown.map(({ claim, sure, others }) => {
    const words = claimInWords(claim);
    return { claim, others, words, cells: [sure, words.old, words.new, claim.change] };
  });
  const headings = ["sure", "OLD", "NEW", "change"];
  const widths = headings.map(({ length }, i) =>
    rows.reduce((width, { cells }) => Math.max(width, cells[i]!.length), length),
  );
  const lead = (cells: readonly string[], bars: string): string =>
    [...cells.slice(0, 3).map((cell, i) => cell.padStart(widths[i]!)), ...(hasBars ? [bars] : []), ""].join(GAP);
  layout.styled("heading", `${lead(headings, "  ")}change`);
  layout.text("\n");
  const told = new Set<string>();
  for (const { claim, words, others, cells } of rows) {
    layout.limitToRow();
    layout.text(lead(cells, barsOf(words.sizes)));
    layout.styled(STYLES[claim.change] ?? "changed", claim.change.padEnd(widths[3]!));
    layout.text(GAP + words.what);
    layout.keepRest();
    layout.text(`${words.byHowMuch}${others === 0 ? "" : ` (+${others} more)`}\n`);
    const example = claim.example && lineOf(claim.example);
    if (example === undefined || told.has(example.place)) continue;
    told.add(example.place);
    layout.limitToRow();
    layout.begin("faint");
    layout.text(`${" ".repeat(widths[0]!)}${GAP}${example.place}: `);
    layout.bytes(example.original);
    layout.end("faint");
    layout.text("\n");
  }
}

/** Both numbers as bars, the larger one full; none for numbers below zero. */
function barsOf(sizes: readonly number[]): string {
  const most = Math.max(...sizes);
  const isDrawn = Math.min(...sizes) >= 0 && most > 0;
  return sizes.map((size) => (isDrawn ? BARS[Math.ceil((size / most) * (BARS.length - 1))]! : " ")).join("");
}

/** What is told below the claims: what did not change, what cannot be told, and how many questions were asked. */
export function remarksOn(report: Omit<ClaimsReport, "lineOf">): string[] {
  const { claims, questions, compared, hasRules, old, new: next, accepted, failing, masked } = report;
  const all = allOf(report);
  const fields = new Set(all.filter(({ field }) => field !== undefined).map((claim) => eventKey(claim) + claim.field));
  const rare = rareIn(report);
  const events = compared.events - new Set(all.map(eventKey)).size - rare.length;
  const nouns = !hasRules ? "shapes" : old.unmatched + next.unmatched > 0 ? "rules and shapes" : "rules";
  const rarely = (["new", "gone"] as const).flatMap((change) => {
    const { length } = rare.filter((one) => one.change === change);
    return length === 0 ? [] : [`${length} only in ${change === "new" ? "NEW" : "OLD"}`];
  });
  const unchanged = [
    `${events} of ${compared.events} ${nouns} and ${compared.fields - fields.size} of ${counted(compared.fields, "field")} did not change`,
    ...(rarely.length === 0 ? [] : [`too rare to tell: ${rarely.join(", ")}`]),
    `${counted(questions, "question")} asked`,
  ];
  const nothing = `nothing ${all.length > 0 ? "else " : ""}has changed that chance does not explain`;
  // A log without lines has nothing that could have changed.
  const isEmpty = (old.lines === 0) !== (next.lines === 0);
  return [
    ...(isEmpty || claims.length > 0 ? [] : [nothing]),
    ...(isEmpty ? [] : [unchanged.join("; ")]),
    ...(accepted === undefined ? [] : acceptedInWords(accepted)),
    ...(failing === undefined ? [] : [`${counted(failing, "change")} to fail for`]),
    ...(masked === undefined ? [] : [`masked: ${masked}`]),
  ];
}

function allOf({ claims, accepted }: Omit<ClaimsReport, "lineOf">): Claim[] {
  return [...claims, ...(accepted?.claims ?? [])];
}

function acceptedInWords({ claims, updated, gone, path }: AcceptedResult): string[] {
  const names = gone.map((claim) => `${claim.change} ${subjectOf(claim)}${claimedValue(claim)}`);
  const remedy = updated === undefined ? "; remove them with --update-accepted" : "";
  return [
    `${path}: ${counted(claims.length, "accepted change")} left out${updated === undefined ? "" : `; it has ${updated} now`}`,
    ...(gone.length === 0 ? [] : [`accepted, but gone: ${firstOf(names, MAX_NAMED)}${remedy}`]),
  ];
}

function rateInWords(rate: number): string {
  return rate >= 100 ? String(Math.round(rate)) : String(Number(rate.toPrecision(2)));
}

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff -->";
/** Rows around the text, more than they can ever take. */
const MAX_FRAME = 20 * MAX_ROW;

/** Writes claims as Markdown that fits into a comment. */
export function writeClaimsMarkdown(layout: TextLayout, report: ClaimsReport): void {
  const { length } = report.claims;
  const text = new FencedLayout(MAX_COMMENT - MAX_FRAME);
  writeClaimsText(text, report);
  layout.text(`${MARK}\n### ${length === 0 ? "No changes" : counted(length, "change")}\n`);
  layout.text(fenced(text.rows));
}

const LEVELS = ["error", "warning", "notice"] as const;

/** Writes claims as annotations, of each level the most important first, since GitHub shows only the first. */
export function writeClaimsGithub(layout: TextLayout, report: ClaimsReport): void {
  for (const level of LEVELS) {
    const claims = report.claims.filter(({ change }) => levelOf(change) === level).slice(0, MAX_ANNOTATIONS);
    for (const claim of claims) {
      const { old, new: next, what, byHowMuch } = claimInWords(claim);
      const line = claim.example && report.lineOf(claim.example);
      const place = line === undefined ? {} : placeOf(line.file, line.line);
      const facts = `OLD ${old}, NEW ${next}, ${confidenceInWords(claim.confidence)} sure`;
      const texts = [`${what}${byHowMuch}`, facts, ...(line === undefined ? [] : [printableText(line.original)])];
      layout.text(annotation(level, { ...place, title: claim.change.toUpperCase() }, texts.join("\n")));
    }
  }
  for (const remark of remarksOn(report)) layout.text(`${remark}\n`);
}

function levelOf(change: Change): (typeof LEVELS)[number] {
  if (change.startsWith("new")) return "error";
  return change.startsWith("gone") ? "notice" : "warning";
}

const MAX_VALUE = 40;
const MAX_SHAPE = 160;
/** Numbers that differ by less than this factor are not worth a second pair of quantiles. */
const NOTABLE = 1.05;

/**
 * A claim in words: the numbers of OLD and NEW, which stand before the others, and their sizes; what has changed,
 * without the kind of change; and by how much.
 */
export function claimInWords(claim: Claim) {
  const { old, new: next, unit } = claim;
  const what = subjectOf(claim);
  if (!isFrequency(old) || !isFrequency(next))
    return { what, ...quantilesInWords(old as Distribution, next as Distribution, unit) };
  const of = unit === "lines" ? "" : ` of ${unit}`;
  return {
    ...{ what, old: String(old.count), new: String(next.count), sizes: [shareOf(old), shareOf(next)] },
    byHowMuch: `${claimedValue(claim)}, ${percentOf(old)} → ${percentOf(next)}%${of}`,
  };
}

const TIMES: ReadonlySet<Change> = new Set(["slower", "faster"]);

type Subject = Omit<Claim, "old" | "new" | "unit" | "confidence" | "weight">;

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
function quantilesInWords(old: Distribution, next: Distribution, unit: string) {
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
