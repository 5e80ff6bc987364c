import type { TextOutput } from "../../io/text-output.ts";
import { commonFolder, commonStart } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shortPaths } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { EventTable } from "./event-table.ts";
import { durationText, Span } from "./span.ts";
import type { EventGroup } from "./trace.ts";
import { instantColumn, locationColumn, shortNames, sinceColumn, type TraceColumn } from "./trace-columns.ts";
import type { TraceLink } from "./trace-result.ts";

/**
 * The columns beside the names of files that a row with whole times needs, so that its text does not begin too far
 * right.
 */
const MAX_BESIDE_NAMES = 64;

/** How many of the ids that are linked with a group's first id are shown. */
const MAX_LINKED_IDS = 10;

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
