import { isContinuation } from "../bytes/utf8.ts";
import { printableBytes } from "./printable.ts";
import { type Cell, cellsOf, cutTo, type Piece, type Range, rowsOf, STYLES, type Style, widthOf } from "./text-rows.ts";

interface LayoutOptions {
  readonly hasColors: boolean;
  /** In columns. Longer lines continue in further rows. Undefined for a pipe or a file: lines are not broken. */
  readonly width: number | undefined;
}

/** A terminal shows only this many bytes of a line of a log, because nobody scrolls through a megabyte. */
const MAX_SHOWN = 4096;

/** More messages in a row are only counted. The file that they are about has them all. */
const MAX_LISTED = 20;

/** Further rows have the indent of their text only if that leaves this many columns. */
const MIN_ROOM = 24;
/** Otherwise they have at most this indent. */
const SMALL_INDENT = 4;

/** A command line, which begins the message or comes after a colon, and ends with it or at a semicolon. */
const COMMAND = /(?<=^|: )normalizer [^;\n]*/;

const PLAIN = /^[ -~]*$/;

/**
 * Lays out text for people, and makes bytes of logs safe for terminals. If the width is known, lines that are too long
 * are broken, at a space if possible, and continue in further rows, indented to the column where `hang` was called. If
 * the width is unknown, everything is passed on at once and unchanged.
 */
export abstract class TextLayout {
  protected readonly hasColors: boolean;
  private readonly width: number | undefined;
  private styles: readonly Style[] = [];
  /** The current line, if the width is known. */
  private pieces: Piece[] = [];
  /** The number of pieces before `hang` was called. */
  private hanging = 0;
  private isOneRow = false;
  /** The number of pieces before `keepRest` was called. */
  private kept = Number.POSITIVE_INFINITY;

  constructor({ hasColors, width }: LayoutOptions) {
    this.hasColors = hasColors;
    this.width = width;
  }

  /** Passes on text in its final form. */
  protected abstract put(text: string): void;

  /** As `put`, for UTF-8 bytes. */
  protected putBytes(bytes: Buffer, from: number, to: number): void {
    this.put(bytes.toString("utf8", from, to));
  }

  /** Passes on bytes at once if all of them are printable ASCII or tabs. Otherwise does nothing and returns false. */
  protected putIfPlain(_bytes: Buffer, _from: number, _to: number): boolean {
    return false;
  }

  /** The width of a row, or Infinity if lines are not broken. */
  get columns(): number {
    return this.width ?? Number.POSITIVE_INFINITY;
  }

  /** Whether the style `mark` is visible, as a colour or as marks below the row. It is not in a pipe. */
  get showsMarks(): boolean {
    return this.hasColors || this.width !== undefined;
  }

