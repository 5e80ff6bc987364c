import type { TextOutput } from "../../io/text-output.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { formatInstant } from "../../text/date-times/calendar.ts";
import { commonFolder, commonStart, displayWidth, endOf } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shortPaths } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { EventTable } from "./event-table.ts";
import { type Duration, durationText, Span, setDuration, sinceText } from "./span.ts";
import type { EventGroup } from "./trace.ts";
import type { TraceLink } from "./trace-result.ts";

/**
 * The columns beside the names of files that a row with whole times needs, so that its text does not begin too far
 * right.
 */
const MAX_BESIDE_NAMES = 64;

/** How many of the ids that are linked with a group's first id are shown. */
const MAX_LINKED_IDS = 10;

/** Shown for an event without a time. */
const NO_TIME = "-";

const INDENT = "  ";
const GAP = "  ";

/** Writes events for people: a heading for each group, and below it a line for each event; or all events, ungrouped. */
export class TraceText {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly span: Span;
  /** The names of the files, as far as they are shown. */
  private readonly names: readonly string[];
  /** What is shown once: the folder that all files are in, or their names if these are shown in part. */
  private readonly place: string;

  constructor(output: TextOutput, events: EventTable) {
    const { files } = events;
    this.output = output;
    this.events = events;
    this.span = new Span(events);
    const folder = commonFolder(files);
    const short = shortPaths(files);
    const endings = files.map((file) => (folder === "" ? short.get(file)! : file.slice(folder.length)));
    const areWhole = endings.every((ending, i) => ending === files[i]);
    this.place = folder === "" && !areWhole ? files.map(printable).join(", ") : printable(folder);
    this.names = endings.map(printable);
  }

  *groups(groups: Iterable<EventGroup>): Generator<void> {
    const since = sinceColumn(this.output, this.events);
    const locations = this.locationColumn(this.output.columns / 3);
    let isFirst = true;
    for (const { ids, order, links } of groups) {
      if (isFirst) this.addLocation();
      if (!isFirst || this.place !== "") this.output.text("\n");
      isFirst = false;
      this.span.measure(order);
      this.addHeading(ids, links);
      yield* this.lines(order, since, locations);
    }
  }

  *merged(order: Uint32Array): Generator<void> {
    if (order.length > 0) this.addLocation();
    this.span.measure(order);
    const instants = instantColumn(this.output, this.events);
    const locations = this.locationColumn(this.output.columns - MAX_BESIDE_NAMES);
    yield* this.lines(order, instants, locations);
  }

  private locationColumn(maxWidth: number): TraceColumn {
    return locationColumn(this.output, this.events, shortNames(this.names, maxWidth));
  }

  /** Adds the events that the span was last measured for. */
  private *lines(order: Uint32Array, times: TraceColumn, locations: TraceColumn): Generator<void> {
    times.begin(this.span);
    locations.begin(this.span);
    const shared = this.addCommonStart(order);
    for (const event of order) {
      this.addLine(event, times, locations, shared);
      if (this.output.isFull) yield;
    }
  }

  /** Adds an event without the first `shared` bytes of its output. */
  private addLine(event: number, times: TraceColumn, locations: TraceColumn, shared: number): void {
    const { output, events } = this;
    output.begin("faint");
    times.add(event);
    locations.add(event);
    output.end("faint");
    output.hang();
    if (shared > 0) output.styled("faint", "…");
    output.bytes(events.blockOf(event), events.startOf(event) + shared, events.endOf(event));
    output.text("\n");
  }

  private addLocation(): void {
    if (this.place === "") return;
    this.output.text("in ");
    this.output.hang();
    this.output.text(`${this.place === STANDARD_STREAM ? "standard input" : this.place}\n`);
  }

  /** Adds the common start of all outputs, unless the width is unlimited. Returns its length in bytes. */
  private addCommonStart(order: Uint32Array): number {
    const { output, events } = this;
    if (output.columns === Number.POSITIVE_INFINITY) return 0;
    const shared = commonStart(order, (event) => events.outputOf(event));
    if (shared > 0) {
      output.text("  lines begin with ");
      output.hang();
      output.bytes(events.outputOf(order[0]!), 0, shared);
      output.text("\n");
    }
    return shared;
  }

