// Lines of several logs in order of time: for the command.

import type { LineTextOptions } from "../io/line-text.ts";
import type { TextOutput } from "../io/text-output.ts";
import { Correlation, fieldsOf } from "../run/correlation.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { noLinesRead } from "../run/statistics-text.ts";
import { namesInWords } from "../text/messages/phrases.ts";
import { type CollectedEvents, collectEvents } from "../tools/trace/collect-events.ts";
import type { GroupOrder } from "../tools/trace/event-order.ts";
import { writeSummaryText } from "../tools/trace/summary-text.ts";
import { type TracedEvents, traceLogs } from "../tools/trace/trace.ts";
import { writeTraceJson } from "../tools/trace/trace-json.ts";
import { type TraceNotes, traceNotes, type WantedEvents } from "../tools/trace/trace-notes.ts";
import { writeTraceText } from "../tools/trace/trace-text.ts";
import { type LogInput, logOfInput } from "./inputs.ts";
import { unknownFieldNote } from "./messages.ts";

/** The events of several logs; with groups, unless all lines were asked for. */
export type Traced = CollectedEvents | TracedEvents;

/** How logs are read, and which of their lines are wanted. */
interface TraceInput extends LineTextOptions {
  readonly timezone: string | undefined;
  /** The fields by which lines are grouped; undefined for all lines, without groups. */
  readonly by: readonly string[] | undefined;
  readonly id: string | undefined;
  readonly containing: string | undefined;
  readonly link: boolean;
  readonly sort: GroupOrder;
  readonly mask: boolean;
  /** Whether the lines themselves and their captures are needed. */
  readonly keepsLines: boolean;
}

/**
 * Reads logs and puts their lines in order of time. Calls `note` at once for each field that no rule has. Rejects with
 * a log's read error, or with the errors of a Correlation.
 */
export async function tracedInputs(
  rulebook: Rulebook,
  inputs: readonly LogInput[],
  { by, id, containing, link, sort, mask, ...reading }: TraceInput,
  note: (text: string) => void,
): Promise<Traced> {
  const logs = inputs.map((input) => logOfInput(input));
  if (by === undefined) return collectEvents(rulebook, logs, undefined, { ...reading, mask });
  const correlation = new Correlation(rulebook.linePatterns, by);
  for (const name of correlation.unknown) note(unknownFieldNote(name));
  return traceLogs(rulebook, logs, correlation, { ...reading, id, containing, link, sort, takesPrefix: true });
}

/** The message that no field is named by which lines could be grouped. */
export function missingFieldMessage({ linePatterns }: Rulebook): string {
  const known = fieldsOf(linePatterns);
  const fields = known.length === 0 ? "" : `; the fields are ${namesInWords(known)}`;
  return `no id field given; name it with --by FIELD, or merge all lines with --merge${fields}`;
}

/** What is to be said besides the result, and whether nothing was found of what was wanted. */
export function notesOn(traced: Traced, inputs: readonly LogInput[], wanted: WantedEvents): TraceNotes {
  return traceNotes(traced, wanted, traced.lines === 0 ? noLinesRead(inputs) : undefined);
}

/** The formats of the result. A summary has a row for each group. Each yields wherever its output may be flushed. */
export const TRACE_FORMATS = {
  text: (output: TextOutput, traced: Traced, isSummary: boolean) =>
    isSummary && "groups" in traced ? writeSummaryText(output, traced) : writeTraceText(output, traced),
  *lines(output: TextOutput, traced: Traced) {
    for (const { order } of "groups" in traced ? traced.groups : [traced]) {
      for (const event of order) {
        const { events } = traced;
        output.logLine(events.blockOf(event), events.startOf(event), events.endOf(event));
        if (output.isFull) yield;
      }
    }
  },
  json: writeTraceJson,
};
