import { counted, quoted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import type { TextLayout } from "../../diagnostics/text-layout.ts";
import type { Style } from "../../diagnostics/text-rows.ts";
import type { Rulebook } from "../../normalization/rulebook.ts";
import type { Loser, NearRule, WhyMatched, WhyUnmatched } from "../../why/explanation.ts";
import { captureRows, lineFrame, type RowPiece, shown } from "./shown-line.ts";

/** A row of the line has at least this many columns, even on a narrow terminal. */
const MIN_ROOM = 8;

/** More losers would say nothing new, because many rules are then nearly alike. */
const MAX_LOSERS = 10;

/** How many characters of the found text are shown. */
const MAX_FOUND_WIDTH = 48;

/** Fields alternate between these styles, so that adjacent ones can be told apart. */
const FIELD_STYLES: readonly Style[] = ["added", "changed"];

/** Writes explanations for people. */
export class WhyText {
  private readonly output: TextLayout;
  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly placeOf: (linePattern: number) => string;
  private isFirst = true;

  /** `placeOf` returns the place of a line pattern in the rules file. */
  constructor(output: TextLayout, { linePatterns }: Rulebook, placeOf: (linePattern: number) => string) {
    this.output = output;
    this.linePatterns = linePatterns;
    this.placeOf = placeOf;
  }

  add(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void {
    if (!this.isFirst) this.output.text("\n");
    this.isFirst = false;
    if ("nearest" in why) this.addUnmatched(number, line, why);
    else this.addMatched(number, line, why);
  }

  private addMatched(number: number, line: Buffer, { linePattern, captures, follows, losers }: WhyMatched): void {
    this.addHeading(
      number,
      follows === undefined
        ? `won by ${this.title(linePattern)}`
        : `follows line ${follows}, as ${this.title(linePattern)}`,
    );
    const full = captures.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
    this.addCaptures(number, line, full);
    const empty = captures.filter(({ from, to }) => to === from).map(({ field }) => quoted(field));
    if (empty.length > 0) this.addRemark("nothing captured by ", empty.join(", "));
    for (const loser of losers.slice(0, MAX_LOSERS)) this.addLoser(loser);
    if (losers.length > MAX_LOSERS) this.addRemark("", `and ${losers.length - MAX_LOSERS} more that lost`);
  }

  private addCaptures(number: number, line: Buffer, full: WhyMatched["captures"]): void {
    const { output } = this;
    const gutter = `  ${number} | `;
    const below = `${" ".repeat(gutter.length - 2)}| `;
    const rows = captureRows(line, full, Math.max(MIN_ROOM, output.columns - gutter.length));
    if (rows.length === 0) output.text(`${gutter.trimEnd()}\n`);
    for (const [i, row] of rows.entries()) {
      this.addRow(i === 0 ? gutter : below, row.line);
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

  private addLoser({ linePattern, decision: { by, winner, loser } }: Loser): void {
    const reasons: Readonly<Record<typeof by, string>> = {
      sequence: "the line follows another one, so other rules do not count",
      "catch-all": "catch-alls stand behind all other rules",
      order: "just as specific, but written later",
      "literal bytes": `${counted(loser, "byte")} of literal text, the winner ${winner}`,
      "fields of any text": `${counted(loser, "field")} of any text, the winner ${winner}`,
    };
    this.addRemark("lost: ", `${this.title(linePattern)}: ${reasons[by]}`);
  }

  private addUnmatched(number: number, line: Buffer, { nearest, caught }: WhyUnmatched): void {
    if (caught === undefined) {
      this.addHeading(number, nearest.length === 0 ? "no rule matches, because there are no rules" : "no rule matches");
    } else {
      this.addMatched(number, line, caught);
      this.addRemark("", nearest.length === 0 ? "there are no other rules" : "no rule but a catch-all matches");
    }
    for (const [i, near] of nearest.entries()) this.addNear(number, line, near, i);
  }

  private addNear(number: number, line: Buffer, near: NearRule, rank: number): void {
    const { linePattern, matched, total, from, to, expected, isMissing, fix } = near;
    const { output } = this;
    const progress = `${matched} of ${counted(total, "element")} matched`;
    this.addRemark(rank === 0 ? "nearest: " : "then: ", `${this.title(linePattern)}: ${progress}`);
    const [shownLine, carets] = lineFrame(line, number, from, to, output.columns);
    output.text(`${shownLine}\n`);
    const bar = carets.indexOf("|") + 1;
    output.text(carets.slice(0, bar));
    this.output.styled("removed", carets.slice(bar));
    const found = isMissing ? "none" : foundText(line, from, to);
    output.text("\n");
    this.addRemark("", `expected ${expected.join(" or ")}, found ${found}`);
    const edits = fix?.edits.map(({ description }) => description) ?? [];
    if (edits.length === 0) this.addRemark("", "no small edit was found that makes it match");
    else this.addRemark("help: ", edits.join("; and "));
  }

  private addHeading(number: number, text: string): void {
    const { output } = this;
    output.begin("heading");
    output.text("line ");
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
    return `${follower}${pattern.isCatchAll ? "catch-all rule" : "rule"} ${quoted(name)} (${printable(this.placeOf(linePattern))})`;
  }
}

function foundText(line: Buffer, from: number, to: number): string {
  if (from === line.length) return "the end of the line";
  const text = Array.from(shown(line, from, Math.min(to, from + 4 * MAX_FOUND_WIDTH)));
  const isCut = text.length > MAX_FOUND_WIDTH || to > from + 4 * MAX_FOUND_WIDTH;
  return `"${text.slice(0, MAX_FOUND_WIDTH).join("")}${isCut ? "…" : ""}"`;
}
