import type { TextOutput } from "../../io/text-output.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { jsonMember } from "../../text/messages/json.ts";
import { Elapsed } from "./elapsed.ts";
import { EventRange } from "./event-range.ts";
import type { Timeline } from "./timeline.ts";
import type { TracedGroup } from "./trace-logs.ts";
import { addSeconds, Instants } from "./trace-times.ts";
import type { TraceWriter } from "./trace-writer.ts";

const NO_MATCH = new JsonMatch();

/** Writes traces for programs: one JSON object per line, for each group or, without groups, for each event. */
export class TraceJson implements TraceWriter {
  readonly output: TextOutput;
  private readonly timeline: Timeline;
  private readonly isSummary: boolean;
  private readonly instants: Instants;
  private readonly span: EventRange;
  private readonly elapsed: Elapsed;
  /** The JSON members of events, by the numbers of files and rules. */
  private readonly files: readonly Buffer[];
  private readonly matches: readonly JsonMatch[];

  /** With `isSummary`, groups have the number of their events and the last one, and not all of them. */
  constructor(output: TextOutput, timeline: Timeline, isSummary: boolean) {
    this.output = output;
    this.isSummary = isSummary;
    this.timeline = timeline;
    this.instants = new Instants(output, timeline.events);
    this.span = new EventRange(timeline.events, timeline.files.length);
    this.elapsed = new Elapsed(timeline.events);
    this.files = timeline.files.map((file) => jsonMember("file", file));
    this.matches = timeline.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    const { output, isSummary } = this;
    const { json } = output;
    for (const { ids, events } of groups) {
      json.beginObject();
      json.bytes("id", ids[0]);
      this.addIds(ids);
      this.addSpan(events);
      if (isSummary) this.addSummary(events);
      else yield* this.eventsSteps(events);
      json.endLine();
      if (output.isFull) yield;
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

  /** Adds the members of a group's summary. */
  private addSummary(events: Uint32Array): void {
    const { json } = this.output;
    json.value("count", events.length);
    json.beginObject("last");
    this.addEvent(events.at(-1)!);
    json.endObject();
  }

  private *eventsSteps(events: Uint32Array): Generator<void> {
    const { output } = this;
    const { json } = output;
    json.beginList("events");
    for (const event of events) {
      json.beginObject();
      this.addEvent(event);
      json.endObject();
      if (output.isFull) yield;
    }
    json.endList();
  }

  /** Adds the ids as texts and, if some are not UTF-8, all of them in base64. */
  private addIds(ids: TracedGroup["ids"]): void {
    const { json } = this.output;
    json.beginList("ids");
    for (const id of ids) json.text(undefined, id.toString());
    json.endList();
    if (ids.every((id) => isUtf8(id))) return;
    json.beginList("ids_base64");
    for (const id of ids) json.text(undefined, id.toString("base64"));
    json.endList();
  }

  private addSpan(order: Uint32Array): void {
    const { output, span, timeline } = this;
    const { json } = output;
    span.measure(order);
    const { first, last, files } = span;
    this.addTime("start", first);
    this.addTime("end", last);
    if (first === -1) {
      json.value("duration_seconds", null);
    } else {
      json.name("duration_seconds");
      addSeconds(output, this.elapsed.between(first, last));
    }
    json.beginList("files");
    for (const file of files) json.text(undefined, timeline.files[file]!);
    json.endList();
  }

  /** Adds the members of an event. */
  private addEvent(event: number): void {
    const { output, timeline } = this;
    const { json } = output;
    const { events } = timeline;
    json.member(this.files[events.fileOf(event)]!);
    json.name("line");
    output.number(events.lineOf(event));
    this.addEventTime(event);
    const match = this.matches[events.linePatternOf(event)] ?? NO_MATCH;
    const [original, bounds] = [events.originalOf(event), timeline.bounds(event)];
    if (!match.write(json, original, bounds)) match.writeBase64(json, original, bounds);
    json.bytes("output", events.outputOf(event));
    json.bytes("original", original);
  }

  private addEventTime(event: number): void {
    const { output, timeline } = this;
    const { json } = output;
    if (!timeline.events.hasTime(event)) {
      json.value("time", null);
      return;
    }
    json.beginObject("time");
    this.addTime("utc", event);
    json.value("epoch_ms", timeline.epochMs(event));
    json.endObject();
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
