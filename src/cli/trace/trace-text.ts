import { printable } from "../../diagnostics/printable.ts";
import type { TextOutput } from "../../text/text-output.ts";
import { Elapsed } from "../../trace/elapsed.ts";
import { Span } from "../../trace/span.ts";
import type { Timeline } from "../../trace/timeline.ts";
import type { TracedGroup } from "../../trace/trace-logs.ts";
import { type Column, InstantColumn, PlaceColumn, SinceColumn } from "./trace-columns.ts";
import { addDuration } from "./trace-times.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** Traces for people: a heading for each group, and below it a line for each event. */
export class TraceText implements TraceWriter {
  readonly output: TextOutput;
  private readonly timeline: Timeline;
  private readonly span: Span;
  private readonly elapsed: Elapsed;
  private readonly places: PlaceColumn;

  constructor(output: TextOutput, timeline: Timeline) {
    const { events, files } = timeline;
    this.output = output;
    this.timeline = timeline;
    this.span = new Span(events, files.length);
    this.elapsed = new Elapsed(events);
    this.places = new PlaceColumn(output, events, files.map(printable));
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    const since = new SinceColumn(this.output, this.timeline.events);
    let separator = "";
    for (const { id, events } of groups) {
      this.span.measure(events);
      this.output.text(separator);
      separator = "\n";
      this.addHeading(id);
      since.begin(this.span);
      this.places.begin(this.span);
      for (const event of events) {
        this.addLine(event, since);
        if (this.output.full) yield;
      }
    }
  }

  *merged(events: Uint32Array): Generator<void> {
    this.span.measure(events);
    const instants = new InstantColumn(this.output, this.timeline.events);
    instants.begin(this.span);
    this.places.begin(this.span);
    for (const event of events) {
      this.addLine(event, instants);
      if (this.output.full) yield;
    }
  }

  private addLine(event: number, times: Column): void {
    const { output } = this;
    const { events } = this.timeline;
    output.begin("faint");
    times.add(event);
    this.places.add(event);
    output.end("faint");
    output.bytes(events.blockOf(event), events.startOf(event), events.endOf(event));
    output.text("\n");
  }

  private addHeading(id: Buffer): void {
    const { output } = this;
    const { count, files, first, last } = this.span;
    output.begin("heading");
    output.bytes(id);
    output.end("heading");
    output.text("  ");
    this.addCount(count, "event");
    output.text("  ");
    this.addCount(files.length, "source");
    if (first !== -1) {
      output.text("  ");
      addDuration(output, this.elapsed.between(first, last));
    }
    output.text("\n");
  }

  private addCount(count: number, noun: string): void {
    this.output.number(count);
    this.output.text(" ");
    this.output.text(noun);
    if (count !== 1) this.output.text("s");
  }
}
