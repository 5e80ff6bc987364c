import type { TextOutput } from "../../io/output-buffer.ts";
import { countDigits, LAST_ASCII, SPACE } from "../../text/bytes/ascii.ts";
import { formatInstant, fractionOf } from "../../text/date-times/calendar.ts";
import { commonFolder, commonStart, displayWidth, withoutMiddle } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shortPaths } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { type Duration, durationBetween, durationText, spanOf } from "./span.ts";
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
    yield* addEvents(traced.order, (event) => addTime(output, events, event, width));
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

export function* writeSummaryText(
  output: TextOutput,
  events: EventTable,
  groups: Iterable<EventGroup>,
): Generator<void> {
  const widths: number[] = HEADING.map(({ length }) => length);
  const dates = new Set<string>();
  let size = 0;
  for (const { ids, order } of groups) {
    size++;
    const span = spanOf(order, events);
    const cells = [
      (isPlain(ids[0]) ? ids[0].length : displayWidth(printableText(ids[0]))) + moreThan(ids).length,
      events.writeTime(span.first),
      events.writeTime(span.last),
      lengthText(span).length,
      countDigits(order.length),
      countDigits(span.files.length),
    ];
    for (let i = 0; i < cells.length; i++) widths[i] = Math.max(widths[i]!, cells[i]!);
    if (output.columns === Number.POSITIVE_INFINITY || span.first === -1) continue;
    for (const event of [span.first, span.last]) dates.add(events.timeOf(event)!.replace(/T.*/, "T"));
  }
  if (size === 0) return;
  // A date that all times have is shown once on a terminal.
  const [date = ""] = dates.size === 1 ? dates : [];
  if (date !== "") for (const i of [1, 2]) widths[i] = Math.max(HEADING[i]!.length, widths[i]! - date.length - 1);
  fitWidths(widths, output.columns);
  const [idWidth, firstWidth, lastWidth, ...numberWidths] = widths as [number, number, number];
  const end = totalWidth(widths) + MIN_ROOM > output.columns ? `\n${INDENT}` : GAP;
  if (date !== "") output.text(`on ${date.slice(0, -1)}, UTC\n`);
  const heading = HEADING.map((name, i) => (i < FIRST_NUMBER ? name.padEnd(widths[i]!) : name.padStart(widths[i]!)));
  output.styled("heading", `${heading.filter((_, i) => widths[i]! > 0).join(GAP)}${end}last line`);
  output.text("\n");
  for (const { ids, order } of groups) {
    const span = spanOf(order, events);
    const more = moreThan(ids);
    const room = idWidth - more.length;
    if (isPlain(ids[0]) && ids[0].length <= room) {
      output.bytes(ids[0]);
      output.text(more + " ".repeat(room - ids[0].length) + GAP);
    } else {
      const text = withoutMiddle(printableText(ids[0]), room) + more;
      output.text(text + " ".repeat(idWidth - displayWidth(text)) + GAP);
    }
    addTime(output, events, span.first, firstWidth, date);
    output.text(GAP);
    if (lastWidth > 0) {
      addTime(output, events, span.last, lastWidth, date);
      output.text(GAP);
    }
    const numbers = [lengthText(span), String(order.length), String(span.files.length)];
    output.text(numbers.map((text, i) => text.padStart(numberWidths[i]!)).join(GAP) + end);
    output.limitToRow();
    output.bytes(events.outputOf(order.at(-1)!));
    output.text("\n");
    if (output.isFull) yield;
  }
}

/** How many ids of a group are not shown. */
function moreThan({ length }: EventGroup["ids"]): string {
  return length > 1 ? ` +${length - 1}` : "";
}

/** Whether an id is shown as it is. Nearly all are. */
function isPlain(id: Buffer): boolean {
  return id.every((byte) => byte >= SPACE && byte < LAST_ASCII);
}

function lengthText({ first, duration }: ReturnType<typeof spanOf>): string {
  return first === -1 ? NO_TIME : durationText(duration);
}

/** Adds the time of an event, without a date that is shown elsewhere and the zone. */
function addTime(output: TextOutput, events: EventTable, event: number, width: number, date = ""): void {
  const end = events.writeTime(event) - (date === "" ? 0 : 1);
  if (end > 0) output.bytes(events.time.bytes, date.length, end);
  output.text(end > 0 ? " ".repeat(Math.max(0, width - end + date.length)) : NO_TIME.padEnd(width));
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
