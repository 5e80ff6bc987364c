import { characterWidth } from "./columns.ts";

/** The styles of text, each with the ECMA-48 codes that begin and end it. */
export const STYLES = {
  heading: ["\x1b[1m", "\x1b[22m"],
  faint: ["\x1b[2m", "\x1b[22m"],
  removed: ["\x1b[31m", "\x1b[39m"],
  added: ["\x1b[32m", "\x1b[39m"],
  changed: ["\x1b[33m", "\x1b[39m"],
  /** For words that differ. Without colours, `^` in a row below marks them. */
  mark: ["\x1b[7m", "\x1b[27m"],
} as const;

export type Style = keyof typeof STYLES;

/** A part of a line that has the same styles throughout. */
export interface Piece {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Whether no row ends at its spaces. */
  readonly isWhole?: boolean;
}

/** A character of a line, and its width in columns. */
export interface Cell extends Piece {
  readonly width: number;
}

/** A range of bytes or cells, from `from` up to but not including `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const TAB_STOP = 8;

/** Splits a line into characters. A tab becomes spaces up to the next tab stop. */
export function cellsOf(pieces: readonly Piece[]): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { text, styles, isWhole } of pieces) {
    for (const character of text) {
      const width = character === "\t" ? TAB_STOP - (column % TAB_STOP) : characterWidth(character);
      if (character !== "\t") cells.push({ text: character, width, styles, ...(isWhole && { isWhole }) });
      else for (let i = 0; i < width; i++) cells.push({ text: " ", width: 1, styles });
      column += width;
    }
  }
  return cells;
}

export function widthOf(cells: readonly { readonly width: number }[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += cells[i]!.width;
  return sum;
}

/** Cuts the cells to a width. If some do not fit, the last one becomes `…`. */
export function cutTo(cells: readonly Cell[], width: number): readonly Cell[] {
  if (widthOf(cells, 0, cells.length) <= width) return cells;
  let end = 0;
  for (let room = width - 1; cells[end]!.width <= room; end++) room -= cells[end]!.width;
  return [...cells.slice(0, end), { text: "…", width: 1, styles: cells[end]!.styles }];
}

/** Signs after which a word longer than a row may be broken. */
const BREAKABLE = /^[.,;:/=&?|)\]}_-]$/;

/**
 * Breaks a line into rows. All rows but the first have the indent. Breaks after a space, and leaves the spaces at the
 * end of a row out. Breaks a word that is longer than a row after a sign in it, or else anywhere. Prefers not to break
 * within the first `lead` cells.
 */
export function rowsOf(cells: readonly Cell[], lead: number, indent: number, width: number): Range[] {
  const rows: Range[] = [];
  const room = width - indent;
  let from = 0;
  let column = 0;
  // The last starts of a word and of a part of a word, where the row can be broken, and their columns.
  let word = { at: -1, column: 0 };
  let part = { at: -1, column: 0 };
  for (const [i, cell] of cells.entries()) {
    const isBlank = isBreak(cells, i);
    if (column + cell.width > width && cell.width > 0 && i > from) {
      let to = i;
      if (!isBlank && word.at > from && (word.column > width - room / 4 || wordFits(cells, word.at, room)))
        to = word.at;
      else if (!isBlank && part.at > from && part.column > width - room / 2) to = part.at;
      rows.push({ from, to: withoutBlanks(cells, from, to) });
      from = isBlank ? i + 1 : to;
      column = indent + widthOf(cells, from, i);
      word = { at: -1, column: 0 };
      part = { at: -1, column: 0 };
      if (isBlank) continue;
    }
    column += cell.width;
    if (i < lead) continue;
    if (isBlank) word = { at: i + 1, column };
    else if (BREAKABLE.test(cell.text)) part = { at: i + 1, column };
  }
  if (from < cells.length || rows.length === 0) rows.push({ from, to: cells.length });
  return rows;
}

/** Whether a row may be broken after a cell because it is a space. A closing bracket stays with what precedes it. */
function isBreak(cells: readonly Cell[], i: number): boolean {
  const { text, isWhole } = cells[i]!;
  return text === " " && !isWhole && !/^[}\])]$/.test(cells[i + 1]?.text ?? "");
}

/** The end of a row that has no spaces at its end, except those that are marked. */
function withoutBlanks(cells: readonly Cell[], from: number, to: number): number {
  let end = to;
  while (end > from && cells[end - 1]!.text === " " && !cells[end - 1]!.styles.includes("mark")) end--;
  return end;
}

/** Whether the word that begins at a cell fits into a row. */
function wordFits(cells: readonly Cell[], from: number, room: number): boolean {
  let width = 0;
  for (let i = from; i < cells.length && !isBreak(cells, i); i++) {
    width += cells[i]!.width;
    if (width > room) return false;
  }
  return true;
}
