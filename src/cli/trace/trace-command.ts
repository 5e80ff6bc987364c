import { Command, Option, UsageError } from "clipanion";
import { printable } from "../../diagnostics/printable.ts";
import { counted, quoted } from "../../diagnostics/quoted.ts";
import { Correlation } from "../../normalization/correlation.ts";
import type { NamedLog } from "../../normalization/log.ts";
import type { Rulebook } from "../../normalization/rulebook.ts";
import type { Timeline } from "../../trace/timeline.ts";
import { mergeLogs, type Traced, traceLogs } from "../../trace/trace-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../../trace/utc-offset.ts";
import { type Context, EXIT } from "../context.ts";
import { logInputs, logOf, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { neededRules, readRules } from "../inputs/rules-input.ts";
import { parseChoice, parseFields } from "../options/option-values.ts";
import { rulesOption, stripAnsiOption } from "../options/shared-options.ts";
import { endedByClosedPipe, logOutputs } from "../outputs/standard-outputs.ts";
import { plainOutput, say, textOutput } from "../outputs/text-output.ts";
import { TraceJson } from "./trace-json.ts";
import { TraceText } from "./trace-text.ts";
import { TraceLines, type TraceWriter } from "./trace-writer.ts";

const FORMATS = ["text", "lines", "json"] as const;

type Format = (typeof FORMATS)[number];

/** Several logs in; the lines of each id, together and in the order of time, out. */
export class TraceCommand extends Command<Context> {
  static override paths = [["trace"]];
  static readonly synopsis = "normalizer trace --rules FILE --by FIELD[,FIELD...] [options] log ...";
  static readonly choices = { "--format": FORMATS };

  static override usage = Command.Usage({
    description: "Gathers the lines of each id from several logs, in the order of time.",
    examples: [
      ["Follow requests through services:", "$0 trace -r rules.yaml --by request_id,trace *.log"],
      ["Follow one of them:", "$0 trace -r rules.yaml --by request_id --id 7f3a9c *.log"],
      ["Put all lines of all logs in the order of time:", "$0 trace -r rules.yaml --merge *.log"],
    ],
    details: [
      "A line's time is the first field 'timestamp' of its rule. - is standard input. Gzip is read through.",
      "Exit status: 0 done, 1 no line has the --id or no group the --containing, 2 trouble.",
    ].join("\n\n"),
  });

  rulesPath = rulesOption();
  by = Option.String("--by", {
    description: "FIELDS The fields that hold a line's id, joined by commas: it is what the first of them captured.",
  });
  id = Option.String("--id", {
    description: "ID Only the lines that have this id.",
  });
  containing = Option.String("--containing", {
    description: "TEXT Only groups in which a normalized line contains this text.",
  });
  format = Option.String("--format", "text", {
    description: "FORM text (default), lines for the normalized lines alone, or json.",
  });
  merge = Option.Boolean("--merge", false, {
    description: "All lines in the order of time, not gathered by ids.",
  });
  timezone = Option.String("--timezone", "UTC", {
    description: "ZONE The zone of times that name none: +02:00, -0530 or UTC (default).",
  });
  stripAnsi = stripAnsiOption();

  override async execute(): Promise<number> {
    const rulesPath = neededRules(this.rulesPath);
    const format = parseChoice("--format", this.format, FORMATS);
    const offset = parseTimezone(this.timezone);
    const idFields = this.idFields();
    if (this.context.operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = readRules(rulesPath);
    const { stdout } = this.context;
    refuseOutput(inputs, [stdout.fd]);
    // Signals are not handled: they end the process, whose output needs no end of its own.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOf(input, signal));
    if (idFields === undefined) return this.writeMerged(rulebook, logs, offset, format);

    const correlation = new Correlation(rulebook.kinds, idFields);
    for (const name of correlation.unknown) this.say(`no rule has a field ${quoted(name)}`);
    const [id, containing] = [this.id, this.containing].map((text) => (text === undefined ? text : Buffer.from(text)));
    const traced = await traceLogs(rulebook, logs, { correlation, id, containing, offset, stripsAnsi: this.stripAnsi });
    return this.writeGroups(traced, format);
  }

  /** The fields that `--by` names; undefined if lines are not gathered by ids. */
  private idFields(): string[] | undefined {
    if (this.merge) {
      const unused = this.id !== undefined ? "--id" : this.containing !== undefined ? "--containing" : undefined;
      if (unused !== undefined) throw new UsageError(`--merge writes all lines, so it takes no ${unused}`);
      return undefined;
    }
    if (this.by === undefined) throw new UsageError("no field given that holds the id; name it with --by FIELD");
    return parseFields("--by", this.by);
  }

  private async writeMerged(
    rulebook: Rulebook,
    logs: readonly NamedLog[],
    offset: number,
    format: Format,
  ): Promise<number> {
    const { timeline, events } = await mergeLogs(rulebook, logs, { offset, stripsAnsi: this.stripAnsi });
    const writer = this.writer(format, timeline);
    await endedByClosedPipe(() => write(writer, writer.merged(events)));
    return EXIT.done;
  }

  private async writeGroups(traced: Traced, format: Format): Promise<number> {
    const writer = this.writer(format, traced.timeline);
    const closed = await endedByClosedPipe(() => write(writer, writer.groups(traced.groups)));
    if (closed) return EXIT.done;
    const isFound = traced.groups[Symbol.iterator]().next().done !== true;
    const notFound = isFound ? undefined : notFoundNote(this.id, this.containing);
    this.say(notFound);
    this.say(leftOutNote(traced.unmatched, traced.withoutId));
    return notFound === undefined ? EXIT.done : EXIT.no;
  }

  private writer(format: Format, timeline: Timeline): TraceWriter {
    if (format === "text") return new TraceText(textOutput(this.context), timeline);
    if (format === "json") return new TraceJson(plainOutput(this.context), timeline);
    return new TraceLines(logOutputs(this.context).lines, timeline);
  }

  private say(note: string | undefined): void {
    if (note !== undefined) say(this.context, note);
  }
}

/** Seconds east of UTC. Throws a UsageError for what is no zone. */
function parseTimezone(text: string): number {
  const offset = utcOffset(text);
  if (offset === undefined) throw new UsageError(`--timezone takes ${UTC_OFFSET_FORMS}, not '${printable(text)}'`);
  return offset;
}

async function write({ output }: TraceWriter, pieces: Iterable<void>): Promise<void> {
  for (const _ of pieces) await output.flush();
  await output.flush();
}

/** Says how many lines are in no group; undefined if there are none. */
function leftOutNote(unmatched: number, withoutId: number): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched, "line")} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId, "line")} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

/** Says that the id or the text asked for is not there; undefined if neither was asked for. */
function notFoundNote(id: string | undefined, text: string | undefined): string | undefined {
  if (id === undefined)
    return text === undefined ? undefined : `no normalized line with an id contains ${quoted(text)}`;
  if (text === undefined) return `no line has the id ${quoted(id)}`;
  return `no normalized line with the id ${quoted(id)} contains ${quoted(text)}`;
}
