import { characterWidth } from "./columns.ts";
import { printable } from "./printable.ts";
import { type Cell, widthOf } from "./text-rows.ts";

/** The default width, which fits terminals, mails and tickets. */
const DEFAULT_WIDTH = 80;

/** The greatest width, so that only a part of a long line is needed. */
const MAX_WIDTH = 320;

/** The columns for the line, even if the frame then exceeds its width. */
const MIN_ROOM = 3;

/** The part of a line that is enough for its frame. */
export interface Excerpt {
  readonly text: string;
  /** The start of the marked range in the text, in code points, from 1. */
  readonly column: number;
}

/** A character of the line as it is shown. */
type FrameCell = Pick<Cell, "text" | "width">;

/**
 * Returns a line of a text, and a row of carets under a range of it:
 *
 *       7 |     output: "[{methd}:{path}]"
 *         |               ^^^^^^^
 *
 * The range begins at the 1-based `column`, at most one past the end of the line, and has `length` code points. There
 * is at least one caret, and further ones do not go past the end of the line. To fit the width, the ends of the line
 * are replaced by `…`. Tabs, control characters and invisible characters are shown as escapes.
 */
export function frame(
  line: string,
  number: number,
  column: number,
  length: number,
  columns = DEFAULT_WIDTH,
): [string, string] {
  const widest = Math.min(columns, MAX_WIDTH);
  const gutter = `  ${number} | `;
  const reach = Math.max(widest, DEFAULT_WIDTH);
  // Only this much of a line can be shown, so the rest of a long line is not even read.
  const first = Math.max(0, column - 1 - reach);
  const end = column - 1 + Math.min(length, reach) + reach;
  const cells = cellsOf(line, first, end);
  const from = Math.min(column - 1 - first, cells.length);
  const to = Math.min(from + Math.max(length, 1), cells.length);
  const { left, right } = crop(cells, from, to, Math.max(MIN_ROOM, widest - gutter.length));

  const before = left > 0 || first > 0 ? "…" : "";
  const after = right < cells.length ? "…" : "";
  const shown = cells.slice(left, right).map(({ text }) => text);
  const indent = before.length + widthOf(cells, left, from);
  const carets = Math.max(1, widthOf(cells, from, Math.min(to, right)));
  return [
    `${gutter}${before}${shown.join("")}${after}`,
    `${" ".repeat(gutter.length - 2)}| ${" ".repeat(indent)}${"^".repeat(carets)}`,
  ];
}

function cellsOf(line: string, first: number, end: number): FrameCell[] {
  const cells: FrameCell[] = [];
  let index = 0;
  for (const character of line) {
    if (index >= end) break;
    if (index++ >= first) cells.push(cell(character));
  }
  return cells;
}

function cell(character: string): FrameCell {
  const text = printable(character);
  return { text, width: text === character ? characterWidth(character) : text.length };
}

/** The most cells around a range that fit into the room with two ellipses. */
function crop(cells: readonly FrameCell[], from: number, to: number, room: number): { left: number; right: number } {
  if (widthOf(cells, 0, cells.length) <= room) return { left: 0, right: cells.length };
  let left = from;
  let right = from;
  let free = room - 2;
  const fits = (index: number) => index >= 0 && index < cells.length && cells[index]!.width <= free;
  while (right < to && fits(right)) free -= cells[right++]!.width;
  while (fits(left - 1) || fits(right)) {
    if (fits(left - 1)) free -= cells[--left]!.width;
    if (fits(right)) free -= cells[right++]!.width;
  }
  return { left, right };
}
