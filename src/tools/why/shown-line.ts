import { isContinuation } from "../../text/bytes/utf8.ts";
import { characterWidth, displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { frame } from "../../text/messages/frame.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import type { CaptureSpan } from "./explanation.ts";

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

/** The next offset where a UTF-8 character begins, if it is at most 3 bytes away. */
function nextCharacter(line: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && at < line.length && at < offset + 3 && isContinuation(line[at]!)) at++;
  return at;
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
  /** Whether this is the first cell of its stretch. */
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

/** Adjacent captures get different marks. */
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
