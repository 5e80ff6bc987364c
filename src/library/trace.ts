// Lines of several logs in order of time.

import type { TextOutput } from "../io/text-output.ts";
import { Correlation, fieldsOf } from "../run/correlation.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { type NamedInput, noLinesRead } from "../run/statistics-text.ts";
import { namesInWords } from "../text/messages/phrases.ts";
import { type CollectedEvents, type CollectorOptions, collectEvents } from "../tools/trace/collect-events.ts";
import { writeSummaryText } from "../tools/trace/summary-text.ts";
import { type GroupOptions, type TracedEvents, traceLogs } from "../tools/trace/trace.ts";
import { traceId } from "../tools/trace/trace-id.ts";
import { writeTraceJson } from "../tools/trace/trace-json.ts";
import { type TraceNotes, traceNotes } from "../tools/trace/trace-notes.ts";
import { writeTraceText } from "../tools/trace/trace-text.ts";
import { unknownFieldNote } from "./errors.ts";
import { UsageError } from "./option-values.ts";
import type { Request } from "./request.ts";

interface TracedOptions extends GroupOptions {
  readonly by?: readonly string[] | undefined;
}

/**
 * Groups the events of logs by id. Without rules, finds those of the id that is asked for. Calls `note` at once for
 * each field that no rule has. Rejects with a log's read error, with the errors of a Correlation, or with a UsageError
 * if there is no field.
 */
export async function trace(
  { rules, logs: [logs], options: { by, ...options } }: Request<TracedOptions, Rulebook>,
  note: (text: string) => void = () => {},
): Promise<TracedEvents> {
  if (by === undefined && options.id !== undefined && rules.linePatterns.length === 0)
    return traceId(rules, logs, options.id, options);
  if (by === undefined) throw missingField(rules);
  const correlation = new Correlation(rules.linePatterns, by);
  for (const name of correlation.unknown) note(unknownFieldNote(name));
  return traceLogs(rules, logs, correlation, options);
}

/** Puts all lines of logs in order of time. Rejects with a log's read error. */
export function merge({ rules, logs: [logs], options }: Request<CollectorOptions, Rulebook>): Promise<CollectedEvents> {
  return collectEvents(rules, logs, undefined, options);
}

function missingField({ linePatterns }: Rulebook): UsageError {
  const known = fieldsOf(linePatterns);
  const fields = known.length === 0 ? "" : `; the fields are ${namesInWords(known)}`;
  return new UsageError(`no id field given; name it with --by FIELD, or merge all lines with --merge${fields}`);
}

export function notesOn(
  traced: CollectedEvents | TracedEvents,
  wanted: Parameters<typeof traceNotes>[1],
  inputs: readonly NamedInput[],
): TraceNotes {
  return traceNotes(traced, wanted, traced.lines === 0 ? noLinesRead(inputs) : undefined);
}

/** The formats of the result. A summary has a row for each group. Each yields wherever its output may be flushed. */
export const TRACE_FORMATS = {
  text(output: TextOutput, traced: CollectedEvents | TracedEvents, isSummary: boolean) {
    return isSummary && "groups" in traced
      ? writeSummaryText(output, traced.events, traced.groups)
      : writeTraceText(output, traced);
  },
  *lines(output: TextOutput, traced: CollectedEvents | TracedEvents) {
    const { events } = traced;
    for (const { order } of "groups" in traced ? traced.groups : [traced]) {
      for (const event of order) {
        output.logLine(events.blockOf(event), events.startOf(event), events.endOf(event));
        if (output.isFull) yield;
      }
    }
  },
  json: writeTraceJson,
};
