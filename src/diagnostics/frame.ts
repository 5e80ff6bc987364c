import { characterWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** A frame is read in terminals, mails and tickets: it fits what they all have. */
const WIDTH = 80;
const TAB = "    ";

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
 * clipped to the line and one at least. Both lines fit 80 columns: what is too far from the place is cropped to `…`.
 */
export function frame(line: string, number: number, column: number, length: number): [string, string] {
  const gutter = `  ${number} | `;
  // Further away nothing can be shown, so of a line of any length only this much is looked at.
  const first = Math.max(0, column - 1 - WIDTH);
  const end = column - 1 + Math.min(length, WIDTH) + WIDTH;
  const cells = cellsOf(line, first, end);
  const from = Math.min(column - 1 - first, cells.length);
  const to = Math.min(from + Math.max(length, 1), cells.length);
  const { left, right } = crop(cells, from, to, WIDTH - gutter.length);

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
  if (character === "\t") return { shown: TAB, width: TAB.length };
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
