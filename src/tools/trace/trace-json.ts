import type { TextOutput } from "../../io/text-output.ts";
import { JsonMatch } from "../../run/json-lines.ts";
import { InstantText } from "../../text/date-times/calendar.ts";
import { addMembers, type JsonWriter, jsonMember } from "../../text/messages/json.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { EventTable } from "./event-table.ts";
import { factsOf, spanOf } from "./span.ts";
import type { EventGroup, TracedEvents } from "./trace.ts";

const NO_MATCH = new JsonMatch();

/**
 * Writes a line for each group or, without groups, for each event; in a summary, groups have only their last event. The
 * members are those of `TraceGroup` and `TraceEvent` without `captures`.
 */
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
  const { start = null, end = null, durationSeconds = null, files } = factsOf(spanOf(order, events), events);
  const idsBase64 = areUtf8 ? undefined : ids.map((id) => id.toString("base64"));
  addMembers(json, { idsBase64, links, start, end, durationSeconds, files });
}

/** Writes members of events. That is faster than to make an object of each. */
function eventWriter(json: JsonWriter, events: EventTable): (event: number) => void {
  const matches = events.linePatterns.map((linePattern) => new JsonMatch(linePattern));
  const files = events.files.map((file) => jsonMember("file", file));
  const instant = new InstantText();
  const bounds: number[] = [];
  return (event) => {
    json.member(files[events.fileOf(event)]!);
    json.value("line", events.lineOf(event));
    if (!events.hasTime(event)) json.value("time", null);
    else {
      const [seconds, nanoseconds] = [events.secondsOf(event), events.nanosecondsOf(event)];
      json.beginObject("time");
      json.bytes("utc", instant.bytes, 0, instant.write(seconds, nanoseconds, events.decimalsOf(event)));
      json.value("epoch_ms", events.epochMsOf(event));
      json.endObject();
    }
    const match = matches[events.linePatternOf(event)] ?? NO_MATCH;
    const [block, start, end] = [events.blockOf(event), events.endOf(event), events.originalEndOf(event)];
    events.readBounds(event, bounds);
    if (!match.write(json, block, bounds, start)) match.writeBase64(json, block.subarray(start, end), bounds);
    json.bytes("output", block, events.startOf(event), start);
    json.bytes("original", block, start, end);
  };
}
