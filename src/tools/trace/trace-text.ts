import type { TextOutput } from "../../io/output-buffer.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { formatInstant } from "../../text/date-times/calendar.ts";
import { commonFolder, commonStart, displayWidth, endOf } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shortPaths } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { CollectedEvents } from "./collect-events.ts";
import { durationBetween, durationText, sinceText, spanOf } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

/**
 * The columns beside the names of files that a row with whole times needs, so that its text does not begin too far
 * right.
 */
const MAX_BESIDE_NAMES = 64;

/** How many of the ids that are linked with a group's first id are shown. */
const MAX_LINKED_IDS = 10;

/** Shown for an event without a time. */
const NO_TIME = "-";

/** Names are not shortened to less than this. */
const MIN_WIDTH = 12;

const GAP = "  ";

/**
 * Writes events for people: a heading for each group, and below it a line for each event with the time since the first;
 * or all events, ungrouped, with their times.
 */
export function* writeTraceText(output: TextOutput, traced: CollectedEvents | TracedEvents): Generator<void> {
  const { events } = traced;
  const { place, names } = namesOf(events.files);
  const addPlace = (): void => {
    if (place === "") return;
    output.text("in ");
    output.hang();
    output.text(`${place === STANDARD_STREAM ? "standard input" : place}\n`);
  };

  const maxWidth = "groups" in traced ? output.columns / 3 : output.columns - MAX_BESIDE_NAMES;
  const shown = shortNames(names, maxWidth).map((name) => (name === "" ? "" : `${name}:`));
  const widths = shown.map(displayWidth);
  function* addEvents(order: Uint32Array, timeOf: (event: number) => string) {
    const widthOf = (event: number): number => widths[events.fileOf(event)]! + countDigits(events.lineOf(event));
    const width = order.reduce((most, event) => Math.max(most, widthOf(event)), 0);
    const shared = output.columns === Number.POSITIVE_INFINITY ? 0 : commonStart(order, (one) => events.outputOf(one));
    if (shared > 0) {
      output.text("  lines begin with ");
      output.hang();
      output.bytes(events.outputOf(order[0]!), 0, shared);
      output.text("\n");
    }
    for (const event of order) {
      const place = `${shown[events.fileOf(event)]}${events.lineOf(event)}${" ".repeat(width - widthOf(event))}`;
      output.styled("faint", timeOf(event) + GAP + place + GAP);
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
    const timeOf = (event: number): string => (events.timeOf(event) ?? NO_TIME).padEnd(width);
    yield* addEvents(traced.order, timeOf);
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
    const width = first === -1 ? NO_TIME.length : sinceText(duration, decimals).length + 1;
    yield* addEvents(order, (event) => {
      const text = events.hasTime(event) ? `+${sinceText(durationBetween(events, first, event), decimals)}` : NO_TIME;
      return GAP + text.padStart(width);
    });
  }
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

/**
 * Shortens names to a width, which may be Infinity. A longer one loses its beginning, because the folders are there.
 * Returns the whole names if that would make two of them the same.
 */
function shortNames(names: readonly string[], maxWidth: number): readonly string[] {
  const width = Math.max(MIN_WIDTH, Math.floor(maxWidth));
  const short = names.map((name) => (displayWidth(name) <= width ? name : `…${endOf(name, width - 1)}`));
  return new Set(short).size === new Set(names).size ? short : names;
}
