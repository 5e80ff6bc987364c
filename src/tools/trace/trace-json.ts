// Writes events for programs. The command would take three times as long if it made an object of each, so `EventJson`
// writes their members one by one.
import type { TextOutput } from "../../io/text-output.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import type { ReadyText } from "../../text/bytes/copy.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { addMembers, jsonMember } from "../../text/messages/json.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { Instants, secondsText } from "./event-times.ts";
import { Span } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

const NO_MATCH = new JsonMatch();

/** Writes a line for each group or, without groups, for each event. In a summary, groups have only their last event. */
export function* writeTraceJson(
  output: TextOutput,
  traced: CollectedEvents | TracedEvents,
  isSummary: boolean,
): Generator<void> {
  const { json } = output;
  const { events } = traced;
  const writer = new EventJson(output, events);
  if (!("groups" in traced)) {
    for (const event of traced.order) {
      json.beginObject();
      writer.addMembers(event);
      json.endLine();
      if (output.isFull) yield;
    }
    return;
  }
  const span = new Span(events);
  for (const group of traced.groups) {
    json.beginObject();
    addGroup(output, group, span.measure(group.order));
    if (isSummary) {
      json.value("count", group.order.length);
      json.beginObject("last");
      writer.addMembers(group.order.at(-1)!);
      json.endObject();
    } else {
      json.beginList("events");
      for (const event of group.order) {
        json.beginObject();
        writer.addMembers(event);
        json.endObject();
        if (output.isFull) yield;
      }
      json.endList();
    }
    json.endLine();
    if (output.isFull) yield;
  }
}

/** Adds the members of a group, but for its events. If some ids are not UTF-8, all of them are there in base64, too. */
function addGroup({ json }: TextOutput, { ids }: EventGroup, span: Span): void {
  const { start = null, end = null, files } = span.facts();
  const idsBase64 = ids.every((id) => isUtf8(id)) ? undefined : ids.map((id) => id.toString("base64"));
  addMembers(json, { id: ids[0], ids: ids.map(String), idsBase64, start, end });
  if (start === null) json.value("duration_seconds", null);
  else json.digits("duration_seconds", secondsText(span));
  addMembers(json, { files });
}

/** Writes the members that an event has in `EventTable.eventOf`, without its `captures`. */
class EventJson {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly instants: Instants;
  /** The JSON members of events, by the numbers of files and rules. */
  private readonly files: readonly ReadyText[];
  private readonly matches: readonly JsonMatch[];

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.instants = new Instants(output, events);
    this.files = events.files.map((file) => jsonMember("file", file));
    this.matches = events.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  }

  addMembers(event: number): void {
    const { output, events } = this;
    const { json } = output;
    json.member(this.files[events.fileOf(event)]!);
    json.name("line");
    output.number(events.lineOf(event));
    this.addTime(event);
    const match = this.matches[events.linePatternOf(event)] ?? NO_MATCH;
    const [original, bounds] = [events.originalOf(event), events.boundsOf(event)];
    if (!match.write(json, original, bounds)) match.writeBase64(json, original, bounds);
    json.bytes("output", events.outputOf(event));
    json.bytes("original", original);
  }

  private addTime(event: number): void {
    const { events } = this;
    const { json } = this.output;
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
