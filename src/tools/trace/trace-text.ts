import type { TextOutput } from "../../io/output-buffer.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { formatInstant, fractionOf } from "../../text/date-times/calendar.ts";
import { commonFolder, commonStart, displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shortPaths } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { type Duration, durationBetween, durationText, factsOf, spanOf } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

const MAX_LINKED_IDS = 10;

/** Shown for an event, or a group, without a time. */
const NO_TIME = "-";

/** Names of files have a third of a row, but at least this. */
const MIN_WIDTH = 12;

const GAP = "  ";

/** Writes events for people: in groups, with the time since the first one, or all with their times. */
export function* writeTraceText(output: TextOutput, traced: CollectedEvents | TracedEvents): Generator<void> {
  const { events } = traced;
  const { place, names } = namesOf(events.files);
  const addPlace = (): void => {
    if (place === "") return;
    output.text("in ");
    output.hang();
    output.text(`${place === STANDARD_STREAM ? "standard input" : place}\n`);
  };

  const maxWidth = Math.max(MIN_WIDTH, Math.floor(output.columns / 3));
  const shown = names.map((name) => (name === "" ? "" : `${withoutMiddle(name, maxWidth)}:`));
  const widths = shown.map(displayWidth);
  function* addEvents(order: Uint32Array, addTime: (event: number) => void) {
    const widthOf = (event: number): number => widths[events.fileOf(event)]! + countDigits(events.lineOf(event));
    const width = order.reduce((most, event) => Math.max(most, widthOf(event)), 0);
    const shared = output.columns === Number.POSITIVE_INFINITY ? 0 : commonStart(order, (one) => events.outputOf(one));
    if (shared > 0) {
      output.text("  lines begin with ");
      output.hang();
      output.bytes(events.outputOf(order[0]!), 0, shared);
      output.text("\n");
    }
    for (let i = 0; i < order.length; i++) {
      const event = order[i]!;
      // In pieces, because texts that are made for each event would take longer than the rest.
      output.begin("faint");
      addTime(event);
      output.text(GAP);
      output.text(shown[events.fileOf(event)]!);
      output.number(events.lineOf(event));
      output.text(" ".repeat(GAP.length + width - widthOf(event)));
      output.end("faint");
      output.hang();
      if (shared > 0) output.styled("faint", "…");
      output.bytes(events.blockOf(event), events.startOf(event) + shared, events.endOf(event));
      output.text("\n");
      if (output.isFull) yield;
    }
  }

  if (!("groups" in traced)) {
    if (traced.order.length > 0) addPlace();
    const span = spanOf(traced.order, events);
    // No year between the first and the last has more digits.
    const ends = span.first === -1 ? [] : [span.first, span.last];
    const texts = ends.map((event) => formatInstant(events.secondsOf(event), 0, span.decimals));
    const width = Math.max(...[NO_TIME, ...texts].map(({ length }) => length));
    yield* addEvents(traced.order, (event) => output.text((events.timeOf(event) ?? NO_TIME).padEnd(width)));
    return;
  }
  let isFirst = true;
  for (const { ids, order, links } of traced.groups) {
    if (isFirst) addPlace();
    if (!isFirst || place !== "") output.text("\n");
    isFirst = false;
    const span = spanOf(order, events);
    const { first, decimals, duration, files } = span;
    output.begin("heading");
    output.bytes(ids[0]);
    output.end("heading");
    output.text(`  ${counted(order.length, "event")}  ${counted(files.length, "source")}`);
    output.text(first === -1 ? "\n" : `  ${durationText(duration)}\n`);
    if (ids.length > 1) addLinkedIds(output, ids.slice(1), links, names, events.files);
    const width = first === -1 ? NO_TIME.length : sinceWidth(duration.seconds, decimals);
    yield* addEvents(order, (event) => {
      if (events.hasTime(event)) addSince(output, durationBetween(events, first, event), decimals, width);
      else output.text(GAP + NO_TIME.padStart(width));
    });
  }
}

/** How wide a time since another event is. */
function sinceWidth(seconds: number, decimals: number): number {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const whole = hours > 0 ? countDigits(hours) + 6 : minutes > 0 ? countDigits(minutes) + 3 : countDigits(seconds);
  return 1 + whole + (decimals > 0 ? decimals + 1 : 0);
}

