import { LATER } from "../../matcher/precedence.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import type {
  CaptureSpan,
  Decision,
  LineAnswer,
  LostRule,
  NearRule,
  RuleEntry,
  Verdict,
  WonRule,
} from "./explanation.ts";
import { captureRows, lineFrame, type RowPiece, shown } from "./shown-line.ts";
import type { UnmatchedTemplates } from "./unmatched-templates.ts";

/** A row of the line has at least this many columns, even on a narrow terminal. */
const MIN_ROOM = 8;

/** More losers would say nothing new, because many rules are then nearly alike. */
const MAX_LOSERS = 10;

const MAX_FOUND_WIDTH = 48;

/** Fields alternate between these styles, so that adjacent ones can be told apart. */
const FIELD_STYLES: readonly Style[] = ["added", "changed"];

interface RunWords {
  readonly empty: string;
  readonly suggesting: string;
  /** The location of a line pattern in the rules file. */
  locationOf(linePattern: number): string;
}

export class WhyText {
  private readonly output: TextLayout;
  private readonly words: RunWords;
  private isFirst = true;

  constructor(output: TextLayout, words: RunWords) {
    this.output = output;
    this.words = words;
  }

  add(answer: LineAnswer): void {
    this.separate();
    const { won, nearest, asked, flaw } = answer.why;
    if (flaw !== undefined) {
      this.addHeading(answer, `no rule is tried, because the line ${printable(flaw)}`);
      this.addCaptures(answer, []);
    } else if (asked !== undefined) this.addVerdicts(answer, won, asked);
    else if (nearest !== undefined) this.addUnmatched(answer, won, nearest);
    else this.addMatched(answer, won!);
  }

  private addVerdicts(answer: LineAnswer, won: WonRule | undefined, asked: readonly Verdict[]): void {
    const isGiven = (wanted: Verdict["verdict"]): boolean => asked.some(({ verdict }) => verdict === wanted);
    if (won === undefined) this.addHeading(answer, "no rule matches");
    else if (isGiven("won")) this.addMatched(answer, won);
    // What is said of a rule that does not match shows the line, too.
    else if (isGiven("mismatch")) this.addHeading(answer, this.victory(won));
    else this.addWinner(answer, won);
    for (const verdict of asked) {
      if (verdict.verdict === "lost") this.addLost(verdict);
      if (verdict.verdict !== "mismatch") continue;
      this.addNear(answer, verdict, "");
      if (verdict.losesThen === undefined || won === undefined) continue;
      this.output.labelled("  ", `it would then lose to ${this.title(won)}: ${reasonOf(verdict.losesThen)}`);
    }
  }

  noLines(): void {
    this.output.text(`${this.words.empty}\n`);
  }

  summary(result: UnmatchedTemplates): void {
    const { output } = this;
    const { explained, skipped, noTexts, lines, unmatched, templates, isCut, needRules } = result;
    if (lines === 0) {
      this.noLines();
      return;
    }
    if (unmatched === 0) {
      output.text(`no unmatched line among ${counted(lines, "line")}\n`);
      return;
    }
    if (skipped.length > 0) this.addSkipped(skipped);
    const shown = [...explained, ...skipped, ...noTexts].reduce(
      (sum, { count = 1, followed = 0 }) => sum + count + followed,
      0,
    );
    if (unmatched > shown) {
      this.separate();
      const more = `${isCut ? "more than " : ""}${counted(templates - explained.length - skipped.length, "more template")}`;
      output.text(`not explained: ${counted(unmatched - shown, "line")} of ${more}\n`);
    }
    if (!needRules) return;
    this.separate();
    output.labelled("write rules for lines without help: ", this.words.suggesting);
  }

  private addSkipped(skipped: readonly LineTemplate[]): void {
    const { output } = this;
    this.separate();
    output.text("not explained, because the explanations of others took too long:\n");
    for (const { line, count, followed, template } of skipped) {
      output.text(`  line ${line}, ${counted(count + followed, "line")}: `);
      output.hang();
      output.bytes(template);
      output.text("\n");
    }
  }

  private separate(): void {
    if (!this.isFirst) this.output.text("\n");
    this.isFirst = false;
  }

  private victory(won: WonRule): string {
    const title = this.title(won);
    return won.follows === undefined ? `won by ${title}` : `follows line ${won.follows}, as ${title}`;
  }

  private addMatched(answer: LineAnswer, won: WonRule): void {
    this.addWinner(answer, won);
    for (const lost of won.lost.slice(0, MAX_LOSERS)) this.addLost(lost);
    if (won.lost.length > MAX_LOSERS)
      this.output.labelled("  ", `and ${won.lost.length - MAX_LOSERS} more that lost; --format json has all`);
  }

