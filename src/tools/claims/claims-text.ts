import { counted, firstOf } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import type { AcceptedResult } from "./accepted-claims.ts";
import type { Change, Claim, ExampleLine } from "./claim.ts";
import { claimInWords, confidenceInWords, isFrequency, subjectInWords } from "./claim-words.ts";
import type { Claims } from "./find-claims.ts";

/** A terminal shows the first claims, so that all fits on a screen of 25 rows. */
const MAX_CLAIMS = 8;
/** Bars are shown on terminals of at least this width. */
const MIN_BAR_WIDTH = 60;
const BARS = "▁▂▃▄▅▆▇█";
const GAP = "  ";
/** So many accepted claims that are gone are named. */
const MAX_GONE = 5;

const STYLES: Readonly<Partial<Record<Change, Style>>> = {
  ...{ new: "added", new_value: "added", new_variant: "added" },
  ...{ gone: "removed", gone_value: "removed", gone_variant: "removed" },
};

/** What is told of one of two logs. */
export interface LogFigures {
  readonly name: string;
  readonly lines: number;
  readonly unmatched: number;
  /** How many lines it has a minute, if it has times. */
  readonly perMinute: number | undefined;
}

/** What is written of two logs. */
export interface ClaimsReport extends Claims {
  readonly old: LogFigures;
  readonly new: LogFigures;
  readonly hasRules: boolean;
  /** How accepted claims compare, which `claims` lacks. */
  readonly accepted: AcceptedResult | undefined;
  /** An example as it is in its log, and where it is. */
  readonly lineOf: (example: ExampleLine) => { readonly place: string; readonly original: Buffer };
}

/** Writes claims for people, the most important first. On a terminal each line takes one row. */
export function writeClaimsText(layout: TextLayout, report: ClaimsReport): void {
  const isScreen = layout.columns !== Number.POSITIVE_INFINITY;
  writeLog(layout, "removed", "--- ", report.old, report.hasRules);
  writeLog(layout, "added", "+++ ", report.new, report.hasRules);
  layout.text("\n");
  const { claims } = report;
  const shown = isScreen ? claims.slice(0, MAX_CLAIMS) : claims;
  if (shown.length > 0) writeTable(layout, shown, report.lineOf);
  const left = claims.length - shown.length;
  if (left > 0) layout.text(`… ${counted(left, "more change")}; --format json has all\n`);
  if (shown.length > 0) layout.text("\n");
  for (const row of remarksOn(report)) layout.labelled("", row);
}

function writeLog(layout: TextLayout, style: Style, sign: string, log: LogFigures, hasRules: boolean): void {
  layout.begin(style);
  layout.text(`${sign}${log.name}`);
  layout.end(style);
  const rate = log.perMinute === undefined ? "" : `, ${rateInWords(log.perMinute)} a minute`;
  const unmatched = hasRules ? `, ${log.unmatched} without a rule` : "";
  layout.text(`${GAP}${counted(log.lines, "line")}${rate}${unmatched}\n`);
}

function writeTable(layout: TextLayout, claims: readonly Claim[], lineOf: ClaimsReport["lineOf"]): void {
  const rows = claims.map((claim) => ({ claim, words: claimInWords(claim) }));
  const heading = { sure: "sure", old: "OLD", new: "NEW", change: "change" };
  const cells = rows.map(({ claim, words }) => ({
    ...{ sure: confidenceInWords(claim.confidence), old: words.old, new: words.new, change: claim.change },
  }));
  const widthOf = (name: keyof typeof heading): number =>
    Math.max(...[heading, ...cells].map((row) => row[name].length));
  const [sure, old, next, change] = [widthOf("sure"), widthOf("old"), widthOf("new"), widthOf("change")];
  const hasBars = layout.columns >= MIN_BAR_WIDTH && layout.columns !== Number.POSITIVE_INFINITY;
  const lead = (row: typeof heading, bars: string): string =>
    [row.sure.padStart(sure), row.old.padStart(old), row.new.padStart(next), ...(hasBars ? [bars] : [])].join(GAP);
  layout.styled("heading", `${lead(heading, "  ")}${GAP}${heading.change}`);
  layout.text("\n");
  const told = new Set<string>();
  for (const [i, { claim, words }] of rows.entries()) {
    layout.limitToRow();
    layout.text(`${lead(cells[i]!, barsOf(claim))}${GAP}`);
    const style = STYLES[claim.change] ?? "changed";
    layout.styled(style, claim.change.padEnd(change));
    layout.text(`${GAP}${words.what}`);
    layout.keepRest();
    layout.text(`${words.byHowMuch}\n`);
    if (claim.example === undefined) continue;
    const { place, original } = lineOf(claim.example);
    if (told.has(place)) continue;
    told.add(place);
    layout.limitToRow();
    layout.begin("faint");
    layout.text(`${" ".repeat(sure)}${GAP}${place}: `);
    layout.bytes(original);
    layout.end("faint");
    layout.text("\n");
  }
}

/** Both numbers as bars, the larger one full. */
function barsOf({ old, new: next }: Claim): string {
  const sizes = [old, next].map((facts) => (isFrequency(facts) ? facts.count / Math.max(1, facts.total) : facts.p95));
  const most = Math.max(...sizes);
  return sizes.map((size) => (size <= 0 ? " " : BARS[Math.ceil((size / most) * BARS.length) - 1]!)).join("");
}

/** What is told below the claims: what did not change, what cannot be told, and how many questions were asked. */
export function remarksOn({ claims, questions, events, fields, accepted }: ClaimsReport): string[] {
  const rare = events.rare === 0 ? "" : `; ${events.rare} are too rare to tell`;
  const same = `${events.unchanged} of ${counted(events.all, events.noun)} and ${fields.unchanged} of ${counted(fields.all, "field")} did not change${rare}`;
  const asked = `${counted(questions, "question")} asked`;
  return [
    ...(claims.length === 0 ? ["no change that chance does not explain"] : []),
    `${same}; ${asked}`,
    ...(accepted === undefined ? [] : acceptedInWords(accepted)),
  ];
}

function acceptedInWords({ count, gone, path, isUpdated }: AcceptedResult): string[] {
  const names = gone.map((claim) => `${claim.change} ${subjectInWords(claim)}`);
  const left = `${counted(count, "accepted change")} left out`;
  const verb = isUpdated ? "was removed" : "is gone; remove it with --update-accepted";
  return [
    `${path}: ${left}`,
    ...(gone.length === 0 ? [] : [`${counted(gone.length, "accepted change")} ${verb}: ${firstOf(names, MAX_GONE)}`]),
  ];
}

function rateInWords(rate: number): string {
  return rate >= 100 ? String(Math.round(rate)) : String(Number(rate.toPrecision(2)));
}