/** Adds the time since another event as a clock shows it: `+0.011`, `+1:02.345`, `+1:01:02.345`. */
function addSince(output: TextOutput, { seconds, nanoseconds }: Duration, decimals: number, width: number): void {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  output.text(" ".repeat(GAP.length + width - sinceWidth(seconds, decimals)));
  output.text("+");
  if (hours > 0) {
    output.number(hours);
    output.text(":");
  }
  if (minutes > 0) {
    output.number(minutes % 60, hours > 0 ? 2 : 1);
    output.text(":");
  }
  output.number(seconds % 60, minutes > 0 ? 2 : 1);
  if (decimals === 0) return;
  output.text(".");
  output.number(fractionOf(nanoseconds, decimals), decimals);
}

/** Adds ids, and the lines that say why they belong to the group, where that is known. */
function addLinkedIds(
  output: TextOutput,
  ids: readonly Buffer[],
  links: EventGroup["links"],
  names: readonly string[],
  files: readonly string[],
): void {
  output.text("  linked with ");
  output.hang();
  for (const [i, id] of ids.slice(0, MAX_LINKED_IDS).entries()) {
    if (i > 0) output.text(", ");
    output.bytes(id);
    const link = links?.[i];
    if (link === undefined) continue;
    const name = names[files.indexOf(link.file)]!;
    output.text(name === "" ? ` (line ${link.line})` : ` (${name}:${link.line})`);
  }
  const more = ids.length - MAX_LINKED_IDS;
  output.text(more > 0 ? ` and ${more} more; --format json has all\n` : "\n");
}

/** What is shown once: the folder that all files are in, or else their names; and what is left of the names. */
function namesOf(files: readonly string[]): { readonly place: string; readonly names: readonly string[] } {
  const folder = commonFolder(files);
  const short = shortPaths(files);
  const names = files.map((file) => printable(folder === "" ? short.get(file)! : file.slice(folder.length)));
  const areWhole = folder !== "" || files.every((file) => short.get(file) === file);
  return { place: areWhole ? printable(folder) : files.map(printable).join(", "), names };
}

/** The indent of a last line that has a row of its own. */
const INDENT = "    ";
/** The last line has a row of its own if fewer columns than these are left beside the others. */
const MIN_ROOM = 24;
/** On a terminal, longer ids are shortened if the last line would not fit beside them, but not to less than this. */
const MIN_ID_WIDTH = 20;

/** The columns before the last line. Those of numbers and times are right-aligned. */
const HEADING = ["id", "first", "last", "span", "events", "files"] as const;
const FIRST_NUMBER = HEADING.indexOf("span");

/** Nearly all ids are like this. */
const PLAIN = /^[ -~]*$/;

export function* writeSummaryText(
  output: TextOutput,
  events: EventTable,
  groups: Iterable<EventGroup>,
): Generator<void> {
  const widths: number[] = HEADING.map(({ length }) => length);
  const dates = new Set<string>();
  for (const group of groups) {
    const cells = cellsOf(group, events);
    for (const [i, cell] of cells.entries()) widths[i] = Math.max(widths[i]!, displayWidth(cell));
    for (const time of cells.slice(1, 3)) if (time !== NO_TIME) dates.add(time.slice(0, time.indexOf("T") + 1));
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
  const timeText = (time = NO_TIME): string => (date === "" || time === NO_TIME ? time : time.slice(date.length, -1));
  const text = ids[0].toString("latin1");
  const more = ids.length > 1 ? ` +${ids.length - 1}` : "";
  return [
    withoutMiddle(PLAIN.test(text) ? text : printableText(ids[0]), idWidth - more.length) + more,
    timeText(start),
    timeText(end),
    start === undefined ? NO_TIME : durationText(span.duration),
    String(order.length),
    String(files.length),
  ];
}

/** A row of the columns that have a width. */
function rowOf(cells: readonly string[], widths: readonly number[]): string {
  const aligned = cells.map((cell, i) => {
    const blanks = " ".repeat(Math.max(0, widths[i]! - displayWidth(cell)));
    return i < FIRST_NUMBER ? cell + blanks : blanks + cell;
  });
  return aligned.filter((_, i) => widths[i]! > 0).join(GAP);
}

/** Narrows the columns to a terminal: shortens ids, and then leaves out the last time, which the span tells. */
function fitWidths(widths: number[], columns: number): void {
  const others = totalWidth(widths) - widths[0]!;
  widths[0] = Math.min(widths[0]!, Math.max(MIN_ID_WIDTH, columns - others - MIN_ROOM));
  if (totalWidth(widths) - GAP.length > columns) widths[HEADING.indexOf("last")] = 0;
}

/** The width of the columns that are shown, with the gaps after them. */
function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + GAP.length), 0);
}
