import { LATER } from "../../matcher/precedence.ts";
import { type LineTemplate, mayGetRule } from "../../run/line-templates.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import type { BlockedRule, Decision, Loser, NearRule, WhyMatched, WhyRules, WhyUnmatched } from "./explanation.ts";
import { captureRows, lineFrame, type RowPiece, shown } from "./shown-line.ts";
import type { ExplainedTemplate, NoTexts, UnmatchedTemplates } from "./unmatched-templates.ts";
import type { WhyWriter } from "./why-writer.ts";

/** A row of the line has at least this many columns, even on a narrow terminal. */
const MIN_ROOM = 8;

/** More losers would say nothing new, because many rules are then nearly alike. */
const MAX_LOSERS = 10;

/** How many characters of the found text are shown. */
const MAX_FOUND_WIDTH = 48;

/** Fields alternate between these styles, so that adjacent ones can be told apart. */
const FIELD_STYLES: readonly Style[] = ["added", "changed"];

/** What depends on the command line. */
interface RunWords {
  /** What is said if the log has no lines. */
  readonly empty: string;
  /** The command line that writes rules for lines that no rule matches. */
  readonly suggesting: string;
  /** The location of a line pattern in the rules file. */
  locationOf(linePattern: number): string;
}

/** Writes explanations for people. */
export class WhyText implements WhyWriter {
  private readonly output: TextLayout;
  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly words: RunWords;
  private isFirst = true;

  constructor(output: TextLayout, { linePatterns }: Rulebook, words: RunWords) {
    this.output = output;
    this.linePatterns = linePatterns;
    this.words = words;
  }

