import { UsageError } from "clipanion";
import { counted, quoted } from "../../diagnostics/phrases.ts";
import { Correlation } from "../../normalization/correlation.ts";
import type { NamedLog } from "../../normalization/log.ts";
import type { Rulebook } from "../../normalization/rulebook.ts";
import type { Timeline } from "../../trace/timeline.ts";
import { mergeLogs, type TraceResult, traceLogs } from "../../trace/trace-logs.ts";
import { TRACE } from "../commands.ts";
import { EXIT } from "../context.ts";
import { logInputs, logOfInput, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { rulebookInput } from "../inputs/rules-input.ts";
import { commandBase } from "../options/command-line.ts";
import { endedByClosedPipe, logOutputs } from "../outputs/standard-outputs.ts";
import { plainOutput, textOutput, writeNote } from "../outputs/text-output.ts";
import { TraceJson } from "./trace-json.ts";
import { TraceText } from "./trace-text.ts";
import { TraceLines, type TraceWriter } from "./trace-writer.ts";

/** The `trace` command. It writes the lines of several logs, grouped by id and sorted by time. */
export class TraceCommand extends commandBase(TRACE) {
  override async execute(): Promise<number> {
    const { timezone: offset, stripAnsi: stripsAnsi } = this;
    const idFields = this.idFields();
    if (this.context.operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = rulebookInput(this.rulesPath);
    const { stdout } = this.context;
    refuseOutput(inputs, [stdout.fd]);
    // Leaves signals unhandled. They end the process at once, because nothing must be written at the end.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOfInput(input, signal));
    if (idFields === undefined) return this.writeMerged(rulebook, logs);

    const correlation = new Correlation(rulebook.linePatterns, idFields);
    for (const name of correlation.unknown) this.writeNote(`no rule has a field ${quoted(name)}`);
    const [id, containing] = [this.id, this.containing].map((text) => (text === undefined ? text : Buffer.from(text)));
    const traced = await traceLogs(rulebook, logs, { correlation, id, containing, offset, stripsAnsi });
    return this.writeGroups(traced);
  }

  /** The fields that `--by` names, or undefined if lines are not grouped. */
  private idFields(): string[] | undefined {
    if (this.merge) {
      const excluded = this.id !== undefined ? "--id" : this.containing !== undefined ? "--containing" : undefined;
      if (excluded !== undefined) throw new UsageError(`--merge and ${excluded} exclude each other`);
      return undefined;
    }
    if (this.by === undefined) throw new UsageError("no id field given; name it with --by FIELD");
    return this.by;
  }

  private async writeMerged(rulebook: Rulebook, logs: readonly NamedLog[]): Promise<number> {
    const options = { offset: this.timezone, stripsAnsi: this.stripAnsi, masks: this.mask };
    const { timeline, events } = await mergeLogs(rulebook, logs, options);
    const writer = this.writer(timeline);
    await endedByClosedPipe(() => write(writer, writer.merged(events)));
    return EXIT.success;
  }

  private async writeGroups(traced: TraceResult): Promise<number> {
    const writer = this.writer(traced.timeline);
    const closed = await endedByClosedPipe(() => write(writer, writer.groups(traced.groups)));
    if (closed) return EXIT.success;
    const isFound = traced.groups[Symbol.iterator]().next().done !== true;
    const notFound = isFound ? undefined : notFoundNote(this.id, this.containing);
    this.writeNote(notFound);
    this.writeNote(leftOutNote(traced.unmatched, traced.withoutId));
    return notFound === undefined ? EXIT.success : EXIT.negative;
  }

  private writer(timeline: Timeline): TraceWriter {
    if (this.format === "text") return new TraceText(textOutput(this.context), timeline);
    if (this.format === "json") return new TraceJson(plainOutput(this.context), timeline);
    return new TraceLines(logOutputs(this.context).lines, timeline);
  }

  private writeNote(note: string | undefined): void {
    if (note !== undefined) writeNote(this.context, note);
  }
}

async function write({ output }: TraceWriter, pieces: Iterable<void>): Promise<void> {
  for (const _ of pieces) await output.flush();
  await output.flush();
}

/** The message with the number of lines that are in no group, or undefined if there are none. */
function leftOutNote(unmatched: number, withoutId: number): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched, "line")} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId, "line")} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

/** The message that nothing was found for `--id` and `--containing`, or undefined if neither was given. */
function notFoundNote(id: string | undefined, text: string | undefined): string | undefined {
  if (id === undefined)
    return text === undefined ? undefined : `no normalized line with an id contains ${quoted(text)}`;
  if (text === undefined) return `no line has the id ${quoted(id)}`;
  return `no normalized line with the id ${quoted(id)} contains ${quoted(text)}`;
}