  /** Adds printable text of this program. `\n` ends a line. */
  text(text: string): void {
    if (this.width === undefined) {
      this.put(text);
      return;
    }
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      this.add(text.slice(from, end));
      this.endLine(this.width);
      from = end + 1;
    }
    this.add(text.slice(from));
  }

  /** As `text`, for text that may have a command line for people to copy in it, which stays in one row if it fits. */
  message(text: string): void {
    const found = this.width === undefined ? null : COMMAND.exec(text);
    if (found === null) {
      this.text(text);
      return;
    }
    const { 0: command, index: start } = found;
    this.text(text.slice(0, start));
    this.pieces.push({ text: command, styles: this.styles, isWhole: true });
    this.text(text.slice(start + command.length));
  }

  /** Adds a line: a label and a message, whose further rows begin where the message does. */
  labelled(label: string, message: string): void {
    this.text(label);
    this.hang();
    this.message(`${message}\n`);
  }

  /** Adds a labelled line for each message. Those after the first twenty are only counted: what was written has all. */
  labelledList(label: string, messages: readonly string[]): void {
    for (const message of messages.slice(0, MAX_LISTED)) this.labelled(label, message);
    if (messages.length > MAX_LISTED)
      this.labelled(label, `and ${messages.length - MAX_LISTED} more, all in comments of what was written`);
  }

  /** As `text`, for text that is encoded already and has no `\n`. */
  ready(bytes: Buffer): void {
    if (this.width === undefined) this.putBytes(bytes, 0, bytes.length);
    else this.add(bytes.toString());
  }

  /**
   * Adds bytes of a log, with escapes for what is unprintable or no UTF-8. If the width is known, shows only a part of
   * a very long line, which includes the first of `marks`.
   */
  bytes(bytes: Buffer, from = 0, to = bytes.length, marks: readonly Range[] = []): void {
    if (marks.length === 0 && this.width === undefined) {
      this.logBytes(bytes, from, to);
      return;
    }
    const shown = this.shownRange(bytes, from, to, marks[0]?.from ?? from);
    if (shown.from > from) this.add(omission(shown.from - from));
    let at = shown.from;
    for (const mark of marks) {
      const [start, end] = [Math.max(at, mark.from), Math.min(shown.to, mark.to)];
      if (start >= end) continue;
      this.logBytes(bytes, at, start);
      this.begin("mark");
      this.logBytes(bytes, start, end);
      this.end("mark");
      at = end;
    }
    this.logBytes(bytes, at, shown.to);
    if (shown.to < to) this.add(omission(to - shown.to));
  }

  /** Begins a style. It has no effect without colours, except `mark`. */
  begin(style: Style): void {
    if (this.width !== undefined) this.styles = [...this.styles, style];
    else if (this.hasColors) this.put(STYLES[style][0]);
  }

  end(style: Style): void {
    if (this.width !== undefined) this.styles = this.styles.filter((other) => other !== style);
    else if (this.hasColors) this.put(STYLES[style][1]);
  }

  styled(style: Style, text: string): void {
    this.begin(style);
    this.text(text);
    this.end(style);
  }

  /** Makes the current column the indent of the further rows of the current line. */
  hang(): void {
    this.hanging = this.pieces.length;
  }

  /** Limits the current line to one row if the width is known. A longer line is cut and ends with `…`. */
  limitToRow(): void {
    this.isOneRow = true;
  }

  /** If the current line is limited to one row and too long, what comes before is cut rather than what follows. */
  keepRest(): void {
    this.kept = this.pieces.length;
  }

  /** The part of the bytes to show: all of them or, if they are too many, the part around an offset. */
  private shownRange(bytes: Buffer, from: number, to: number, offset: number): Range {
    if (this.width === undefined || to - from <= MAX_SHOWN) return { from, to };
    const start = Math.max(from, Math.min(offset - MAX_SHOWN / 4, to - MAX_SHOWN));
    return { from: characterStart(bytes, start, from), to: characterStart(bytes, start + MAX_SHOWN, from) };
  }

  private logBytes(bytes: Buffer, from: number, to: number): void {
    if (this.width !== undefined) {
      for (const piece of printableBytes(bytes.subarray(from, to))) this.add(piece);
    } else if (!this.putIfPlain(bytes, from, to)) {
      for (const piece of printableBytes(bytes.subarray(from, to))) this.put(piece);
    }
  }

  private add(text: string): void {
    if (text !== "") this.pieces.push({ text, styles: this.styles });
  }

  /** Passes on the current line in as many rows as it needs. */
  private endLine(width: number): void {
    const { pieces, hanging, isOneRow, kept } = this;
    this.pieces = [];
    this.hanging = 0;
    this.isOneRow = false;
    this.kept = Number.POSITIVE_INFINITY;
    const needsMarks = !this.hasColors && pieces.some(({ styles }) => styles.includes("mark"));
    if (!needsMarks && fits(pieces, width)) {
      this.putRow(pieces);
      this.put("\n");
      return;
    }
    if (isOneRow) {
      const rest = cellsOf(pieces.slice(kept));
      const room = width - widthOf(rest, 0, rest.length);
      this.putRow(
        room < MIN_ROOM ? cutTo(cellsOf(pieces), width) : [...cutTo(cellsOf(pieces.slice(0, kept)), room), ...rest],
      );
      this.put("\n");
      return;
    }
    const lead = cellsOf(pieces.slice(0, hanging));
    const leadWidth = widthOf(lead, 0, lead.length);
    const indent = leadWidth + MIN_ROOM <= width ? leadWidth : Math.min(leadWidth, SMALL_INDENT, width >> 2);
    const cells = cellsOf(pieces.map((piece) => breakable(piece, width - leadWidth)));
    for (const { from, to } of rowsOf(cells, lead.length, indent, width)) {
      const row = cells.slice(from, to);
      const blanks = from === 0 ? "" : " ".repeat(indent);
      this.put(blanks);
      this.putRow(row);
      this.put("\n");
      if (needsMarks) this.putMarks(blanks, row);
    }
  }

  private putRow(pieces: readonly Piece[]): void {
    let styles: readonly Style[] = [];
    for (const piece of pieces) {
      if (piece.styles !== styles) {
        this.switchStyles(styles, piece.styles);
        styles = piece.styles;
      }
      this.put(piece.text);
    }
    this.switchStyles(styles, []);
  }

  private switchStyles(before: readonly Style[], after: readonly Style[]): void {
    if (!this.hasColors) return;
    for (const style of before) if (!after.includes(style)) this.put(STYLES[style][1]);
    for (const style of after) if (!before.includes(style)) this.put(STYLES[style][0]);
  }

  /** Passes on a row with `^` under each marked character, if there are any. */
  private putMarks(blanks: string, row: readonly Cell[]): void {
    const marks = row.map(({ width, styles }) => (styles.includes("mark") ? "^" : " ").repeat(width)).join("");
    if (marks.includes("^")) this.put(`${blanks}${marks.trimEnd()}\n`);
  }
}

export class StringLayout extends TextLayout {
  private readonly texts: string[] = [];

  constructor(options: LayoutOptions = { hasColors: false, width: undefined }) {
    super(options);
  }

  protected override put(text: string): void {
    this.texts.push(text);
  }

  override toString(): string {
    return this.texts.join("");
  }
}

/** The start of the UTF-8 character that contains an offset. */
function characterStart(bytes: Buffer, offset: number, from: number): number {
  let start = offset;
  while (start > from && start > offset - 3 && isContinuation(bytes[start]!)) start--;
  return start;
}

/** The piece, which is not kept whole if it does not fit. */
function breakable(piece: Piece, room: number): Piece {
  if (!piece.isWhole) return piece;
  const cells = cellsOf([piece]);
  return widthOf(cells, 0, cells.length) <= room ? piece : { ...piece, isWhole: false };
}

function omission(count: number): string {
  return `…(${count} more bytes)…`;
}

/** Whether the pieces fit a row. May return false for pieces that fit but are not all ASCII. */
function fits(pieces: readonly Piece[], width: number): boolean {
  let length = 0;
  for (const { text } of pieces) {
    length += text.length;
    if (length > width || !PLAIN.test(text)) return false;
  }
  return true;
}
