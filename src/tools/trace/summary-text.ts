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
export class SummaryText {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly span: Span;

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.span = new Span(events);
  }

  *write(groups: Iterable<EventGroup>): Generator<void> {
    const { output } = this;
    const date = output.columns === Number.POSITIVE_INFINITY ? "" : this.commonDate(groups);
    const widths: number[] = HEADING.map(({ length }) => length);
    let isAny = false;
    for (const group of groups) {
      isAny = true;
      for (const [i, cell] of this.cells(group, date).entries()) widths[i] = Math.max(widths[i]!, displayWidth(cell));
    }
    if (!isAny) return;
    fitWidths(widths, output.columns);
    const isSplit = totalWidth(widths) + MIN_ROOM > output.columns;
    if (date !== "") output.text(`on ${date.slice(0, -1)}, UTC\n`);
    output.begin("heading");
    this.addRow(HEADING, widths, isSplit);
    output.text("last line");
    output.end("heading");
    output.text("\n");
    for (const group of groups) {
      this.addRow(this.cells(group, date, widths[ID]!), widths, isSplit);
      output.limitToRow();
      output.bytes(this.events.outputOf(group.order.at(-1)!));
      output.text("\n");
      if (output.isFull) yield;
    }
  }

  /** The date and the `T` that all times begin with, or nothing. */
  private commonDate(groups: Iterable<EventGroup>): string {
    let date: string | undefined;
    for (const { order } of groups) {
      const { start, end } = this.span.measure(order).facts();
      for (const time of [start, end]) {
        if (time === undefined) continue;
        date ??= time.slice(0, time.indexOf("T") + 1);
        if (!time.startsWith(date)) return "";
      }
    }
    return date ?? "";
  }

  private cells({ ids, order }: EventGroup, date: string, idWidth?: number): string[] {
    const span = this.span.measure(order);
    const { start, end } = span.facts();
    const id = idCell(ids, idWidth);
    const counts = [String(span.count), String(span.files.length)] as const;
    if (start === undefined || end === undefined) return [id, NONE, NONE, NONE, ...counts];
    const timeText = (time: string): string => (date === "" ? time : time.slice(date.length, -"Z".length));
    return [id, timeText(start), timeText(end), durationText(span), ...counts];
  }

  private addRow(cells: readonly string[], widths: readonly number[], isSplit: boolean): void {
    const { output } = this;
    let row = "";
    for (const [i, cell] of cells.entries()) {
      if (widths[i] === 0) continue;
      // Only ids are more than ASCII.
      const blanks = " ".repeat(widths[i]! - (i === ID ? displayWidth(cell) : cell.length));
      row += (i === 0 ? "" : GAP) + (LEFT_ALIGNED[i]! ? cell + blanks : blanks + cell);
    }
    output.text(row + (isSplit ? `\n${INDENT}` : GAP));
  }
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
