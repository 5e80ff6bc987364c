// Writes events for programs. An object for each of them would take half as long again as writing its members at once,
// which `EventJson` does; the groups are objects.
import type { TextOutput } from "../../io/text-output.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { JsonPart, type JsonWriter, jsonMember, type Name, writeLine } from "../../text/messages/json.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { Instants, secondsText } from "./event-times.ts";
import { type Duration, Span } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

const NO_MATCH = new JsonMatch();

/** Writes a line for each group or, without groups, for each event. In a summary, groups have only their last event. */
export function* writeTraceJson(
  output: TextOutput,
  traced: CollectedEvents | TracedEvents,
  isSummary: boolean,
): Generator<void> {
  const { events, order } = traced;
  const { json } = output;
  const part = new EventJson(output, events);
  if ("groups" in traced) {
    const span = new Span(events);
    for (const group of traced.groups) {
      const head = groupJson(group, span.measure(group.order));
      const count = group.order.length;
      if (isSummary) yield* writeLine(json, { ...head, count, last: part.of(group.order[count - 1]!) });
      else yield* writeLine(json, { ...head, events: part.each(group.order) });
      yield;
    }
    return;
  }
  for (const event of order) {
    json.beginObject();
    part.of(event).addMembers(json);
    json.endLine();
    if (output.isFull) yield;
  }
}

/** The members of a group besides its events. If some ids are not UTF-8, all of them are there in base64, too. */
function groupJson({ ids }: EventGroup, span: Span): object {
  const { start = null, end = null, files } = span.facts();
  return {
    id: ids[0],
    ids: ids.map(String),
    idsBase64: ids.every((id) => isUtf8(id)) ? undefined : ids.map((id) => id.toString("base64")),
    start,
    end,
    durationSeconds: start === null ? null : new SecondsJson(span),
    files,
  };
}

/** A duration in seconds with all its digits. */
class SecondsJson extends JsonPart {
  private readonly duration: Duration;

  constructor(duration: Duration) {
    super();
    this.duration = duration;
  }

  write(json: JsonWriter, name: Name | undefined): void {
    json.digits(name, secondsText(this.duration));
  }
}

/** An event, as `EventTable.eventOf` has it but without `captures`. One object can stand for any number of events. */
class EventJson extends JsonPart {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly instants: Instants;
  /** The JSON members of events, by the numbers of files and rules. */
  private readonly files: readonly Buffer[];
  private readonly matches: readonly JsonMatch[];
  private event = 0;

  constructor(output: TextOutput, events: EventTable) {
    super();
    this.output = output;
    this.events = events;
    this.instants = new Instants(output, events);
    this.files = events.files.map((file) => jsonMember("file", file));
    this.matches = events.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  }

  /** Stands for an event until it is told another one. */
  of(event: number): this {
    this.event = event;
    return this;
  }

  /** Stands for each of the events, one after the other. */
  *each(order: Uint32Array): Generator<this> {
    for (const event of order) yield this.of(event);
  }

  write(json: JsonWriter, name: Name | undefined): void {
    json.beginObject(name);
    this.addMembers(json);
    json.endObject();
  }

  addMembers(json: JsonWriter): void {
    const { output, events, event } = this;
    json.member(this.files[events.fileOf(event)]!);
    json.name("line");
    output.number(events.lineOf(event));
    this.addTime(json);
    const match = this.matches[events.linePatternOf(event)] ?? NO_MATCH;
    const [original, bounds] = [events.originalOf(event), events.boundsOf(event)];
    if (!match.write(json, original, bounds)) match.writeBase64(json, original, bounds);
    json.bytes("output", events.outputOf(event));
    json.bytes("original", original);
  }

  private addTime(json: JsonWriter): void {
    const { events, event } = this;
    if (!events.hasTime(event)) {
      json.value("time", null);
      return;
    }
    json.beginObject("time");
    json.openText("utc");
    this.instants.add(event);
    json.closeText();
    json.value("epoch_ms", events.epochMsOf(event));
    json.endObject();
  }
}
