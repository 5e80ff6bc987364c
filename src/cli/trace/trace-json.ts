import { jsonMember } from "../../diagnostics/json.ts";
import { Elapsed } from "../../trace/elapsed.ts";
import { EventRange } from "../../trace/event-range.ts";
import type { Timeline } from "../../trace/timeline.ts";
import type { TracedGroup } from "../../trace/trace-logs.ts";
import type { TextOutput } from "../outputs/text-output.ts";
import { addSeconds, Instants } from "./trace-times.ts";
import type { TraceWriter } from "./trace-writer.ts";

const NO_RULE = jsonMember("rule", null);

/** Writes traces for programs: one JSON object per line, for each group or, without groups, for each event. */
export class TraceJson implements TraceWriter {
  readonly output: TextOutput;
  private readonly timeline: Timeline;
  private readonly instants: Instants;
  private readonly span: EventRange;
  private readonly elapsed: Elapsed;
  /** The JSON members of events, by the numbers of files and rules. */
  private readonly files: readonly Buffer[];
  private readonly rules: readonly Buffer[];

  constructor(output: TextOutput, timeline: Timeline) {
    this.output = output;
    this.timeline = timeline;
    this.instants = new Instants(output, timeline.events);
    this.span = new EventRange(timeline.events, timeline.files.length);
    this.elapsed = new Elapsed(timeline.events);
    this.files = timeline.files.map((file) => jsonMember("file", file));
    this.rules = timeline.rules.map((rule) => jsonMember("rule", rule));
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    const { output } = this;
    const { json } = output;
    for (const { id, events } of groups) {
      json.beginObject();
      json.bytes("id", id);
      this.addSpan(events);
      json.beginList("events");
      for (const event of events) {
        json.beginObject();
        this.addEvent(event);
        json.endObject();
        if (output.isFull) yield;
      }
      json.endList();
      json.endLine();
    }
  }

  *merged(events: Uint32Array): Generator<void> {
    const { output } = this;
    for (const event of events) {
      output.json.beginObject();
      this.addEvent(event);
      output.json.endLine();
      if (output.isFull) yield;
    }
  }

  private addSpan(order: Uint32Array): void {
    const { output, span, timeline } = this;
    const { json } = output;
    span.measure(order);
    const { first, last, files } = span;
    this.addTime("start", first);
    this.addTime("end", last);
    if (first === -1) {
      json.value("duration", null);
    } else {
      json.name("duration");
      addSeconds(output, this.elapsed.between(first, last));
    }
    json.beginList("files");
    for (const file of files) json.text(undefined, timeline.files[file]!);
    json.endList();
  }

  private addEvent(event: number): void {
    const { output } = this;
    const { json } = output;
    const { events } = this.timeline;
    json.member(this.files[events.fileOf(event)]!);
    json.name("line");
    output.number(events.lineOf(event));
    this.addTime("time", events.hasTime(event) ? event : -1);
    json.member(this.rules[events.ruleOf(event)] ?? NO_RULE);
    json.bytes("output", events.outputOf(event));
  }

  /** Adds the time of an event, or null if the event is -1. */
  private addTime(name: string, event: number): void {
    const { output } = this;
    if (event === -1) {
      output.json.value(name, null);
      return;
    }
    output.json.name(name);
    output.text('"');
    this.instants.add(event);
    output.text('"');
  }
}
