import { characterWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** Where nothing else is known a frame fits what all terminals, mails and tickets have. */
const USUAL_WIDTH = 80;

/** No frame is wider, so that of a line of any length only a part is needed. */
const MAX_WIDTH = 320;

/** So much of the line is shown however narrow the frame must be. */
const MIN_ROOM = 3;

/** The part of a line that its frames are made of. */
export interface Excerpt {
  readonly text: string;
  /** Where the place begins in it, from 1; a column is a code point. */
  readonly column: number;
}

/** One character of the line as it is shown, and the columns it takes. */
interface Cell {
  readonly shown: string;
  readonly width: number;
}

/**
 * A line of a text with carets under a place in it:
 *
 *       7 |     output: "[{methd}:{path}]"
 *         |               ^^^^^^^
 *
 * The place is `length` code points from the 1-based `column`, which may be the one after the line's last; the carets are
 * clipped to the line and one at least. Both lines fit the width: what is too far from the place is cropped to `…`. Tabs,
 * control characters and what else has no shape of its own are shown as escapes.
 */
export function frame(
  line: string,
  number: number,
  column: number,
  length: number,
  columns = USUAL_WIDTH,
): [string, string] {
  const widest = Math.min(columns, MAX_WIDTH);
  const gutter = `  ${number} | `;
  const reach = Math.max(widest, USUAL_WIDTH);
  // Further away nothing can be shown, so of a line of any length only this much is looked at.
  const first = Math.max(0, column - 1 - reach);
  const end = column - 1 + Math.min(length, reach) + reach;
  const cells = cellsOf(line, first, end);
  const from = Math.min(column - 1 - first, cells.length);
  const to = Math.min(from + Math.max(length, 1), cells.length);
  const { left, right } = crop(cells, from, to, Math.max(MIN_ROOM, widest - gutter.length));

  const before = left > 0 || first > 0 ? "…" : "";
  const after = right < cells.length ? "…" : "";
  const shown = cells.slice(left, right).map((cell) => cell.shown);
  const indent = before.length + width(cells, left, from);
  const carets = Math.max(1, width(cells, from, Math.min(to, right)));
  return [
    `${gutter}${before}${shown.join("")}${after}`,
    `${" ".repeat(gutter.length - 2)}| ${" ".repeat(indent)}${"^".repeat(carets)}`,
  ];
}

/** The cells of the code points from `first` up to `end`. */
function cellsOf(line: string, first: number, end: number): Cell[] {
  const cells: Cell[] = [];
  let index = 0;
  for (const character of line) {
    if (index >= end) break;
    if (index++ >= first) cells.push(cell(character));
  }
  return cells;
}

function cell(character: string): Cell {
  const shown = printable(character);
  if (shown !== character) return { shown, width: shown.length };
  return { shown, width: characterWidth(character) };
}

function width(cells: readonly Cell[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += cells[i]!.width;
  return sum;
}

/** The widest stretch of cells around a place that fits the room, the two ellipses counted in. */
function crop(cells: readonly Cell[], from: number, to: number, room: number): { left: number; right: number } {
  if (width(cells, 0, cells.length) <= room) return { left: 0, right: cells.length };
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
