import { counted, firstOf } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import { type AcceptedResult, acceptedLine } from "./accepted-claims.ts";
import { type Change, type Claim, type ExampleLine, eventKey } from "./claim.ts";
import { claimInWords, confidenceInWords, subjectInWords } from "./claim-words.ts";
import type { ClaimExample } from "./claims-json.ts";
import type { Claims } from "./find-claims.ts";

/** A terminal shows so many claims and rare events, so that all fits on a screen of 25 rows. */
const MAX_SHOWN = 8;
/** Elsewhere, and beside many claims, so many rare events are shown. */
const MAX_RARE = 10;
const MIN_RARE = 2;
/** Stands in the column of how sure a claim is. */
const RARE = "rare";
/** Bars are shown on terminals of at least this width. */
const MIN_BAR_WIDTH = 60;
const BARS = " ▁▂▃▄▅▆▇█";
const GAP = "  ";
/** So many accepted claims that are gone are named. */
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
  /** How many values have which mask, if lines were masked. */
  readonly masked?: string | undefined;
  /** How many of the claims fail, if only some do. */
  readonly failing?: number | undefined;
  /** How accepted claims compare, which `claims` lacks. */
  readonly accepted?: AcceptedResult | undefined;
  /** An example, with its place for people. */
  readonly lineOf: (example: ExampleLine) => ClaimExample<Buffer> & { readonly place: string };
}

/** Writes claims for people, the most important first. On a terminal each line takes one row. */
export function writeClaimsText(layout: TextLayout, report: ClaimsReport): void {
  const isScreen = layout.columns !== Number.POSITIVE_INFINITY;
  writeHead(layout, report);
  const rows = isScreen ? foldedRows(report.claims) : report.claims.map((claim) => ({ claim, others: 0 }));
  const rare = rareIn(report).map((claim) => ({ claim, others: 0, sure: RARE }));
  const shown = isScreen ? rows.splice(0, MAX_SHOWN - Math.min(rare.length, MIN_RARE)) : rows.splice(0);
  const all = [...shown, ...rare.slice(0, isScreen ? MAX_SHOWN - shown.length : MAX_RARE)];
  if (all.length > 0) writeTable(layout, all, report.lineOf);
  const left = rows.reduce((sum, { others }) => sum + 1 + others, 0);
  if (left > 0) layout.text(`… ${counted(left, "more change")}; --format json has all\n`);
  if (all.length > 0) layout.text("\n");
  for (const row of remarksOn(report)) layout.labelled("", row);
}

/** A row of the table: a claim, how many others it stands for, and what is told in place of how sure it is. */
interface Row {
  readonly claim: Claim;
  others: number;
  readonly sure?: string;
}

/** Claims on several values of a field that changed in the same way share the row of the first. */
function foldedRows(claims: readonly Claim[]): Row[] {
  const rows = new Map<string, Row>();
  for (const claim of claims) {
    const key = acceptedLine({ ...claim, value: claim.value === undefined ? undefined : "" });
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { claim, others: 0 });
    else row.others++;
  }
  return [...rows.values()];
}

/** What would be claimed of events that are too rare to tell, those of the new log first. */
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
  const heading = { sure: "sure", old: "OLD", new: "NEW", change: "change" };
  const rows = shown.map(({ claim, others, sure = confidenceInWords(claim.confidence) }) => {
    const { old, new: next, ...words } = claimInWords(claim);
    return { claim, words, others, cells: { sure, old, new: next, change: claim.change } };
  });
  const widthOf = (name: keyof typeof heading): number =>
    rows.reduce((width, { cells }) => Math.max(width, cells[name].length), heading[name].length);
  const [sure, old, next, change] = [widthOf("sure"), widthOf("old"), widthOf("new"), widthOf("change")];
  const hasBars = layout.columns >= MIN_BAR_WIDTH && layout.columns !== Number.POSITIVE_INFINITY;
  const lead = (cells: typeof heading, bars: string): string =>
    [cells.sure.padStart(sure), cells.old.padStart(old), cells.new.padStart(next), ...(hasBars ? [bars] : []), ""].join(
      GAP,
    );
  layout.styled("heading", `${lead(heading, "  ")}${heading.change}`);
  layout.text("\n");
  const told = new Set<string>();
  for (const { claim, words, others, cells } of rows) {
    layout.limitToRow();
    layout.text(lead(cells, barsOf(words.sizes)));
    layout.styled(STYLES[claim.change] ?? "changed", claim.change.padEnd(change));
    layout.text(GAP + words.what);
    layout.keepRest();
    layout.text(`${words.byHowMuch}${others === 0 ? "" : ` (+${others} more)`}\n`);
    const example = claim.example && lineOf(claim.example);
    if (example === undefined || told.has(example.place)) continue;
    told.add(example.place);
    layout.limitToRow();
    layout.begin("faint");
    layout.text(`${" ".repeat(sure)}${GAP}${example.place}: `);
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
