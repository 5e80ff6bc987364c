import type { TextOutput } from "../io/output-buffer.ts";
import { Correlation, fieldsOf } from "../run/correlation.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { noLinesRead } from "../run/statistics-text.ts";
import { namesInWords } from "../text/messages/phrases.ts";
import { type CollectedEvents, collectEvents } from "../tools/trace/collect-events.ts";
import { type TracedEvents, traceLogs } from "../tools/trace/trace.ts";
import { traceId } from "../tools/trace/trace-id.ts";
import { writeTraceJson } from "../tools/trace/trace-json.ts";
import { traceNotes } from "../tools/trace/trace-notes.ts";
import { writeSummaryText, writeTraceText } from "../tools/trace/trace-text.ts";
import { type CommandRun, readOptions, rulebookOf } from "./command-run.ts";
import { unknownFieldNote } from "./errors.ts";
import { filesOf, openFiles, type ReadProgress, readingAgain, readingNotes } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import { UsageError } from "./option-values.ts";
import type { Found } from "./outputs.ts";

export const TRACE_OPTIONS = {
  rulesPaths: {
    ...OPTION.RULES_OR_OPERAND,
    required: OPTION.noRules(
      "follow an id without rules with --id ID, merge lines without rules with --mask --merge, or write rules from a log",
    ),
    unless: ["--mask", "--id"],
  },
  by: { ...OPTION.byOption("Group lines by id"), needs: "--rules FILE" },
  ...OPTION.GROUPS,
  format: OPTION.resultFormat(["lines", "json"], "Write text for people, only the normalized lines, or JSON."),
  summary: option("--summary", "Write a row for each group, the slowest first.", { excludes: ["--format lines"] }),
  sort: option(
    "--sort KEY",
    "Sort groups by their span or events, greatest first, or by time. The default is time, and span with --summary.",
    { choices: ["span", "time", "events"], idleWith: ["--merge"] },
  ),
  merge: option("--merge", "Write all lines, sorted by time, without grouping them by id.", {
    excludes: ["--by", "--link", "--id", "--containing", "--summary"],
  }),
  timezone: OPTION.LOG_TIMEZONES,
  clock: OPTION.CLOCK,
  mask: OPTION.MASK,
  ...OPTION.READING_WITH_KEY,
} as const;

type TraceRun = CommandRun & OPTION.OptionValues<typeof TRACE_OPTIONS>;

/** Groups the events of logs by id, or puts all lines in order of time. Rejects with a UsageError or a NamedError. */
export async function traceFiles(run: TraceRun, progress: ReadProgress): Promise<Found> {
  const { context, rulesPaths, id, containing, link, mask, format, summary, sort = summary ? "span" : "time" } = run;
  if (mask && !run.merge && (rulesPaths.length > 0 || id === undefined))
    throw new UsageError(`--mask needs --merge${rulesPaths.length === 0 ? " or --id" : ""}`);
  const { lists, notes } = filesOf([context.operands]);
  const { rules, inputs, logs } = openFiles(lists, [context.stdout.fd], () => rulebookOf(run), progress);
  const clocks = { timezone: Object.fromEntries(run.timezone), clock: Object.fromEntries(run.clock) };
  const options = { ...readOptions(run), ...clocks, mask, keepsLines: format === "json" };
  const grouping = { id, containing, link, sort, takesPrefix: true, onReadAgain: readingAgain(progress) };
  const correlation = run.by && new Correlation(rules.linePatterns, run.by);
  const trace = (): Promise<CollectedEvents | TracedEvents> => {
    if (run.merge) return collectEvents(rules, logs[0], undefined, options);
    if (correlation !== undefined) return traceLogs(rules, logs[0], correlation, { ...options, ...grouping });
    // Without rules, the events are those of an id.
    if (id === undefined || rules.linePatterns.length > 0) throw missingField(rules);
    return traceId(rules, logs[0], id, { ...options, ...grouping });
  };
  const traced = await trace();
  const noLines = traced.lines === 0 ? noLinesRead(inputs) : undefined;
  const { texts, isNotFound } = traceNotes(traced, { id, containing }, noLines);
  return {
    notes: [...notes, ...(correlation?.unknown ?? []).map(unknownFieldNote)],
    output: (output) => TRACE_FORMATS[format](output, traced, summary),
    advice: async () => {
      const isLeft = traced.unmatched > 0 || run.merge;
      return [...texts, ...(isLeft ? await readingNotes(run, inputs, rules) : [])];
    },
    isNegative: isNotFound,
    endsWithReader: true,
  };
}

function missingField({ linePatterns }: Rulebook): UsageError {
  const known = fieldsOf(linePatterns);
  const fields = known.length === 0 ? "" : `; the fields are ${namesInWords(known)}`;
  return new UsageError(`no id field given; name it with --by FIELD, or merge all lines with --merge${fields}`);
}

const TRACE_FORMATS = {
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