  private addWinner(answer: LineAnswer, won: WonRule): void {
    const { captures } = won;
    this.addHeading(answer, this.victory(won));
    const full = captures.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
    this.addCaptures(answer, full);
    const empty = captures.filter(({ from, to }) => to === from).map(({ name }) => quoted(name));
    if (empty.length > 0) this.output.labelled("  nothing captured by ", empty.join(", "));
  }

  private addCaptures({ line, original }: LineAnswer, full: readonly CaptureSpan[]): void {
    const { output } = this;
    const gutter = `  ${line} | `;
    const below = `${" ".repeat(gutter.length - 2)}| `;
    const rows = captureRows(original, full, Math.max(MIN_ROOM, output.columns - gutter.length));
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

  private addLost(lost: LostRule): void {
    this.output.labelled("  lost: ", `${this.title(lost)}: ${reasonOf(lost.decision)}`);
  }

  /** Adds the nearest rules; `caught` is the catch-all that took the line. */
  private addUnmatched(answer: LineAnswer, caught: WonRule | undefined, nearest: readonly NearRule[]): void {
    if (caught === undefined)
      this.addHeading(answer, `no rule matches${nearest.length === 0 ? ", because there are no rules" : ""}`);
    else {
      this.addMatched(answer, caught);
      this.output.labelled("  ", nearest.length === 0 ? "there are no other rules" : "no rule but a catch-all matches");
    }
    const [first, ...others] = nearest;
    if (first === undefined) return;
    if (nearest.every(({ matched, edits }) => matched === 0 && edits.length === 0)) {
      if (caught === undefined) this.addCaptures(answer, []);
      const none = caught === undefined ? "no rule" : "no other rule";
      const examined = nearest.some(({ isGivenUp }) => isGivenUp) ? ", of which only a part was examined" : "";
      this.output.labelled("  ", `${none} resembles this line${examined}; --rule NAME shows more`);
      return;
    }
    this.addNear(answer, first, "nearest: ");
    // With a remedy at hand, nobody reads what else is wrong with other rules.
    const shown = others.filter(({ edits }) => first.edits.length === 0 && edits.length > 0);
    for (const near of shown) this.addNear(answer, near, "then: ");
    const named = others.filter((near) => !shown.includes(near)).map((near) => this.title(near));
    if (named.length > 0) this.output.labelled("  also near: ", `${listed(named, "and")}; --rule NAME shows more`);
  }

  private addNear({ line, original }: LineAnswer, near: NearRule, label: string): void {
    const { matched, total, from, to, expected, isMissing, isGivenUp, edits } = near;
    const { output } = this;
    this.output.labelled(`  ${label}`, `${this.title(near)}: ${progressInWords(matched, total)}`);
    const [shownLine, carets] = lineFrame(original, line, from, to, output.columns);
    output.text(`${shownLine}\n`);
    const bar = carets.indexOf("|") + 1;
    output.text(carets.slice(0, bar));
    output.styled("removed", carets.slice(bar));
    const found = isGivenUp ? "" : `, found ${isMissing ? "none" : foundText(original, from, to)}`;
    output.text("\n");
    this.output.labelled("  ", `expected ${expected.join(" or ")}${found}`);
    if (edits.length === 0) this.output.labelled("  ", "no small edit was found that makes it match");
    else this.output.labelled("  help: ", edits.join("; and "));
  }

  /** Adds a heading that says how many lines are like this one, itself included. */
  private addHeading({ line, count = 1, followed = 0 }: LineAnswer, text: string): void {
    const { output } = this;
    output.begin("heading");
    output.text(count === 1 ? "line " : `${count} lines like line `);
    output.hang();
    const traces = count === 1 ? "its stack trace" : "their stack traces";
    const more = followed === 0 ? "" : `, and ${counted(followed, "line")} of ${traces}`;
    output.text(`${line}${more}: ${text}`);
    output.end("heading");
    output.text("\n");
  }

  private title({ rule, follower, catchAll, linePattern }: RuleEntry): string {
    const kind = `${follower ? "a follower of " : ""}${catchAll ? "catch-all rule" : "rule"}`;
    return `${kind} ${quoted(rule)} (${printable(this.words.locationOf(linePattern))})`;
  }
}

function progressInWords(matched: number, total: number): string {
  if (total === 0) return "it matches only empty lines";
  if (matched === total) return "all its elements matched, but the line goes on";
  return `${matched} of ${counted(total, "element")} matched`;
}

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
