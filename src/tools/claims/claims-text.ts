// Claims as people see them: as text, in a comment, as annotations.

import { groupBy } from "../../text/collections/polyfills.ts";
import { FencedLayout, fenced, MAX_COMMENT, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted, firstOf } from "../../text/messages/phrases.ts";
import { printableText } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { type Change, type Claim, type ClaimExample, type Claims, type ExampleLine, eventKey } from "./claim.ts";
import { claimInWords, confidenceInWords, subjectInWords } from "./claim-words.ts";
import { type AcceptedResult, acceptedLine } from "./claims-json.ts";

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
  const rows = rowsOf(report.claims, isScreen);
  const rare = rareIn(report).map((claim): Row => ({ claim, sure: RARE, others: 0 }));
  const shown = rows.splice(0, isScreen ? MAX_SHOWN - Math.min(rare.length, MIN_RARE) : rows.length);
  const all = [...shown, ...rare.slice(0, isScreen ? MAX_SHOWN - shown.length : MAX_RARE)];
  if (all.length > 0) writeTable(layout, all, report.lineOf);
  const left = rows.reduce((sum, { others }) => sum + 1 + others, 0);
  if (left > 0) layout.text(`… ${counted(left, "more change")}; --format json has all\n`);
  if (all.length > 0) layout.text("\n");
  for (const row of remarksOn(report)) layout.labelled("", row);
}

/** A row of the table: a claim, how sure it is, and how many others it stands for. */
interface Row {
  readonly claim: Claim;
  readonly sure: string;
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
  return [report.tooRare.new, report.tooRare.old].flatMap((events) => {
    const unclaimed = events.filter(({ name }) => !claimed.has(eventKey(name)));
    return unclaimed.map(({ claimOf }) => claimOf(0)).sort((a, b) => b.weight - a.weight);
  });
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
    const { old, new: next, ...words } = claimInWords(claim);
    return { ...{ claim, others, words }, cells: [sure, old, next, claim.change] };
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

function allOf({ claims, accepted }: Pick<ClaimsReport, "claims" | "accepted">): Claim[] {
  return [...claims, ...(accepted?.claims ?? [])];
}

function acceptedInWords({ claims, updated, gone, path }: AcceptedResult): string[] {
  const names = gone.map((claim) => `${claim.change} ${subjectInWords(claim)}`);
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
