import { DECOMPRESSION, type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import { pseudonymsInput } from "../../library/key-file.ts";
import { unknownFieldNote } from "../../library/messages.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { UsageError } from "../../library/option-values.ts";
import { rulebookInput } from "../../library/rules-files.ts";
import { endedByClosedPipe, logOutputs } from "../../library/standard-outputs.ts";
import { Correlation, fieldsOf } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { noLinesRead } from "../../run/statistics-text.ts";
import { didYouMean } from "../../text/messages/nearest.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, listed, namesInWords, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { GROUP_ORDERS } from "../../tools/trace/group-order.ts";
import type { IdLinks } from "../../tools/trace/id-links.ts";
import { SummaryText } from "../../tools/trace/summary-text.ts";
import type { Timeline } from "../../tools/trace/timeline.ts";
import { TraceJson } from "../../tools/trace/trace-json.ts";
import { mergeLogs, type TracedGroup, type TraceResult, traceLogs } from "../../tools/trace/trace-logs.ts";
import { TraceText } from "../../tools/trace/trace-text.ts";
import { type GroupWriter, TraceLines, type TraceWriter } from "../../tools/trace/trace-writer.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { readOptions, refuseRepeatedInput } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { plainOutput, textOutput, writeNote } from "../print.ts";

const ID_FIELDS = {
  ...OPTION.BY,
  sentence: "Group lines by id: the first of these fields, joined by commas, that is not empty.",
} as const satisfies OPTION.OptionDefinition;

const FORMAT = OPTION.resultFormat(["lines", "json"], "Write text for people, only the normalized lines, or JSON.");

const SUMMARY = {
  long: "--summary",
  excludes: [{ option: FORMAT, value: "lines" }],
  sentence: "Write a row for each group, the slowest first.",
} as const satisfies OPTION.OptionDefinition;

const SORT = {
  long: "--sort",
  metavariable: "KEY",
  choices: GROUP_ORDERS,
  sentence:
    "Sort groups by their span or events, greatest first, or by time. The default is time, and span with --summary.",
} as const satisfies OPTION.OptionDefinition;

const MERGE = {
  long: "--merge",
  excludes: [ID_FIELDS, OPTION.LINK, OPTION.ID, OPTION.CONTAINING, SUMMARY, SORT].map((option) => ({ option })),
  sentence: "Write all lines, sorted by time, without grouping them by id.",
} as const satisfies OPTION.OptionDefinition;

const TRACE = {
  word: "trace",
  synopsis: "{--rules FILE {--by FIELDS | --merge} | --mask --merge} [options] LOG ...",
  sentence: COMMAND_SENTENCES.trace,
  examples: [
    ["Follow requests through services:", "normalizer trace -r rules.yaml --by request_id,trace *.log"],
    ["Follow one of them:", "normalizer trace -r rules.yaml --by request_id --id 7f3a9c *.log"],
    ["Find the slowest:", "normalizer trace -r rules.yaml --by request_id --summary *.log"],
    [
      "Follow requests that continue under another id:",
      "normalizer trace -r rules.yaml --by request_id,instance --link *.log",
    ],
    ["Merge all lines of all logs by time:", "normalizer trace -r rules.yaml --merge *.log"],
    ["The same, before there are rules:", "normalizer trace --mask --merge *.log"],
  ],
  options: {
    rulesPath: OPTION.RULES_OR_MASK,
    by: ID_FIELDS,
    link: OPTION.LINK,
    id: OPTION.ID,
    containing: OPTION.CONTAINING,
    format: FORMAT,
    summary: SUMMARY,
    sort: SORT,
    merge: MERGE,
    timezone: OPTION.TIMEZONE,
    mask: { ...OPTION.MASK, needs: { option: MERGE } },
    input: OPTION.INPUT,
    message: OPTION.MESSAGE,
    keyPath: OPTION.KEY_FILE_OF_RULES,
    stripAnsi: OPTION.STRIP_ANSI,
  },
  notes: [
    `A line's time is the first 'timestamp' field of its rule, or else that of its record; with --mask, a line without a rule has the time it begins with. The log - is standard input. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 --id or --containing found nothing, or --id found several ids, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `trace` command. It writes the lines of several logs, grouped by id and sorted by time. */
export class TraceCommand extends commandBase(TRACE) {
  override async execute(): Promise<number> {
    const { timezone, link } = this;
    const idFields = this.idFields();
    if (this.context.operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = rulebookInput(this.rulesPath, pseudonymsInput(this.keyPath, this.context.environmentKey));
    const { stdout } = this.context;
    refuseOutput(inputs, [stdout.fd]);
    // Leaves signals unhandled. They end the process at once, because nothing must be written at the end.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOfInput(input, signal));
    if (idFields === undefined) return this.writeMerged(rulebook, inputs, logs);
    if (idFields.length === 0) throw new UsageError(missingFieldMessage(rulebook));

    const correlation = new Correlation(rulebook.linePatterns, idFields);
    for (const name of correlation.unknown) this.writeNote(unknownFieldNote(name));
    const [id, containing] = [this.id, this.containing].map((text) => (text === undefined ? text : Buffer.from(text)));
    const traced = await traceLogs(rulebook, logs, {
      ...readOptions(this),
      ...{ correlation, id, containing, timezone, link },
      takesPrefix: true,
      sort: this.sort ?? (this.summary ? "span" : "time"),
      keepsLines: this.format === "json",
    });
    return this.writeGroups(traced, inputs);
  }

  /** The fields that `--by` names; none if it is missing, or undefined if lines are not grouped. */
  private idFields(): readonly string[] | undefined {
    return this.merge ? undefined : (this.by ?? []);
  }

  private async writeMerged(rulebook: Rulebook, inputs: readonly LogInput[], logs: readonly Log[]): Promise<number> {
    const { timezone, mask } = this;
    const options = { ...readOptions(this), timezone, mask, keepsLines: this.format === "json" };
    const merged = await mergeLogs(rulebook, logs, options);
    const { timeline, events } = merged;
    const writer = this.writer(timeline);
    const closed = await endedByClosedPipe(() => write(writer, writer.merged(events)));
    if (closed) return EXIT.success;
    if (merged.lines === 0) this.writeNote(noLinesRead(inputs));
    this.writeNote(untriedNote(merged));
    this.writeNote(timelessNote(timeline, [{ events }]));
    return EXIT.success;
  }

  private async writeGroups(traced: TraceResult, inputs: readonly LogInput[]): Promise<number> {
    const writer = this.groupWriter(traced.timeline);
    const closed = await endedByClosedPipe(() => write(writer, writer.groups(traced.groups)));
    if (closed) return EXIT.success;
    const isFound = traced.groups[Symbol.iterator]().next().done !== true;
    const notFound = isFound ? undefined : this.notFoundNote(traced);
    if (traced.taken !== undefined) this.writeNote(takenNote(this.id!, traced.taken));
    this.writeNote(notFound);
    if (traced.lines === 0) this.writeNote(noLinesRead(inputs));
    this.writeNote(leftOutNote(traced));
    this.writeNote(untriedNote(traced));
    this.writeNote(timelessNote(traced.timeline, traced.groups));
    this.writeNote(traced.links && leftOutLinksNote(traced.links));
    return notFound === undefined ? EXIT.success : EXIT.negative;
  }

  private groupWriter(timeline: Timeline): GroupWriter {
    if (this.summary && this.format === "text") return new SummaryText(textOutput(this.context), timeline);
    return this.writer(timeline);
  }

  private writer(timeline: Timeline): TraceWriter {
    if (this.format === "text") return new TraceText(textOutput(this.context), timeline);
    if (this.format === "json") return new TraceJson(plainOutput(this.context), timeline, this.summary);
    return new TraceLines(logOutputs(this.context).lines, timeline);
  }

  /** The message that nothing was found for `--id` and `--containing`, or undefined if neither was given. */
  private notFoundNote({ candidates, near }: TraceResult): string | undefined {
    const { id, containing: text } = this;
    if (id === undefined)
      return text === undefined ? undefined : `no normalized line with an id contains ${quoted(text)}`;
    if (candidates.length > 0) return candidatesNote(id, candidates);
    if (text === undefined || near !== undefined)
      return `no line has the id ${quoted(id)}${didYouMean(near?.toString())}`;
    return `no normalized line with the id ${quoted(id)} contains ${quoted(text)}`;
  }

  private writeNote(note: string | undefined): void {
    if (note !== undefined) writeNote(this.context, note);
  }
}

/** The message that `--by` is missing. */
function missingFieldMessage({ linePatterns }: Rulebook): string {
  const known = fieldsOf(linePatterns);
  const fields = known.length === 0 ? "" : `; the fields are ${namesInWords(known)}`;
  return `no id field given; name it with --by FIELD, or merge all lines with --merge${fields}`;
}

async function write({ output }: GroupWriter, pieces: Iterable<void>): Promise<void> {
  for (const _ of pieces) await output.flush();
  await output.flush();
}

/** The message with the number of lines that are in no group, or undefined if there are none. */
function leftOutNote({ unmatched, withoutId }: TraceResult): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched, "line")} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId, "line")} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

/** The message that no rule was tried on some lines, and why; undefined if rules were tried on all. */
function untriedNote({ untried, firstUntried }: Pick<TraceResult, "untried" | "firstUntried">): string | undefined {
  if (firstUntried === undefined) return undefined;
  const { log, line, flaw } = firstUntried;
  return `no rule was tried on ${counted(untried, "line")}: line ${line} of ${shownPath(log)} ${printable(flaw)}`;
}

/** How many logs without times are named. */
const MAX_TIMELESS = 5;

/** The message that no line of some logs has a time, where other logs have times; undefined if there are none. */
function timelessNote(
  { events, files, timeless }: Timeline,
  groups: Iterable<Pick<TracedGroup, "events">>,
): string | undefined {
  if (timeless.size === 0) return undefined;
  const found = new Set<string>();
  let count = 0;
  for (const group of groups) {
    for (const event of group.events) {
      const file = events.fileOf(event);
      if (!timeless.has(file)) continue;
      count++;
      found.add(files[file]!);
    }
  }
  if (count === 0) return undefined;
  const named = [...found].slice(0, MAX_TIMELESS).map(shownPath);
  if (found.size > named.length) named.push(counted(found.size - named.length, "more log"));
  const [have, they] = count === 1 ? ["has", "it comes"] : ["have", "they come"];
  return `${counted(count, "event")} of ${listed(named, "and")} ${have} no time, so ${they} last; the time of a line is what the field 'timestamp' of its rule captures`;
}

function takenNote(id: string, taken: Buffer): string {
  return `no line has the id ${quoted(id)}; this is '${printable(taken.toString())}', the only id that begins with it`;
}

/** How many ids are listed: with the other messages they fit a screen. */
const MAX_CANDIDATES = 15;

/** The message that several ids begin with what was asked for. */
function candidatesNote(id: string, candidates: readonly Buffer[]): string {
  const shown = candidates.slice(0, MAX_CANDIDATES).map((one) => `\n  ${printable(one.toString())}`);
  const more = candidates.length - shown.length;
  return `no line has the id ${quoted(id)}, but ${candidates.length} ids begin with it:${shown.join("")}${more > 0 ? `\n  and ${more} more` : ""}`;
}

/** How many of the ids that were left out as links are named. */
const MAX_LEFT_OUT = 5;

/** The message that ids were left out as links, and why; undefined if none were. */
function leftOutLinksNote({ leftOut, limit }: IdLinks): string | undefined {
  if (leftOut.length === 0) return undefined;
  const named = leftOut.slice(0, MAX_LEFT_OUT).map(({ id, others }) => `${quoted(id.toString())} (with ${others})`);
  const more = leftOut.length - named.length;
  if (more > 0) named.push(`and ${more} more`);
  const [link, shares] = leftOut.length === 1 ? ["links", "it shares"] : ["link", "each shares"];
  return `${counted(leftOut.length, "id")} ${link} nothing, because ${shares} lines with more than ${counted(limit, "other")}: ${named.join(", ")}`;
}
