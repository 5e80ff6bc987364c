import { LATER } from "../../matcher/precedence.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
import { characterWidth, displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { frame } from "../../text/messages/frame.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
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
import { nextCharacter } from "./similar.ts";
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

/** A piece of a row, and the index of the capture that it belongs to, or -1. */
export interface RowPiece {
  readonly text: string;
  readonly field: number;
}

/** A row of the line, and the rows below it: the marks under the captures and the names of the fields. */
interface CaptureRows {
  readonly line: readonly RowPiece[];
  readonly below: readonly (readonly RowPiece[])[];
}

/** If the line is wider than a row, a stretch of more rows than this is shortened in its middle. */
const MAX_ROWS = 3;
/** In a longer line, only the ends of a stretch of more than four times END_BYTES are read. */
const MAX_WHOLE_LINE = 64 * 1024;
const END_BYTES = 128;
const ELLIPSIS = "…";
/** The number of bytes on either side of a stretch that a frame can show. */
const MAX_CONTEXT = 1024;

/** Bytes of a log as printable text. Tabs become escapes, too. */
export function shown(line: Buffer, from: number, to: number): string {
  return printableText(line.subarray(from, to)).replaceAll("\t", "\\t");
}

/** A line of a log with carets under a stretch of its bytes. As `frame`, but fast for a line of any length. */
export function lineFrame(line: Buffer, number: number, from: number, to: number, columns: number): [string, string] {
  const low = Math.min(from, nextCharacter(line, Math.max(0, from - MAX_CONTEXT)));
  const end = Math.min(to, from + MAX_CONTEXT);
  const before = (low > 0 ? ELLIPSIS : "") + shown(line, low, from);
  const text = shown(line, from, end);
  const after = shown(line, end, end + MAX_CONTEXT) + (end + MAX_CONTEXT < line.length ? ELLIPSIS : "");
  return frame(before + text + after, number, codePointCount(before) + 1, codePointCount(text), columns);
}

function codePointCount(text: string): number {
  return Array.from(text).length;
}

/** The line and its captures, in rows of `room` columns, which may be Infinity. */
export function captureRows(line: Buffer, captures: readonly CaptureSpan[], room: number): CaptureRows[] {
  const cells = cellsOf(line, captures, room);
  const rows: CaptureRows[] = [];
  for (let from = 0, to: number; from < cells.length; from = to) {
    to = endOfRow(cells, from, room);
    const row = cells.slice(from, to);
    rows.push({
      line: piecesOf(row),
      below: [markRow(row), ...nameRows(row, captures, room)].filter((below) => below.length > 0),
    });
  }
  return rows;
}

/** The end of the row that begins at a cell. It is after a space, if there is one in the second half of the row. */
function endOfRow(cells: readonly Cell[], from: number, room: number): number {
  let to = from;
  for (let free = room; to < cells.length && (to === from || cells[to]!.width <= free); to++) free -= cells[to]!.width;
  if (to === cells.length) return to;
  let word = to;
  while (word > from && cells[word - 1]!.text !== " ") word--;
  return word - from > (to - from) / 2 ? word : to;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly field: number;
  readonly isFirst: boolean;
}

function cellsOf(line: Buffer, captures: readonly CaptureSpan[], room: number): Cell[] {
  const stretches: { from: number; to: number; field: number }[] = [];
  let at = 0;
  // Of fields that overlap, as those that span others, the ones that end first are shown.
  const inOrder = Array.from(captures, ({ from, to }, field) => ({ from, to, field }));
  const isEmpty = ({ from, to }: { from: number; to: number }): number => Number(from === to);
  inOrder.sort((a, b) => a.to - b.to || isEmpty(a) - isEmpty(b) || b.from - a.from || a.field - b.field);
  for (const { from, to, field } of inOrder) {
    if (from < at) continue;
    if (from > at) stretches.push({ from: at, to: from, field: -1 });
    stretches.push({ from, to, field });
    at = to;
  }
  if (at < line.length) stretches.push({ from: at, to: line.length, field: -1 });
  const texts = stretches.map(({ from, to }) => textOf(line, from, to));
  const isWide = texts.reduce((sum, text) => sum + displayWidth(text), 0) > room;
  return texts.flatMap((text, i) => {
    const { field } = stretches[i]!;
    const kept = Array.from(isWide ? withoutMiddle(text, MAX_ROWS * room) : text);
    return kept.map((text, j) => ({ text, width: characterWidth(text), field, isFirst: j === 0 }));
  });
}

function textOf(line: Buffer, from: number, to: number): string {
  if (line.length <= MAX_WHOLE_LINE || to - from <= 4 * END_BYTES) return shown(line, from, to);
  const start = shown(line, from, nextCharacter(line, from + END_BYTES));
  return `${start}${ELLIPSIS}${shown(line, nextCharacter(line, to - END_BYTES), to)}`;
}

function piecesOf(cells: readonly Cell[]): RowPiece[] {
  const pieces: RowPiece[] = [];
  for (const { text, field } of cells) {
    const last = pieces.at(-1);
    if (last?.field === field) pieces[pieces.length - 1] = { field, text: last.text + text };
    else pieces.push({ text, field });
  }
  return pieces;
}

const MARKS = ["~", "="] as const;

function markRow(cells: readonly Cell[]): RowPiece[] {
  let mark = 0;
  const marked = cells.map((cell, i): Cell => {
    const before = cells[i - 1]?.field ?? -1;
    if (cell.field !== before) mark = before === -1 || cell.field === -1 ? 0 : 1 - mark;
    return { ...cell, text: (cell.field === -1 ? " " : MARKS[mark]!).repeat(cell.width) };
  });
  const pieces = piecesOf(marked);
  return pieces.at(-1)?.field === -1 ? pieces.slice(0, -1) : pieces;
}

/**
 * Puts each name below the start of its capture, in the first row with space for it. A name that would pass the end of
 * the row ends there, still below its capture.
 */
function nameRows(cells: readonly Cell[], captures: readonly CaptureSpan[], room: number): RowPiece[][] {
  const rows: { pieces: RowPiece[]; width: number }[] = [];
  let column = 0;
  for (const { width, field, isFirst } of cells) {
    if (isFirst && field !== -1) {
      const name = withoutMiddle(printable(captures[field]!.name), room);
      const nameWidth = displayWidth(name);
      const start = Math.max(0, Math.min(column, room - nameWidth));
      let row = rows.find((row) => (row.width === 0 ? start === 0 : row.width < start));
      if (row === undefined) {
        row = { pieces: [], width: 0 };
        rows.push(row);
      }
      row.pieces.push({ text: " ".repeat(start - row.width), field: -1 }, { text: name, field });
      row.width = start + nameWidth;
    }
    column += width;
  }
  return rows.map(({ pieces }) => pieces.filter(({ text }) => text !== ""));
}