  addLine(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void {
    this.separate();
    if ("nearest" in why) this.addUnmatched(number, line, why, 1);
    else this.addMatched(number, line, why, 1);
  }

  addRules(number: number, line: Buffer, { winner, verdicts }: WhyRules): void {
    this.separate();
    const isBlocked = verdicts.some((verdict) => "blocked" in verdict);
    if (winner === undefined) this.addHeading(number, "no rule matches", 1);
    else if (verdicts.some((verdict) => "won" in verdict)) this.addMatched(number, line, winner, 1);
    // What is said of a rule that does not match shows the line, too.
    else if (isBlocked) this.addHeading(number, this.victory(winner), 1);
    else this.addWinner(number, line, winner, 1);
    for (const verdict of verdicts) {
      if ("lost" in verdict) this.addLoser(verdict.lost);
      else if ("blocked" in verdict) this.addBlocked(number, line, verdict.blocked, winner);
    }
  }

  addTemplate({ template: { count, line: number }, line, why }: ExplainedTemplate): void {
    this.separate();
    this.addUnmatched(number, line, why, count);
  }

  addNoText(number: number, line: Buffer, flaw: string): void {
    this.addNoTexts({ flaw, original: line, line: number, count: 1 });
  }

  addNoTexts({ flaw, original, line, count }: NoTexts): void {
    this.separate();
    this.addHeading(line, `no rule is tried, because the line ${printable(flaw)}`, count);
    this.addCaptures(line, original, []);
  }

  noLines(): void {
    this.output.text(`${this.words.empty}\n`);
  }

  endTemplates({ explained, skipped, noTexts, lines, unmatched, templates, isCut }: UnmatchedTemplates): void {
    const { output } = this;
    if (lines === 0) {
      this.noLines();
      return;
    }
    if (unmatched === 0) {
      output.text(`no unmatched line among ${counted(lines, "line")}\n`);
      return;
    }
    if (skipped.length > 0) this.addSkipped(skipped);
    const shown = [...explained.map(({ template }) => template), ...skipped, ...noTexts].reduce(
      (sum, { count }) => sum + count,
      0,
    );
    if (unmatched > shown) {
      this.separate();
      const more = `${isCut ? "more than " : ""}${counted(templates - explained.length - skipped.length, "more template")}`;
      output.text(`not explained: ${counted(unmatched - shown, "line")} of ${more}\n`);
    }
    if (
      explained.some(({ template, why }) => mayGetRule(template) && why.nearest.every(({ fix }) => fix === undefined))
    ) {
      this.separate();
      output.text("write rules for lines without help: ");
      output.hang();
      output.text(`${this.words.suggesting}\n`);
    }
  }

  private addSkipped(skipped: readonly LineTemplate[]): void {
    const { output } = this;
    this.separate();
    output.text("not explained, because the explanations of others took too long:\n");
    for (const { line, count, template } of skipped) {
      output.text(`  line ${line}, ${counted(count, "line")}: `);
      output.hang();
      output.bytes(template);
      output.text("\n");
    }
  }

  private separate(): void {
    if (!this.isFirst) this.output.text("\n");
    this.isFirst = false;
  }

  private victory({ linePattern, follows }: WhyMatched): string {
    const title = this.title(linePattern);
    return follows === undefined ? `won by ${title}` : `follows line ${follows}, as ${title}`;
  }

  private addMatched(number: number, line: Buffer, won: WhyMatched, count: number): void {
    const { losers } = won;
    this.addWinner(number, line, won, count);
    for (const loser of losers.slice(0, MAX_LOSERS)) this.addLoser(loser);
    if (losers.length > MAX_LOSERS) this.addRemark("", `and ${losers.length - MAX_LOSERS} more that lost`);
  }

  private addWinner(number: number, line: Buffer, won: WhyMatched, count: number): void {
    const { captures } = won;
    this.addHeading(number, this.victory(won), count);
    const full = captures.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
    this.addCaptures(number, line, full);
    const empty = captures.filter(({ from, to }) => to === from).map(({ field }) => quoted(field));
    if (empty.length > 0) this.addRemark("nothing captured by ", empty.join(", "));
  }

  private addCaptures(number: number, line: Buffer, full: WhyMatched["captures"]): void {
    const { output } = this;
    const gutter = `  ${number} | `;
    const below = `${" ".repeat(gutter.length - 2)}| `;
    const rows = captureRows(line, full, Math.max(MIN_ROOM, output.columns - gutter.length));
    if (rows.length === 0) output.text(`${gutter.trimEnd()}\n`);
    for (const row of rows) {
      // Each row of the line has its number, because marks and names are below each of them, too.
      this.addRow(gutter, row.line);
      for (const pieces of row.below) this.addRow(below, pieces);
    }
  }

  private addRow(gutter: string, pieces: readonly RowPiece[]): void {
    this.output.text(gutter);
    for (const { text, field } of pieces) {
      if (field === -1) this.output.text(text);
      else this.output.styled(FIELD_STYLES[field % FIELD_STYLES.length]!, text);
    }
    this.output.text("\n");
  }

  private addLoser({ linePattern, decision }: Loser): void {
    this.addRemark("lost: ", `${this.title(linePattern)}: ${reasonOf(decision)}`);
  }

  /** Adds the explanation of a line, and says how many lines are like it, this one included. */
  private addUnmatched(number: number, line: Buffer, { nearest, caught }: WhyUnmatched, count: number): void {
    if (caught === undefined) {
      const why = nearest.length === 0 ? ", because there are no rules" : "";
      this.addHeading(number, `no rule matches${why}`, count);
    } else {
      this.addMatched(number, line, caught, count);
      this.addRemark("", nearest.length === 0 ? "there are no other rules" : "no rule but a catch-all matches");
    }
    const [first, ...others] = nearest;
    if (first === undefined) return;
    if (nearest.every(({ matched, fix }) => matched === 0 && fix === undefined)) {
      if (caught === undefined) this.addCaptures(number, line, []);
      const none = caught === undefined ? "no rule" : "no other rule";
      const examined = nearest.some(({ isGivenUp }) => isGivenUp) ? ", of which only a part was examined" : "";
      this.addRemark("", `${none} resembles this line${examined}; --rule NAME shows more`);
      return;
    }
    this.addNear(number, line, first, "nearest: ");
    // With a remedy at hand, nobody reads what else is wrong with other rules.
    const shown = others.filter(({ fix }) => first.fix === undefined && fix !== undefined);
    for (const near of shown) this.addNear(number, line, near, "then: ");
    const named = others.filter((near) => !shown.includes(near)).map(({ linePattern }) => this.title(linePattern));
    if (named.length > 0) this.addRemark("also near: ", `${listed(named, "and")}; --rule NAME shows more`);
  }

  private addBlocked(number: number, line: Buffer, blocked: BlockedRule, winner: WhyMatched | undefined): void {
    this.addNear(number, line, blocked, "");
    if (blocked.losesThen === undefined || winner === undefined) return;
    this.addRemark("", `it would then lose to ${this.title(winner.linePattern)}: ${reasonOf(blocked.losesThen)}`);
  }

  private addNear(number: number, line: Buffer, near: NearRule, label: string): void {
    const { linePattern, matched, total, from, to, expected, isMissing, isGivenUp, fix } = near;
    const { output } = this;
    this.addRemark(label, `${this.title(linePattern)}: ${progressInWords(matched, total)}`);
    const [shownLine, carets] = lineFrame(line, number, from, to, output.columns);
    output.text(`${shownLine}\n`);
    const bar = carets.indexOf("|") + 1;
    output.text(carets.slice(0, bar));
    this.output.styled("removed", carets.slice(bar));
    const found = isGivenUp ? "" : `, found ${isMissing ? "none" : foundText(line, from, to)}`;
    output.text("\n");
    this.addRemark("", `expected ${expected.join(" or ")}${found}`);
    const edits = fix?.edits.map(({ description }) => description) ?? [];
    if (edits.length === 0) this.addRemark("", "no small edit was found that makes it match");
    else this.addRemark("help: ", edits.join("; and "));
  }

  private addHeading(number: number, text: string, count: number): void {
    const { output } = this;
    output.begin("heading");
    output.text(count === 1 ? "line " : `${count} lines like line `);
    output.hang();
    output.text(`${number}: ${text}`);
    output.end("heading");
    output.text("\n");
  }

  /** Adds a line below the heading. Further rows of the text are indented below its start. */
  private addRemark(label: string, text: string): void {
    this.output.text(`  ${label}`);
    this.output.hang();
    this.output.text(`${text}\n`);
  }

  private title(linePattern: number): string {
    const { name, isFollower, pattern } = this.linePatterns[linePattern]!;
    const follower = isFollower ? "a follower of " : "";
    return `${follower}${pattern.isCatchAll ? "catch-all rule" : "rule"} ${quoted(name)} (${printable(this.words.locationOf(linePattern))})`;
  }
}

function progressInWords(matched: number, total: number): string {
  if (total === 0) return "it matches only empty lines";
  if (matched === total) return "all its elements matched, but the line goes on";
  return `${matched} of ${counted(total, "element")} matched`;
}

/** Why the loser lost. */
function reasonOf({ by, winner, loser }: Decision): string {
  const reasons: Readonly<Record<typeof by, string>> = {
    sequence: "the line follows another one, so other rules do not count",
    "catch-all": "a catch-all wins only lines that no other rule matches",
    order: LATER,
    "literal bytes": `${counted(loser, "byte")} of literal text, the winner ${winner}`,
    "fields of any text": `${counted(loser, "field")} of any text, the winner ${winner}`,
  };
  return reasons[by];
}

function foundText(line: Buffer, from: number, to: number): string {
  if (from === line.length) return "the end of the line";
  const text = Array.from(shown(line, from, Math.min(to, from + 4 * MAX_FOUND_WIDTH)));
  const isCut = text.length > MAX_FOUND_WIDTH || to > from + 4 * MAX_FOUND_WIDTH;
  return `"${text.slice(0, MAX_FOUND_WIDTH).join("")}${isCut ? "…" : ""}"`;
}
