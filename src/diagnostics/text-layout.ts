import { printableBytes } from "./printable.ts";
import { type Cell, cellsOf, cutTo, type Piece, type Range, rowsOf, STYLES, type Style, widthOf } from "./text-rows.ts";

/** How a text is laid out. */
export interface LayoutOptions {
  readonly hasColors: boolean;
  /** In columns, 1 at least. Longer lines continue in further rows. Undefined where no line is too long: in a pipe, a file. */
  readonly width: number | undefined;
}

/** Of a longer line of a log a terminal shows a part of this size, in bytes: nobody scrolls through a megabyte. */
const MAX_SHOWN = 4096;

/** Text that continues in further rows needs at least this many columns beside what stands before it. */
const MIN_ROOM = 24;
const SMALL_INDENT = 4;

const PLAIN = /^[ -~]*$/;

/**
 * Lays out text for people, with bytes of logs in it that no terminal obeys. Where the width is known, lines that are too
 * long continue in further rows, below the place that `hang` names, and break at blanks if they can. Where it is not, all
 * that is added is passed on at once, as it is.
 */
export abstract class TextLayout {
  protected readonly hasColors: boolean;
  private readonly width: number | undefined;
  private styles: readonly Style[] = [];
  /** The line that is not ended yet, if the width is known; and how many pieces of it stand before its continuations. */
  private pieces: Piece[] = [];
  private hanging = 0;
  private isCut = false;

  constructor({ hasColors, width }: LayoutOptions) {
    this.hasColors = hasColors;
    this.width = width;
  }

  /** Passes on text that has its final form. */
  protected abstract put(text: string): void;

  /** As `put`, for bytes in UTF-8. */
  protected abstract putBytes(bytes: Buffer, from: number, to: number): void;

  /** Whether all these bytes are printable ASCII or tabs; if so, they have been passed on. */
  protected abstract putIfPlain(bytes: Buffer, from: number, to: number): boolean;

  /** Columns of a row; Infinity where lines are not broken. */
  get columns(): number {
    return this.width ?? Number.POSITIVE_INFINITY;
  }

  /** Whether `mark` is visible: as a style, or as marks below the row. A pipe gets plain lines. */
  get showsMarks(): boolean {
    return this.hasColors || this.width !== undefined;
  }

  /** Adds words of this program, all of them printable; `\n` ends a line. */
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

  /** As `text`, for words that are bytes already, without a line's end. */
  ready(bytes: Buffer): void {
    if (this.width === undefined) this.putBytes(bytes, 0, bytes.length);
    else this.add(bytes.toString());
  }

  /**
   * Adds bytes of a log, from `from` up to but not including `to`. What a terminal would obey, and what is not UTF-8, is
   * written as an escape. Where the width is known, very long lines are shown in part, the first of `marks` included.
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

  /** Begins a style. Colours are written where there are any. */
  begin(style: Style): void {
    if (this.width !== undefined) this.styles = [...this.styles, style];
    else if (this.hasColors) this.put(STYLES[style][0]);
  }

  /** Ends the style. */
  end(style: Style): void {
    if (this.width !== undefined) this.styles = this.styles.filter((other) => other !== style);
    else if (this.hasColors) this.put(STYLES[style][1]);
  }

  /** Adds words of this program in a style. */
  styled(style: Style, text: string): void {
    this.begin(style);
    this.text(text);
    this.end(style);
  }

  /** Has the rows in which the current line continues begin below this place. */
  hang(): void {
    this.hanging = this.pieces.length;
  }

  /** Has the current line take a single row where the width is known: what is too long is cut, with `…` at the end. */
  cut(): void {
    this.isCut = true;
  }

  /** What of these bytes is shown: the part around a place, if they are too many. */
  private shownRange(bytes: Buffer, from: number, to: number, place: number): Range {
    if (this.width === undefined || to - from <= MAX_SHOWN) return { from, to };
    const start = Math.max(from, Math.min(place - MAX_SHOWN / 4, to - MAX_SHOWN));
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

  /** Writes the current line, in as many rows as it needs. */
  private endLine(width: number): void {
    const { pieces, hanging, isCut } = this;
    this.pieces = [];
    this.hanging = 0;
    this.isCut = false;
    const isMarked = !this.hasColors && pieces.some(({ styles }) => styles.includes("mark"));
    if (!isMarked && fits(pieces, width)) {
      this.putRow(pieces);
      this.put("\n");
      return;
    }
    const cells = cellsOf(pieces);
    if (isCut) {
      this.putRow(cutTo(cells, width));
      this.put("\n");
      return;
    }
    const lead = cellsOf(pieces.slice(0, hanging));
    const leadWidth = widthOf(lead, 0, lead.length);
    const indent = leadWidth + MIN_ROOM <= width ? leadWidth : Math.min(leadWidth, SMALL_INDENT, width >> 2);
    for (const { from, to } of rowsOf(cells, lead.length, indent, width)) {
      const row = cells.slice(from, to);
      const blanks = from === 0 ? "" : " ".repeat(indent);
      this.put(blanks);
      this.putRow(row);
      this.put("\n");
      if (isMarked) this.putMarks(blanks, row);
    }
  }

  private putRow(pieces: readonly Piece[]): void {
    let styles: readonly Style[] = [];
    for (const piece of pieces) {
      if (piece.styles !== styles) {
        this.change(styles, piece.styles);
        styles = piece.styles;
      }
      this.put(piece.text);
    }
    this.change(styles, []);
  }

  private change(before: readonly Style[], after: readonly Style[]): void {
    if (!this.hasColors) return;
    for (const style of before) if (!after.includes(style)) this.put(STYLES[style][1]);
    for (const style of after) if (!before.includes(style)) this.put(STYLES[style][0]);
  }

  /** Writes a row of `^` under what is marked, if anything is. */
  private putMarks(blanks: string, row: readonly Cell[]): void {
    const marks = row.map(({ width, styles }) => (styles.includes("mark") ? "^" : " ").repeat(width)).join("");
    if (marks.includes("^")) this.put(`${blanks}${marks.trimEnd()}\n`);
  }
}

/** Text as one string, for programs that print it. */
export class TextString extends TextLayout {
  private readonly texts: string[] = [];

  constructor(options: LayoutOptions = { hasColors: false, width: undefined }) {
    super(options);
  }

  protected override put(text: string): void {
    this.texts.push(text);
  }

  protected override putBytes(bytes: Buffer, from: number, to: number): void {
    this.texts.push(bytes.toString("utf8", from, to));
  }

  protected override putIfPlain(): boolean {
    return false;
  }

  override toString(): string {
    return this.texts.join("");
  }
}

/** Where the character of UTF-8 begins that a place is in. */
function characterStart(bytes: Buffer, place: number, from: number): number {
  let start = place;
  while (start > from && start > place - 3 && (bytes[start]! & 0xc0) === 0x80) start--;
  return start;
}

/** Stands for bytes that are left out. */
function omission(count: number): string {
  return `…(${count} more bytes)…`;
}

/** Whether the pieces surely fit a row: all of one column a character, and not too many. */
function fits(pieces: readonly Piece[], width: number): boolean {
  let length = 0;
  for (const { text } of pieces) {
    length += text.length;
    if (length > width || !PLAIN.test(text)) return false;
  }
  return true;
}
