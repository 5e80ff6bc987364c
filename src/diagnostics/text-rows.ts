import { characterWidth } from "./display-width.ts";

/** What a part of a text means, and the codes of ECMA-48 that begin and end it. */
export const STYLES = {
  heading: ["\x1b[1m", "\x1b[22m"],
  faint: ["\x1b[2m", "\x1b[22m"],
  removed: ["\x1b[31m", "\x1b[39m"],
  added: ["\x1b[32m", "\x1b[39m"],
  changed: ["\x1b[33m", "\x1b[39m"],
  /** Words that differ. Where there are no colours, a row of `^` below marks them. */
  mark: ["\x1b[7m", "\x1b[27m"],
} as const;

export type Style = keyof typeof STYLES;

/** A part of the current line, all of it in the same styles. */
export interface Piece {
  readonly text: string;
  readonly styles: readonly Style[];
}

/** One character of the current line, and the columns it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly styles: readonly Style[];
}

/** From one byte or cell of a line up to another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const TAB_STOP = 8;

/** The characters of a line, a tab as the blanks up to the next stop. */
export function cellsOf(pieces: readonly Piece[]): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { text, styles } of pieces) {
    for (const character of text) {
      const width = character === "\t" ? TAB_STOP - (column % TAB_STOP) : characterWidth(character);
      if (character !== "\t") cells.push({ text: character, width, styles });
      else for (let i = 0; i < width; i++) cells.push({ text: " ", width: 1, styles });
      column += width;
    }
  }
  return cells;
}

export function widthOf(cells: readonly Cell[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += cells[i]!.width;
  return sum;
}

/** The cells that fit a row, the last one `…` if some do not. */
export function cutTo(cells: readonly Cell[], width: number): readonly Cell[] {
  if (widthOf(cells, 0, cells.length) <= width) return cells;
  let end = 0;
  for (let room = width - 1; cells[end]!.width <= room; end++) room -= cells[end]!.width;
  return [...cells.slice(0, end), { text: "…", width: 1, styles: cells[end]!.styles }];
}

/** Signs after which a word may be broken that is longer than a row. */
const SOFT = /^[.,;:/=&?|)\]}_-]$/;

/**
 * Breaks a line into rows, all but the first of which have the indent. It is broken after a blank, of which one may vanish at
 * the end of a full row; a word that is longer than a row after a sign within it, or anywhere. `lead` are the cells before
 * which nothing is broken.
 */
export function rowsOf(cells: readonly Cell[], lead: number, indent: number, width: number): Range[] {
  const rows: Range[] = [];
  const room = width - indent;
  let from = 0;
  let column = 0;
  // Where a word begins, and where a part of one, that may go to the next row; and their columns.
  let word = { at: -1, column: 0 };
  let part = { at: -1, column: 0 };
  for (const [i, cell] of cells.entries()) {
    const isBlank = cell.text === " ";
    if (column + cell.width > width && cell.width > 0 && i > from) {
      let to = i;
      if (!isBlank && word.at > from && (word.column > width - room / 4 || wordFits(cells, word.at, room)))
        to = word.at;
      else if (!isBlank && part.at > from && part.column > width - room / 2) to = part.at;
      rows.push({ from, to });
      from = isBlank ? i + 1 : to;
      column = indent + widthOf(cells, from, i);
      word = { at: -1, column: 0 };
      part = { at: -1, column: 0 };
      if (isBlank) continue;
    }
    column += cell.width;
    if (i < lead) continue;
    if (isBlank) word = { at: i + 1, column };
    else if (SOFT.test(cell.text)) part = { at: i + 1, column };
  }
  if (from < cells.length || rows.length === 0) rows.push({ from, to: cells.length });
  return rows;
}

/** Whether the word that begins at a cell is no longer than a row. */
function wordFits(cells: readonly Cell[], from: number, room: number): boolean {
  let width = 0;
  for (let i = from; i < cells.length && cells[i]!.text !== " "; i++) {
    width += cells[i]!.width;
    if (width > room) return false;
  }
  return true;
}
