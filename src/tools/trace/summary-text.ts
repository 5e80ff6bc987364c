import type { TextOutput } from "../../io/output-buffer.ts";
import { displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { printableText } from "../../text/messages/printable.ts";
import type { EventTable } from "./event-table.ts";
import { durationText, factsOf, spanOf } from "./span.ts";
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

/** The columns before the last line. Those of numbers and times are right-aligned. */
const HEADING = ["id", "first", "last", "span", "events", "files"] as const;
const FIRST_NUMBER = HEADING.indexOf("span");

/** Nearly all ids are like this. */
const PLAIN = /^[ -~]*$/;

/** Writes a row for each group, for people. */
export function* writeSummaryText(
  output: TextOutput,
  events: EventTable,
  groups: Iterable<EventGroup>,
): Generator<void> {
  const widths: number[] = HEADING.map(({ length }) => length);
  const dates = new Set<string>();
  for (const group of groups) {
    const cells = cellsOf(group, events);
    for (const [i, cell] of cells.entries())
      widths[i] = Math.max(widths[i]!, i === 0 ? displayWidth(cell) : cell.length);
    for (const time of cells.slice(1, 3)) if (time !== NONE) dates.add(time.slice(0, time.indexOf("T") + 1));
  }
  if (groups[Symbol.iterator]().next().done) return;
  // A date that all times have is shown once on a terminal.
  const [date = ""] = dates.size === 1 && output.columns !== Number.POSITIVE_INFINITY ? dates : [];
  if (date !== "") for (const i of [1, 2]) widths[i] = Math.max(HEADING[i]!.length, widths[i]! - date.length - 1);
  fitWidths(widths, output.columns);
  const end = totalWidth(widths) + MIN_ROOM > output.columns ? `\n${INDENT}` : GAP;
  if (date !== "") output.text(`on ${date.slice(0, -1)}, UTC\n`);
  output.styled("heading", `${rowOf(HEADING, widths)}${end}last line`);
  output.text("\n");
  for (const group of groups) {
    output.text(rowOf(cellsOf(group, events, date, widths[0]), widths) + end);
    output.limitToRow();
    output.bytes(events.outputOf(group.order.at(-1)!));
    output.text("\n");
    if (output.isFull) yield;
  }
}

function cellsOf({ ids, order }: EventGroup, events: EventTable, date = "", idWidth = Number.POSITIVE_INFINITY) {
  const span = spanOf(order, events);
  const { start, end, files } = factsOf(span, events);
  const timeText = (time = NONE): string => (date === "" || time === NONE ? time : time.slice(date.length, -1));
  const text = ids[0].toString("latin1");
  const more = ids.length > 1 ? ` +${ids.length - 1}` : "";
  return [
    withoutMiddle(PLAIN.test(text) ? text : printableText(ids[0]), idWidth - more.length) + more,
    timeText(start),
    timeText(end),
    start === undefined ? NONE : durationText(span.duration),
    String(order.length),
    String(files.length),
  ];
}

/** A row of the columns that have a width. */
function rowOf(cells: readonly string[], widths: readonly number[]): string {
  const aligned = cells.map((cell, i) => {
    // Only ids are more than ASCII.
    const blanks = " ".repeat(Math.max(0, widths[i]! - (i === 0 ? displayWidth(cell) : cell.length)));
    return i < FIRST_NUMBER ? cell + blanks : blanks + cell;
  });
  return aligned.filter((_, i) => widths[i]! > 0).join(GAP);
}

/**
 * Narrows the columns to the width of a terminal: shortens ids and then leaves out the last time, which follows from
 * the first one and the span.
 */
function fitWidths(widths: number[], columns: number): void {
  const others = totalWidth(widths) - widths[0]!;
  widths[0] = Math.min(widths[0]!, Math.max(MIN_ID_WIDTH, columns - others - MIN_ROOM));
  if (totalWidth(widths) - GAP.length > columns) widths[HEADING.indexOf("last")] = 0;
}

/** The width of the columns that are shown, with the gaps after them. */
function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + GAP.length), 0);
}
