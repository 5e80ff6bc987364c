// Writes events for programs. The command would take three times as long if it made an object of each, so `EventJson`
// writes their members one by one.
import type { TextOutput } from "../../io/text-output.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import { InstantText } from "../../text/date-times/calendar.ts";
import { addMembers, jsonName, jsonString } from "../../text/messages/json.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { Span, secondsText } from "./span.ts";
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
    writer.addGroup(group, span.measure(group.order));
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

const START = jsonName("start");
const END = jsonName("end");
const UTC = jsonName("utc");
const OUTPUT = jsonName("output");
const ORIGINAL = jsonName("original");

/** Writes groups and events. The members of an event are those of `EventTable.eventOf`, without its `captures`. */
class EventJson {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly instant = new InstantText();
  private readonly bounds: number[] = [];
  /** The JSON of the names of files, as an item of a list and as a member before the line number. */
  private readonly names: readonly Buffer[];
  private readonly places: readonly Buffer[];
  private readonly matches: readonly JsonMatch[];

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.names = events.files.map((file) => Buffer.from(`, ${jsonString(file)}`));
    this.places = events.files.map((file) => Buffer.from(`, "file": ${jsonString(file)}, "line": `));
    this.matches = events.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  }

  /** Adds the members of a group, but for its events. If some ids are not UTF-8, all are there in base64, too. */
  addGroup({ ids, links }: EventGroup, span: Span): void {
    const { json } = this.output;
    json.bytes("id", ids[0]);
    json.beginList("ids");
    let areUtf8 = true;
    for (const id of ids) {
      json.openText(undefined);
      if (!json.addText(id, 0, id.length)) areUtf8 = false;
      json.closeText();
    }
    json.endList();
    if (!areUtf8) addMembers(json, { idsBase64: ids.map((id) => id.toString("base64")) });
    addMembers(json, { links });
    this.addInstant(START, span.first);
    this.addInstant(END, span.last);
    if (span.first === -1) json.value("duration_seconds", null);
    else json.digits("duration_seconds", secondsText(span));
    json.beginList("files");
    for (const file of span.files) json.member(this.names[file]!);
    json.endList();
  }

  addMembers(event: number): void {
    const { output, events, bounds } = this;
    const { json } = output;
    json.member(this.places[events.fileOf(event)]!);
    output.number(events.lineOf(event));
    this.addTime(event);
    const match = this.matches[events.linePatternOf(event)] ?? NO_MATCH;
    const [block, start, end] = [events.blockOf(event), events.endOf(event), events.originalEndOf(event)];
    events.readBounds(event, bounds);
    if (!match.write(json, block, bounds, start)) match.writeBase64(json, block.subarray(start, end), bounds);
    json.bytes(OUTPUT, block, events.startOf(event), start);
    json.bytes(ORIGINAL, block, start, end);
  }

  private addTime(event: number): void {
    const { events, output } = this;
    const { json } = output;
    if (!events.hasTime(event)) {
      json.value("time", null);
      return;
    }
    json.beginObject("time");
    this.addInstant(UTC, event);
    json.name("epoch_ms");
    const epochMs = events.epochMsOf(event);
    if (epochMs >= 0) output.number(epochMs);
    else output.text(String(epochMs));
    json.endObject();
  }

  /** Adds the time of an event, or null if it is -1. */
  private addInstant(name: Buffer, event: number): void {
    const { instant, events } = this;
    const { json } = this.output;
    if (event === -1) {
      json.value(name, null);
      return;
    }
    json.openText(name);
    const decimals = events.decimalsOf(event);
    json.addText(instant.bytes, 0, instant.write(events.secondsOf(event), events.nanosecondsOf(event), decimals));
    json.closeText();
  }
}
