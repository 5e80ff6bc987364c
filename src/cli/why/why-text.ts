import { printable } from "../../diagnostics/printable.ts";
import { quoted } from "../../diagnostics/quoted.ts";
import type { Rulebook } from "../../normalization/rulebook.ts";
import type { Loser, NearRule, WhyMatched, WhyUnmatched } from "../../why/explanation.ts";
import { counted } from "../outputs/counted.ts";
import type { Style, TextOutput } from "../outputs/text-output.ts";
import { captureRows, type Piece } from "./capture-rows.ts";
import { lineFrame, shown } from "./line-frame.ts";

const WIDTH = 80;

/** Where many rules are nearly alike, more of them say nothing new. */
const MOST_LOSERS = 10;

/** So many characters of a text that was found are shown. */
const MOST_FOUND = 48;

/** By turns, so that one sees where one field ends and the next begins. */
const FIELD_STYLES: readonly Style[] = ["added", "changed"];

/** Explanations for people. */
export class WhyText {
  readonly output: TextOutput;
  private readonly kinds: Rulebook["kinds"];
  private readonly placeOf: (kind: number) => string;
  private isFirst = true;

  /** `placeOf` gives where the rule of a kind stands in its file. */
  constructor(output: TextOutput, { kinds }: Rulebook, placeOf: (kind: number) => string) {
    this.output = output;
    this.kinds = kinds;
    this.placeOf = placeOf;
  }

  add(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void {
    if (!this.isFirst) this.output.text("\n");
    this.isFirst = false;
    if ("nearest" in why) this.addUnmatched(number, line, why);
    else this.addMatched(number, line, why);
  }

  private addMatched(number: number, line: Buffer, { kind, captures, follows, losers }: WhyMatched): void {
    this.addHeading(
      number,
      follows === undefined ? `won by ${this.title(kind)}` : `follows line ${follows}, as ${this.title(kind)} has it`,
    );
    const full = captures.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
    this.addCaptures(number, line, full);
    const empty = captures.filter(({ from, to }) => to === from).map(({ field }) => quoted(field));
    if (empty.length > 0) this.output.text(`  nothing captured by ${empty.join(", ")}\n`);
    for (const loser of losers.slice(0, MOST_LOSERS)) this.addLoser(loser);
    if (losers.length > MOST_LOSERS) this.output.text(`  and ${losers.length - MOST_LOSERS} more that lost\n`);
  }

  private addCaptures(number: number, line: Buffer, full: WhyMatched["captures"]): void {
    const { output } = this;
    const gutter = `  ${number} | `;
    const below = `${" ".repeat(gutter.length - 2)}| `;
    const rows = captureRows(line, full, WIDTH - gutter.length);
    if (rows.length === 0) output.text(`${gutter.trimEnd()}\n`);
    for (const [i, row] of rows.entries()) {
      this.addRow(i === 0 ? gutter : below, row.line);
      for (const pieces of row.below) this.addRow(below, pieces);
    }
  }

  private addRow(gutter: string, pieces: readonly Piece[]): void {
    this.output.text(gutter);
    for (const { text, field } of pieces) {
      if (field === -1) this.output.text(text);
      else this.addStyled(FIELD_STYLES[field % FIELD_STYLES.length]!, text);
    }
    this.output.text("\n");
  }

  private addLoser({ kind, decision: { by, winner, loser } }: Loser): void {
    const reason =
      by === "sequence"
        ? "the line follows another, whatever other rules say of it"
        : by === "order"
          ? "just as specific, but written later"
          : by === "literal bytes"
            ? `${counted(loser, "byte")} of literal text, the winner ${winner}`
            : `${counted(loser, "field")} of any text, the winner ${winner}`;
    this.output.text(`  lost: ${this.title(kind)}: ${reason}\n`);
  }

  private addUnmatched(number: number, line: Buffer, { nearest }: WhyUnmatched): void {
    this.addHeading(number, nearest.length === 0 ? "no rule matches, as there is none" : "no rule matches");
    for (const [i, near] of nearest.entries()) this.addNear(number, line, near, i);
  }

  private addNear(number: number, line: Buffer, near: NearRule, rank: number): void {
    const { kind, matched, total, from, to, expected, isMissing, fix } = near;
    const { output } = this;
    output.text(
      `  ${rank === 0 ? "nearest" : "then"}: ${this.title(kind)}: ${matched} of ${counted(total, "element")} matched\n`,
    );
    const [shownLine, carets] = lineFrame(line, number, from, to);
    output.text(`${shownLine}\n`);
    const bar = carets.indexOf("|") + 1;
    output.text(carets.slice(0, bar));
    this.addStyled("removed", carets.slice(bar));
    const found = isMissing ? "none" : foundText(line, from, to);
    output.text(`\n  expected ${expected.join(" or ")}, found ${found}\n`);
    const edits = fix?.edits.map(({ description }) => description) ?? [];
    output.text(
      edits.length === 0 ? "  no small edit is known that makes it match\n" : `  help: ${edits.join("; and ")}\n`,
    );
  }

  private addHeading(number: number, text: string): void {
    this.addStyled("heading", `line ${number}: ${text}`);
    this.output.text("\n");
  }

  private addStyled(style: Style, text: string): void {
    this.output.begin(style);
    this.output.text(text);
    this.output.end(style);
  }

  private title(kind: number): string {
    const { name, isFollower } = this.kinds[kind]!;
    return `${isFollower ? "a follower of " : ""}rule ${quoted(name)} (${printable(this.placeOf(kind))})`;
  }
}

function foundText(line: Buffer, from: number, to: number): string {
  if (from === line.length) return "the end of the line";
  const text = Array.from(shown(line, from, Math.min(to, from + 4 * MOST_FOUND)));
  const isCut = text.length > MOST_FOUND || to > from + 4 * MOST_FOUND;
  return `"${text.slice(0, MOST_FOUND).join("").replaceAll("\t", "\\t")}${isCut ? "…" : ""}"`;
}
