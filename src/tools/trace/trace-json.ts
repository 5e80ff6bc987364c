import type { TextOutput } from "../../io/output-buffer.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import { addMembers, type JsonWriter, jsonMember, jsonName } from "../../text/messages/json.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { exactSeconds, spanOf } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

const NO_MATCH = new JsonMatch();
const [START, END, DURATION, FILES] = [
  jsonName("start"),
  jsonName("end"),
  jsonName("duration_seconds"),
  jsonName("files"),
];
const [LINE, TIME, UTC, EPOCH_MS] = [jsonName("line"), jsonName("time"), jsonName("utc"), jsonName("epoch_ms")];
const [OUTPUT, ORIGINAL] = [jsonName("output"), jsonName("original")];

/** Writes a line for each group or event. In a summary, groups have only their last event. */
export function* writeTraceJson(
  output: TextOutput,
  traced: CollectedEvents | TracedEvents,
  isSummary: boolean,
): Generator<void> {
  const { json } = output;
  const { events } = traced;
  const addEvent = eventWriter(json, events);
  if (!("groups" in traced)) {
    for (const event of traced.order) {
      json.beginObject();
      addEvent(event);
      json.endLine();
      if (output.isFull) yield;
    }
    return;
  }
  for (const group of traced.groups) {
    const { order } = group;
    json.beginObject();
    addGroup(json, group, events);
    if (isSummary) {
      json.value("count", order.length);
      json.beginObject("last");
      addEvent(order.at(-1)!);
      json.endObject();
    } else {
      json.beginList("events");
      for (const event of order) {
        json.beginObject();
        addEvent(event);
        json.endObject();
        if (output.isFull) yield;
      }
      json.endList();
    }
    json.endLine();
    if (output.isFull) yield;
  }
}

/** Adds the members of a group, but for its events. If some ids are not UTF-8, all are there in base64, too. */
function addGroup(json: JsonWriter, { ids, links, order }: EventGroup, events: EventTable): void {
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
  if (links !== undefined) addMembers(json, { links });
  const span = spanOf(order, events);
  addTime(json, START, events, span.first);
  addTime(json, END, events, span.last);
  json.value(DURATION, exactSeconds(span) ?? null);
  json.beginList(FILES);
  for (const file of span.files) json.text(undefined, events.files[file]!);
  json.endList();
}

function addTime(json: JsonWriter, name: Buffer, events: EventTable, event: number): void {
  const end = events.writeTime(event);
  if (end === 0) json.value(name, null);
  else json.bytes(name, events.time.bytes, 0, end);
}

/** Writes members of events. That is faster than to make an object of each. */
function eventWriter(json: JsonWriter, events: EventTable): (event: number) => void {
  const matches = events.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  const files = events.files.map((file) => jsonMember("file", file));
  const bounds: number[] = [];
  return (event) => {
    json.member(files[events.fileOf(event)]!);
    json.value(LINE, events.lineOf(event));
    if (!events.hasTime(event)) json.value(TIME, null);
    else {
      json.beginObject(TIME);
      addTime(json, UTC, events, event);
      json.value(EPOCH_MS, events.epochMsOf(event));
      json.endObject();
    }
    const linePattern = events.linePatternOf(event);
    const match = linePattern === -1 ? NO_MATCH : matches[linePattern]!;
    const [block, start, end] = [events.blockOf(event), events.endOf(event), events.originalEndOf(event)];
    events.readBounds(event, bounds);
    if (!match.write(json, block, bounds, start)) match.writeBase64(json, block.subarray(start, end), bounds);
    json.bytes(OUTPUT, block, events.startOf(event), start);
    json.bytes(ORIGINAL, block, start, end);
  };
}
