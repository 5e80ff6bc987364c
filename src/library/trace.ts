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
import { type TraceNotes, traceNotes } from "../tools/trace/trace-notes.ts";
import { writeTraceText } from "../tools/trace/trace-text.ts";
import { unknownFieldNote } from "./errors.ts";
import { logInputs, logOfInput, refuseOutput } from "./inputs.ts";
import { pseudonymsInput } from "./key-file.ts";
import { UsageError } from "./option-values.ts";
import { rulebookInput } from "./rules-files.ts";

/** The events of several logs; with groups, unless all lines were asked for. */
type Traced = CollectedEvents | TracedEvents;

/** What is traced, and how. */
interface TraceInput extends LineTextOptions {
  /** Undefined for no rules. */
  readonly rulesPath: string | undefined;
  readonly keyPath: string | undefined;
  readonly environmentKey: string | undefined;
  readonly paths: readonly string[];
  /** The file descriptor of the output. */
  readonly output: number;
  readonly timezone: string | undefined;
  /** Whether all lines are wanted, without groups. */
  readonly merge: boolean;
  /** The fields by which lines are grouped. */
  readonly by: readonly string[] | undefined;
  readonly id: string | undefined;
  readonly containing: string | undefined;
  readonly link: boolean;
  readonly sort: GroupOrder;
  readonly mask: boolean;
  /** Whether the lines themselves and their captures are needed. */
  readonly keepsLines: boolean;
}

/** The events of logs, and what is to be said besides. */
interface TracedFiles {
  readonly traced: Traced;
  /** To be called once the events are written. */
  notes(): TraceNotes;
}

/**
 * Reads rules and logs, and puts the lines in order of time. Calls `note` at once for each field that no rule has.
 * Rejects with the errors of `logInputs`, `rulebookInput` and `refuseOutput`, with a UsageError if there is no field to
 * group lines by, with a log's read error, or with the errors of a Correlation.
 */
export async function traceFiles(
  { rulesPath, keyPath, environmentKey, paths, output, merge, by, id, containing, link, sort, ...reading }: TraceInput,
  note: (text: string) => void,
): Promise<TracedFiles> {
  const inputs = logInputs(paths);
  const rulebook = rulebookInput(rulesPath, pseudonymsInput(keyPath, environmentKey));
  refuseOutput(inputs, [output]);
  const logs = inputs.map((input) => logOfInput(input));
  const read = async (): Promise<Traced> => {
    if (merge) return collectEvents(rulebook, logs, undefined, reading);
    if (by === undefined) throw missingField(rulebook);
    const correlation = new Correlation(rulebook.linePatterns, by);
    for (const name of correlation.unknown) note(unknownFieldNote(name));
    return traceLogs(rulebook, logs, correlation, { ...reading, id, containing, link, sort, takesPrefix: true });
  };
  const traced = await read();
  const noLines = traced.lines === 0 ? noLinesRead(inputs) : undefined;
  return { traced, notes: () => traceNotes(traced, { id, containing }, noLines) };
}

function missingField({ linePatterns }: Rulebook): UsageError {
  const known = fieldsOf(linePatterns);
  const fields = known.length === 0 ? "" : `; the fields are ${namesInWords(known)}`;
  return new UsageError(`no id field given; name it with --by FIELD, or merge all lines with --merge${fields}`);
}

/** The formats of the result. A summary has a row for each group. Each yields wherever its output may be flushed. */
export const TRACE_FORMATS = {
  text: (output: TextOutput, traced: Traced, isSummary: boolean) =>
    isSummary && "groups" in traced ? writeSummaryText(output, traced) : writeTraceText(output, traced),
  *lines(output: TextOutput, traced: Traced) {
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