  private addHeading(ids: EventGroup["ids"], links: EventGroup["links"]): void {
    const { output, span } = this;
    const { count, files, first } = span;
    output.begin("heading");
    output.bytes(ids[0]);
    output.end("heading");
    output.text(`  ${counted(count, "event")}  ${counted(files.length, "source")}`);
    output.text(first === -1 ? "\n" : `  ${durationText(span)}\n`);
    if (ids.length > 1) this.addLinkedIds(ids.slice(1), links);
  }

  /** Adds ids, and the lines that say why they belong to the group, where that is known. */
  private addLinkedIds(ids: readonly Buffer[], links: EventGroup["links"]): void {
    const { output } = this;
    output.text("  linked with ");
    output.hang();
    for (const [i, id] of ids.slice(0, MAX_LINKED_IDS).entries()) {
      if (i > 0) output.text(", ");
      output.bytes(id);
      const link = links?.[i];
      if (link !== undefined) output.text(` (${this.placeOf(link)})`);
    }
    const more = ids.length - MAX_LINKED_IDS;
    output.text(more > 0 ? ` and ${more} more; --format json has all\n` : "\n");
  }

  private placeOf({ file, line }: TraceLink<Buffer>): string {
    const name = this.names[this.events.files.indexOf(file)]!;
    return name === "" ? `line ${line}` : `${name}:${line}`;
  }
}

/** A column beside the outputs of events. */
interface TraceColumn {
  /** Sets its width for all events of a span. */
  begin(span: Span): void;
  add(event: number): void;
}

/** The times since the first event, indented and right-aligned. */
function sinceColumn(output: TextOutput, events: EventTable): TraceColumn {
  const elapsed: Duration = { seconds: 0, nanoseconds: 0 };
  let first = 0;
  let decimals = 0;
  let width = 0;
  return {
    begin: (span) => {
      ({ first, decimals } = span);
      width = first === -1 ? NO_TIME.length : sinceText(span, decimals).length + 1;
    },
    add: (event) => {
      let text = NO_TIME;
      if (events.hasTime(event)) {
        setDuration(elapsed, events, first, event);
        text = `+${sinceText(elapsed, decimals)}`;
      }
      output.text(INDENT + text.padStart(width));
    },
  };
}

/** The times of the events, left-aligned. */
function instantColumn(output: TextOutput, events: EventTable): TraceColumn {
  let width = 0;
  return {
    begin: ({ first, last, decimals }) => {
      // No year between the first and the last has more digits.
      const ends =
        first === -1 ? [] : [first, last].map((event) => formatInstant(events.secondsOf(event), 0, decimals));
      width = Math.max(...[NO_TIME, ...ends].map(({ length }) => length));
    },
    add: (event) => output.text((events.timeOf(event) ?? NO_TIME).padEnd(width)),
  };
}

/**
 * The files and line numbers of the events, left-aligned, with gaps on both sides. `names` are the shown names of the
 * files. For an empty name only the line number is shown.
 */
function locationColumn(output: TextOutput, events: EventTable, names: readonly string[]): TraceColumn {
  const texts = names.map((name) => (name === "" ? "" : `${name}:`));
  const before = texts.map((text) => Buffer.from(GAP + text));
  const widths = texts.map(displayWidth);
  let width = 0;
  return {
    begin: ({ files, lastLines }) => {
      width = 0;
      for (const file of files) width = Math.max(width, widths[file]! + countDigits(lastLines[file]!));
    },
    add: (event) => {
      const file = events.fileOf(event);
      const line = events.lineOf(event);
      output.ready(before[file]!);
      output.number(line);
      output.text(" ".repeat(width - widths[file]! - countDigits(line) + GAP.length));
    },
  };
}

/** Names are not shortened to less than this. */
const MIN_WIDTH = 12;

/**
 * Shortens names to a width, which may be Infinity. A longer one loses its beginning, because the folders are there.
 * Returns the whole names if that would make two of them the same.
 */
function shortNames(names: readonly string[], maxWidth: number): readonly string[] {
  const width = Math.max(MIN_WIDTH, Math.floor(maxWidth));
  const short = names.map((name) => (displayWidth(name) <= width ? name : `…${endOf(name, width - 1)}`));
  return new Set(short).size === new Set(names).size ? short : names;
}
