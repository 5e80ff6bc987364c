import type { TextOutput } from "../../io/text-output.ts";
import { displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { printableText } from "../../text/messages/printable.ts";
import type { EventTable } from "./event-table.ts";
import { durationText, Span } from "./span.ts";
import type { EventGroup } from "./trace.ts";

const GAP = "  ";
/** The indent of a last line that has a row of its own. */
const INDENT = "    ";
/** The last line has a row of its own if fewer columns than these are left beside the others. */
const MIN_ROOM = 24;
/** On a terminal, longer ids are shortened if the last line would not fit beside them, but not to less than this. */
const MIN_ID_WIDTH = 20;

/** Shown for what a group without times does not have. */
const NONE = "-";

/** The columns before the last line. Numbers and times are right-aligned. */
const HEADING = ["id", "first", "last", "span", "events", "files"] as const;
const [ID, LAST] = [0, 2];
const LEFT_ALIGNED: readonly boolean[] = [true, true, true, false, false, false];

/** Writes a row for each group, for people. */
export function* writeSummaryText(
  output: TextOutput,
  events: EventTable,
  groups: Iterable<EventGroup>,
): Generator<void> {
  const span = new Span(events);
  const date = output.columns === Number.POSITIVE_INFINITY ? "" : commonDate(groups, span);
  const widths: number[] = HEADING.map(({ length }) => length);
  let isAny = false;
  for (const group of groups) {
    isAny = true;
    for (const [i, cell] of cellsOf(group, span, date).entries()) widths[i] = Math.max(widths[i]!, displayWidth(cell));
  }
  if (!isAny) return;
  fitWidths(widths, output.columns);
  const end = totalWidth(widths) + MIN_ROOM > output.columns ? `\n${INDENT}` : GAP;
  if (date !== "") output.text(`on ${date.slice(0, -1)}, UTC\n`);
  output.begin("heading");
  output.text(`${rowOf(HEADING, widths)}${end}last line`);
  output.end("heading");
  output.text("\n");
  for (const group of groups) {
    output.text(rowOf(cellsOf(group, span, date, widths[ID]!), widths) + end);
    output.limitToRow();
    output.bytes(events.outputOf(group.order.at(-1)!));
    output.text("\n");
    if (output.isFull) yield;
  }
}

/** The date and the `T` that all times begin with, or nothing. */
function commonDate(groups: Iterable<EventGroup>, span: Span): string {
  let date: string | undefined;
  for (const { order } of groups) {
    const { start, end } = span.measure(order).facts();
    for (const time of [start, end]) {
      if (time === undefined) continue;
      date ??= time.slice(0, time.indexOf("T") + 1);
      if (!time.startsWith(date)) return "";
    }
  }
  return date ?? "";
}

function cellsOf({ ids, order }: EventGroup, span: Span, date: string, idWidth?: number): string[] {
  const { start, end } = span.measure(order).facts();
  const id = idCell(ids, idWidth);
  const counts = [String(span.count), String(span.files.length)] as const;
  if (start === undefined || end === undefined) return [id, NONE, NONE, NONE, ...counts];
  const timeText = (time: string): string => (date === "" ? time : time.slice(date.length, -"Z".length));
  return [id, timeText(start), timeText(end), durationText(span), ...counts];
}

function rowOf(cells: readonly string[], widths: readonly number[]): string {
  let row = "";
  for (const [i, cell] of cells.entries()) {
    if (widths[i] === 0) continue;
    // Only ids are more than ASCII.
    const blanks = " ".repeat(widths[i]! - (i === ID ? displayWidth(cell) : cell.length));
    row += (i === 0 ? "" : GAP) + (LEFT_ALIGNED[i]! ? cell + blanks : blanks + cell);
  }
  return row;
}

/**
 * Narrows the columns to the width of a terminal: shortens ids and then leaves out the last time, which follows from
 * the first one and the span.
 */
function fitWidths(widths: number[], columns: number): void {
  const others = totalWidth(widths) - widths[ID]!;
  widths[ID] = Math.min(widths[ID]!, Math.max(MIN_ID_WIDTH, columns - others - MIN_ROOM));
  if (totalWidth(widths) - GAP.length > columns) widths[LAST] = 0;
}

/** The width of the columns that are shown, with the gaps after them. */
function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + GAP.length), 0);
}

/** Nearly all ids are like this. */
const PLAIN = /^[ -~]*$/;

/** The first id, shortened to the width, and how many there are besides. */
function idCell(ids: EventGroup["ids"], width = Number.POSITIVE_INFINITY): string {
  const more = ids.length > 1 ? ` +${ids.length - 1}` : "";
  const text = ids[0].toString("latin1");
  return withoutMiddle(PLAIN.test(text) ? text : printableText(ids[0]), width - more.length) + more;
}
